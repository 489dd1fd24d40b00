//! [`Words`]: the words of a site, and in which sections they stand.

use std::collections::{BTreeSet, HashMap};

use docfuse::index::Page;
use docfuse::text::{Analyzer, TermKind};

/// Letters of a word that may be proposed. Shorter ones are abbreviations of many things.
const LEAST_LETTERS: usize = 3;

/// A word, by its stem.
#[derive(Debug, Default)]
pub struct Word {
    /// How often it has each form, folded.
    forms: HashMap<String, usize>,
    /// Numbers of the sections with it in heading or text, in order.
    pub sections: Vec<u32>,
    /// Headings that have it.
    pub headings: usize,
}

impl Word {
    /// The most frequent form, of equal ones the first in the alphabet.
    pub fn form(&self) -> &str {
        let best = self.forms.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
        best.map_or("", |(form, _)| form)
    }
}

/// The words of a site by their stems.
pub struct Words<'a> {
    analyzer: &'a Analyzer,
    words: HashMap<String, Word>,
}

impl<'a> Words<'a> {
    /// Reads all sections of pages.
    pub fn read<'p>(analyzer: &'a Analyzer, pages: impl Iterator<Item = &'p Page>) -> Self {
        let mut words = Words { analyzer, words: HashMap::new() };
        for (section, number) in pages.flat_map(|page| &page.sections).zip(0..) {
            for stem in words.add(&section.heading, Some(number)) {
                if let Some(word) = words.words.get_mut(&stem) {
                    word.headings += 1;
                }
            }
            words.add(&section.text, Some(number));
            // What links say stands elsewhere.
            section.anchor_texts.iter().for_each(|text| drop(words.add(text, None)));
        }
        words
    }

    /// Adds the words of a text, which stands in a section or in links. Returns their stems.
    fn add(&mut self, text: &str, section: Option<u32>) -> BTreeSet<String> {
        let mut stems = BTreeSet::new();
        for (stem, form) in plain(self.analyzer, text) {
            let word = self.words.entry(stem.clone()).or_default();
            *word.forms.entry(form).or_default() += 1;
            if let Some(section) = section.filter(|section| word.sections.last() != Some(section)) {
                word.sections.push(section);
            }
            stems.insert(stem);
        }
        stems
    }

    /// A word by its stem.
    pub fn get(&self, stem: &str) -> Option<&Word> {
        self.words.get(stem)
    }

    /// The stems of headings, those of most headings first.
    pub fn of_headings(&self) -> Vec<&str> {
        let with = self.words.iter().filter(|(_, word)| word.headings > 0);
        let mut stems: Vec<(usize, &str)> = with.map(|(stem, word)| (word.headings, stem.as_str())).collect();
        stems.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        stems.into_iter().map(|(_, stem)| stem).collect()
    }

    /// The stems of a text's words.
    pub fn stems(&self, text: &str) -> BTreeSet<String> {
        plain(self.analyzer, text).into_iter().map(|(stem, _)| stem).collect()
    }

    /// Share of the rarer word's sections that have the other one, too. A search for one finds those anyway.
    pub fn together(&self, a: &str, b: &str) -> f64 {
        let sections = |stem| self.get(stem).map_or(&[][..], |word| &word.sections);
        let (a, b) = (sections(a), sections(b));
        let (rarer, other) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let both = rarer.iter().filter(|section| other.binary_search(section).is_ok()).count();
        both as f64 / rarer.len().max(1) as f64
    }
}

/// Stems and folded forms of the plain words of a text: no names, numbers and stop words.
fn plain(analyzer: &Analyzer, text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    analyzer.terms(text, |term| {
        let form = &text[term.span.clone()];
        let is_plain = form.chars().all(char::is_alphabetic) && form.chars().count() >= LEAST_LETTERS;
        if term.kind == TermKind::Word && !term.stop && is_plain {
            found.push((term.text.to_owned(), docfuse::text::fold(form)));
        }
    });
    found
}
