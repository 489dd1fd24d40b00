//! Analysis of sections: [`SectionTerms`], and [`AnalysisMemory`], by which a later build analyzes only what changed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::layout::{FIELD_COUNT, Field};
use super::name_keys::name_keys;
use crate::format::Writer;
use crate::limits::MAX_KEY_BYTES;
use crate::text::{Analyzer, AnalyzerSettings, StemMemory, Term, TermKind, compatible, fold, is_word_alone};

/// Positions left free between two texts, so that no phrase spans both.
const FIELD_GAP: u32 = 10;

/// The texts of one section.
#[derive(Clone, Debug, Default)]
pub struct SectionTexts<'a> {
    /// In reading order, each with its field.
    pub fields: Vec<(Field, &'a str)>,
    /// Names of the section for navigational matches, each with its kind: larger kinds rank first.
    pub names: Vec<(&'a str, u8)>,
    /// Words beside the text, such as those of the address. They count where no field has them.
    pub beside: &'a str,
    /// Factor for all impacts. A section of weight zero has no terms and no names.
    pub weight: f32,
}

/// A section as the analyzer left it: terms by their text.
pub(super) struct Analyzed {
    lengths: [u32; FIELD_COUNT],
    text: Range<u32>,
    terms: HashMap<String, Occurrences>,
    names: Vec<(String, u8)>,
}

/// Occurrences of a term in one section.
#[derive(Default)]
struct Occurrences {
    frequencies: [u32; FIELD_COUNT],
    positions: Vec<u32>,
    /// Its surface forms, folded.
    forms: Vec<String>,
}

/// One section's terms, by their numbers in a [`Vocabulary`].
pub(super) struct SectionTerms {
    /// Length of each field.
    pub lengths: [u32; FIELD_COUNT],
    /// Positions of its text, behind those of title and headings.
    pub text: Range<u32>,
    /// The terms, in any order.
    pub terms: Vec<TermInSection>,
    /// For each of `terms`, a bit for each field that has it (none if it only stands beside the text), its frequencies
    /// there, the number of its positions, and their steps.
    pub occurrences: Vec<u8>,
    /// Numbers of the terms' surface forms.
    pub forms: Vec<u32>,
    /// Keys of names with their kinds.
    pub names: Vec<(String, u8)>,
}

/// A term of a section.
pub(super) struct TermInSection {
    pub term: u32,
    /// Where its part of the occurrences ends; it begins at the end of the term before.
    pub end: u32,
    /// Where its forms end, likewise.
    pub forms_end: u32,
}

/// Numbers of words, in the order in which they were first seen.
#[derive(Default)]
pub(super) struct Vocabulary {
    numbers: HashMap<Arc<str>, u32>,
    words: Vec<Arc<str>>,
}

impl Vocabulary {
    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let (word, number): (Arc<str>, u32) = (word.into(), self.words.len() as u32);
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }

    /// All words by number.
    pub fn words(&self) -> &[Arc<str>] {
        &self.words
    }

    /// Gives a section's terms numbers.
    pub fn numbered(&mut self, analyzed: Analyzed) -> SectionTerms {
        let Analyzed { lengths, text, terms: found, names } = analyzed;
        let mut terms = Vec::with_capacity(found.len());
        let (mut writer, mut forms) = (Writer::new(), Vec::new());
        for (term, Occurrences { frequencies, positions, forms: written }) in found {
            // Most terms are in one field.
            let fields = frequencies.iter().enumerate().filter(|(_, frequency)| **frequency > 0);
            writer.varint(fields.clone().fold(0, |fields, (field, _)| fields | 1 << field));
            fields.for_each(|(_, frequency)| writer.varint(*frequency));
            writer.varint(positions.len() as u32);
            let mut before = 0;
            for position in positions {
                writer.varint(position - before);
                before = position;
            }
            let term = self.number(&term);
            forms.extend(written.iter().map(|form| self.number(form)));
            terms.push(TermInSection { term, end: writer.len() as u32, forms_end: forms.len() as u32 });
        }
        SectionTerms { lengths, text, terms, occurrences: writer.finish(), forms, names }
    }
}

/// The hash of a section's texts.
pub(super) type SectionKey = [u8; 16];

/// Analyses of a build for the next one. [`AnalysisMemory::default`] keeps none.
#[derive(Default)]
pub struct AnalysisMemory {
    pub(super) vocabulary: Vocabulary,
    settings: AnalyzerSettings,
    /// By the hash of their texts: sections, and the build that last had them.
    kept: Option<HashMap<SectionKey, (SectionTerms, u32)>>,
    build: u32,
}

impl AnalysisMemory {
    /// A memory that keeps the analyses of the last build: about as many bytes as the texts have.
    pub fn keeping() -> Self {
        AnalysisMemory { kept: Some(HashMap::new()), ..AnalysisMemory::default() }
    }

    /// Begins a build. Other settings give other terms, so nothing is kept from a build with those.
    pub(super) fn begin(&mut self, settings: &AnalyzerSettings) {
        let is_new = self.settings != *settings;
        if is_new || self.kept.is_none() {
            self.vocabulary = Vocabulary::default();
            self.settings = settings.clone();
            self.kept.iter_mut().for_each(HashMap::clear);
        }
        self.build += 1;
    }

    /// The key of a section; `None` if nothing is kept.
    pub(super) fn key(&self, texts: &SectionTexts<'_>) -> Option<SectionKey> {
        self.kept.as_ref().map(|_| key(texts))
    }

    /// Whether a section is known.
    pub(super) fn knows(&self, key: Option<&SectionKey>) -> bool {
        key.zip(self.kept.as_ref()).is_some_and(|(key, kept)| kept.contains_key(key))
    }

    /// Gives `used` the terms of a known section, or of one that was just analyzed, which is then kept.
    pub(super) fn with_section(
        &mut self,
        key: Option<SectionKey>,
        analyzed: Option<Analyzed>,
        used: &mut dyn FnMut(&SectionTerms),
    ) {
        let numbered = analyzed.map(|analyzed| self.vocabulary.numbered(analyzed));
        match (key.zip(self.kept.as_mut()), numbered) {
            (Some((key, kept)), Some(section)) => {
                used(&section);
                kept.insert(key, (section, self.build));
            }
            (Some((key, kept)), None) => {
                if let Some((section, build)) = kept.get_mut(&key) {
                    *build = self.build;
                    used(section);
                }
            }
            (None, numbered) => numbered.iter().for_each(used),
        }
    }

    /// Ends the numbering of words: unless something is kept, nothing looks for one again.
    pub(super) fn end_numbering(&mut self) {
        if self.kept.is_none() {
            self.vocabulary.numbers = HashMap::new();
        }
    }

    /// Ends a build whose terms number `terms`: forgets sections that are gone, and everything once most words are of
    /// such sections.
    pub(super) fn end(&mut self, terms: usize) {
        let Some(kept) = &mut self.kept else {
            self.vocabulary = Vocabulary::default();
            return;
        };
        kept.retain(|_, (_, build)| *build == self.build);
        // Besides terms, it has surface forms, at most as many again for most languages.
        if self.vocabulary.words.len() > 8 * terms.max(1_000) {
            kept.clear();
            self.vocabulary = Vocabulary::default();
        }
    }
}

/// Each text is hashed after its length, so that different sections have different keys.
fn key(texts: &SectionTexts<'_>) -> SectionKey {
    let mut hash = Sha256::new();
    hash.update([u8::from(texts.weight > 0.0)]);
    let fields = texts.fields.iter().map(|(field, text)| (*field as u8, *text));
    let names = texts.names.iter().map(|(name, kind)| (*kind | 0x80, *name));
    let beside = std::iter::once((FIELD_COUNT as u8, texts.beside));
    for (kind, text) in fields.chain(names).chain(beside) {
        hash.update([kind]);
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    let mut key = SectionKey::default();
    key.copy_from_slice(&hash.finalize()[..16]);
    key
}

/// What one core analyzes sections with.
#[derive(Default)]
pub(super) struct SectionAnalyzer {
    analyzer: Analyzer,
    stems: StemMemory,
    beside: Beside,
}

impl SectionAnalyzer {
    pub fn new(settings: &AnalyzerSettings) -> Self {
        SectionAnalyzer { analyzer: Analyzer::new(settings), ..SectionAnalyzer::default() }
    }
}

/// The terms of words beside a text, which all sections of a page have.
#[derive(Default)]
struct Beside {
    text: String,
    /// Each with its surface form.
    terms: Vec<(String, String)>,
}

impl Beside {
    fn terms_of(&mut self, analyzer: &Analyzer, text: &str) -> &[(String, String)] {
        if self.text != text {
            text.clone_into(&mut self.text);
            self.terms.clear();
            let text = compatible(text);
            analyzer.terms(&text, |term| {
                if Analyzer::length(term.kind) > 0 {
                    self.terms.push((term.text.to_owned(), fold(&text[term.span])));
                }
            });
        }
        &self.terms
    }
}

/// Analyzes a section.
pub(super) fn analyze(by: &mut SectionAnalyzer, texts: &SectionTexts<'_>) -> Analyzed {
    let SectionAnalyzer { analyzer, stems, beside } = by;
    let mut lengths = [0; FIELD_COUNT];
    let mut terms: HashMap<String, Occurrences> = HashMap::new();
    let mut position = 0;
    if texts.weight <= 0.0 {
        return Analyzed { lengths, text: 0..0, terms, names: Vec::new() };
    }
    let mut places = 0..0;
    for (kind, text) in &texts.fields {
        let field = *kind as usize;
        let mut pairs_end = 0;
        let text = compatible(text);
        analyzer.terms_by_memory(&text, stems, |term| {
            lengths[field] += Analyzer::length(term.kind);
            for c in single_characters(&term, &mut pairs_end) {
                terms.entry(c.into()).or_default().frequencies[field] += 1;
            }
            let occurrences = match terms.get_mut(term.text) {
                Some(known) => known,
                None => terms.entry(term.text.to_owned()).or_default(),
            };
            occurrences.frequencies[field] += 1;
            occurrences.write(&text[term.span]);
            // Terms without length have no position, so the words of a phrase stay adjacent.
            if Analyzer::length(term.kind) == 0 {
                return;
            }
            // Anchor texts stand on other pages, so no phrase of this one includes them.
            if field != Field::Anchor as usize {
                occurrences.positions.push(position);
            }
            position += 1;
        });
        position += FIELD_GAP;
        match kind {
            Field::Title | Field::Path | Field::Heading => places = position..position,
            Field::Body | Field::Code => places.end = position,
            Field::Anchor => {}
        }
    }
    // A heading that says a word twice is no more about it: `PUT /keys/{key_id}` comes behind `GET /keys`.
    for occurrences in terms.values_mut() {
        for field in [Field::Title, Field::Heading] {
            let frequency = &mut occurrences.frequencies[field as usize];
            *frequency = (*frequency).min(1);
        }
    }
    for (term, form) in beside.terms_of(analyzer, texts.beside) {
        if !terms.contains_key(term) {
            let forms = vec![form.clone()];
            terms.insert(term.clone(), Occurrences { forms, ..Occurrences::default() });
        }
    }
    Analyzed { lengths, text: places, terms, names: names_of(analyzer, &texts.names) }
}

impl Occurrences {
    /// Notes how the term is written in a text.
    fn write(&mut self, written: &str) {
        if self.forms.iter().any(|form| written.eq_ignore_ascii_case(form)) {
            return;
        }
        let form = fold(written);
        if !self.forms.contains(&form) {
            self.forms.push(form);
        }
    }
}

/// Keys of a section's names, each with its kind.
fn names_of(analyzer: &Analyzer, names: &[(&str, u8)]) -> Vec<(String, u8)> {
    let mut keys = Vec::new();
    for (name, kind) in names {
        let name = &*compatible(name);
        // A name without blanks is also found by the words in it, an option without its dashes, behind what has the typed
        // form.
        let least = if name.starts_with('-') { 1 } else { 2 };
        let [written, by_words] = name_keys(analyzer, name, least);
        let by_words = by_words.filter(|_| !name.contains(char::is_whitespace));
        // A constant is not the variable with the same words: it comes with sections that mention the variable.
        let of_words = if is_constant(name) { 1 } else { kind.div_ceil(2) };
        let both = [(written, *kind), (by_words, of_words)];
        let fits =
            |(key, kind): (Option<String>, u8)| Some((key.filter(|key| key.len() <= MAX_KEY_BYTES)?, kind));
        keys.extend(both.into_iter().filter_map(fits));
    }
    keys
}

/// Whether a name is in capitals, with underscores: `MAX_SIZE`.
fn is_constant(name: &str) -> bool {
    name.contains('_')
        && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The characters of a pair that readers also look up alone, each once per text: the previous pair already gave those
/// before `done`. They have no position and add nothing to a text's length.
fn single_characters(term: &Term<'_>, done: &mut usize) -> impl Iterator<Item = char> {
    let is_pair = term.kind == TermKind::Word && term.text.chars().count() == 2;
    let given = usize::from(term.span.start < *done);
    if is_pair {
        *done = term.span.end;
    }
    term.text.chars().skip(given).filter(move |c| is_pair && is_word_alone(*c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_a_word_once() {
        let fields = vec![(Field::Heading, "keys of keys"), (Field::Body, "keys of keys")];
        let texts = SectionTexts { fields, names: Vec::new(), beside: "", weight: 1.0 };
        let analyzed = analyze(&mut SectionAnalyzer::default(), &texts);
        let frequencies = &analyzed.terms["key"].frequencies;
        assert_eq!((frequencies[Field::Heading as usize], frequencies[Field::Body as usize]), (1, 2));
    }

    #[test]
    fn each_character_of_pairs_is_emitted_once() {
        let mut given = String::new();
        let mut done = 0;
        Analyzer::default().terms("软件包 of 京, 値を返す、サービス 한국어", |term| {
            given.extend(single_characters(&term, &mut done));
        });
        assert_eq!(given, "软件包値返한국어");
    }
}
