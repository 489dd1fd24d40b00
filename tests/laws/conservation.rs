//! What a page shows is in its index, or the build names the rule that left it out.

use std::collections::{BTreeMap, HashMap, HashSet};

use docfuse::index::{LeftPart, Page, Section};
use rayon::prelude::*;

use super::breaches::Breach;
use super::generated::{GeneratedPage, GeneratedSite};
use super::site::{File, Site, text};
use super::tokens::{WordSet, name, words};
use super::visible::Visible;

/// Words of a breach that are shown.
const SHOWN: usize = 8;

/// Where the words of pages are, counted once a page.
#[derive(Default)]
pub struct Share {
    pub words: usize,
    pub kept: usize,
    /// By the rule that left them out.
    pub named: BTreeMap<String, usize>,
    /// By the place in pages: without a named rule.
    pub lost: BTreeMap<String, Lost>,
}

/// Words lost at a place of pages.
#[derive(Default)]
pub struct Lost {
    pub count: usize,
    pub example: String,
}

impl Share {
    pub fn lost(&self) -> usize {
        self.lost.values().map(|lost| lost.count).sum()
    }

    fn and(mut self, other: Share) -> Share {
        self.words += other.words;
        self.kept += other.kept;
        for (rule, count) in other.named {
            *self.named.entry(rule).or_default() += count;
        }
        for (place, lost) in other.lost {
            let found = self.lost.entry(place).or_insert(Lost { count: 0, example: lost.example });
            found.count += lost.count;
        }
        self
    }
}

/// Where the words of all files are.
pub fn share(files: &[File], site: &Site) -> Share {
    files
        .par_iter()
        .map(|(path, bytes)| of_page(path, &Visible::of(&text(bytes)), site))
        .reduce(Share::default, Share::and)
}

fn of_page(path: &str, visible: &Visible, site: &Site) -> Share {
    let indexed = indexed(path, site);
    let left = left(path, site);
    let mut share = Share { words: visible.words.len(), ..Share::default() };
    for (word, place) in &visible.words {
        if indexed.has(word) {
            share.kept += 1;
        } else if let Some(rule) =
            rule_of(word, path, &left, site).or_else(|| rule_of_number(word, &indexed, &left))
        {
            *share.named.entry(rule).or_default() += 1;
        } else {
            let lost = share.lost.entry(place.clone()).or_default();
            lost.count += 1;
            if lost.count <= 3 {
                let shown = if lost.count == 1 { format!("{path}: ") } else { " ".to_owned() };
                lost.example.push_str(&(shown + word));
            }
        }
    }
    share
}

/// The words of a page in the index: of its sections, and of those that stand for its removed ones.
fn indexed(path: &str, site: &Site) -> WordSet {
    let mut set = WordSet::default();
    if let Some(page) = site.page(path) {
        set.add(&page.title);
        page.sections.iter().for_each(|section| add(&mut set, section));
    }
    for (page, section) in site.stand_ins(path) {
        set.add(&page.title);
        add(&mut set, &page.sections[section]);
    }
    set
}

fn add(set: &mut WordSet, section: &Section) {
    for text in [&section.heading, &section.text, &section.keywords, &section.word_parts] {
        set.add(text);
    }
    section.path.iter().for_each(|heading| set.add(heading));
    section.names.iter().for_each(|name| set.add(&name.text));
}

/// The words of a page's parts that a rule left out, each with the rule.
fn left(path: &str, site: &Site) -> Vec<(String, WordSet)> {
    let parts = site.page(path).into_iter().flat_map(|page| &page.left_parts);
    let set = |part: &LeftPart| {
        let mut set = WordSet::default();
        set.add(&part.text);
        (part.rule.to_owned(), set)
    };
    parts.map(set).collect()
}

/// The rule that left a word out of a page: of a part of it, or of all of it.
fn rule_of(word: &str, path: &str, left: &[(String, WordSet)], site: &Site) -> Option<String> {
    of_part(word, left).or_else(|| site.left_out.get(path).map(|reason| format!("page: {}", reason.key())))
}

fn of_part(word: &str, left: &[(String, WordSet)]) -> Option<String> {
    left.iter().find(|(_, set)| set.has(word)).map(|(rule, _)| rule.clone())
}

/// The rule that left out a number at a word: the mark of a footnote behind it, `tables1`, or that of a line of code before
/// it, `1def`.
fn rule_of_number(word: &str, indexed: &WordSet, left: &[(String, WordSet)]) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (begins, ends) = (word.trim_end_matches(is_digit), word.trim_start_matches(is_digit));
    let (behind, before) = (&word[begins.len()..], &word[..word.len() - ends.len()]);
    [(begins, behind), (ends, before)]
        .into_iter()
        .filter(|(rest, number)| !number.is_empty() && indexed.has(rest))
        .find_map(|(_, number)| of_part(number, left))
}

/// Of a generated site: what its author wrote is in the index, in its section; the rest is there, or a rule is named.
pub fn breaches(generated: &GeneratedSite, files: &[File], site: &Site) -> Vec<Breach> {
    let common = common(generated);
    let mut found = Vec::new();
    for (page, (path, bytes)) in generated.pages.iter().zip(files) {
        found.extend(of_author(page, site, &common));
        found.extend(of_template(page, path, bytes, site));
    }
    found
}

/// Words of authors that stand on most pages: a rule may leave them out, unless nothing else is in their section.
fn common(generated: &GeneratedSite) -> HashSet<String> {
    let mut pages: HashMap<String, usize> = HashMap::new();
    for page in &generated.pages {
        let all = page.sections.iter().flat_map(|(_, texts)| texts).flat_map(|text| words(text));
        let of_page: HashSet<String> = all.map(|(_, word)| word).collect();
        of_page.into_iter().for_each(|word| *pages.entry(word).or_default() += 1);
    }
    let most = |count: usize| count * 2 >= generated.pages.len();
    pages.into_iter().filter(|&(_, count)| most(count)).map(|(word, _)| word).collect()
}

fn of_author(page: &GeneratedPage, site: &Site, common: &HashSet<String>) -> Vec<Breach> {
    let path = &page.path;
    if let Some(reason) = site.left_out.get(path) {
        return vec![Breach::new(format!("page left out: {}", reason.key()), path)];
    }
    let Some(indexed_page) = site.page(path) else {
        return vec![Breach::new("page in no list", path)];
    };
    let left = left(path, site);
    let mut found = Vec::new();
    let mut title = WordSet::default();
    title.add(&indexed_page.title);
    if name(&page.title).iter().any(|word| !title.has(word)) {
        found.push(Breach::new("title", format!("{path}: {} is called {}", page.title, indexed_page.title)));
    }
    for (heading, texts) in &page.sections {
        let set = section(indexed_page, heading, path, site);
        let is_lost = |text: &String| words(text).all(|(_, word)| !set.has(&word));
        let all_lost = texts.iter().any(|text| words(text).next().is_some()) && texts.iter().all(is_lost);
        let mut by_rule: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let told = texts.iter().filter(|text| all_lost || !is_date(text, page.months, common));
        for (_, word) in told.chain([heading]).flat_map(|text| words(text)) {
            if set.has(&word) {
                continue;
            }
            let rule = rule_of(&word, path, &left, site);
            if rule.is_some() && common.contains(&word) && !all_lost {
                continue;
            }
            let rule = rule.unwrap_or_else(|| "no rule".to_owned());
            let what = if all_lost { "whole text of a section" } else { "author's words" };
            by_rule.entry(format!("{what}, {rule}")).or_default().push(word);
        }
        found.extend(by_rule.into_iter().map(|(rule, lost)| Breach::new(rule, example(path, &lost))));
    }
    found
}

/// Whether a text is a date beside words that stand on most pages, which a rule may leave out.
fn is_date(text: &str, months: &[&str], common: &HashSet<String>) -> bool {
    let is_number = |word: &str| word.len() <= 4 && word.chars().all(|letter| letter.is_ascii_digit());
    let months: Vec<String> = months.iter().flat_map(|month| words(month)).map(|(_, word)| word).collect();
    let has_month = words(text).any(|(_, word)| months.contains(&word));
    let of_date = |word: String| is_number(&word) || months.contains(&word) || common.contains(&word);
    has_month && words(text).all(|(_, word)| of_date(word))
}

/// What is in the section of a heading and below it; of the whole page, if the title is its heading.
fn section(page: &Page, heading: &str, path: &str, site: &Site) -> WordSet {
    let mut set = WordSet::default();
    let wanted = name(heading);
    let is_title = name(&page.title) == wanted;
    for section in &page.sections {
        let is_it = |heading: &String| name(heading) == wanted;
        if is_title || is_it(&section.heading) || section.path.iter().any(is_it) {
            add(&mut set, section);
        }
    }
    set.add(&page.title);
    for (page, at) in site.stand_ins(path) {
        set.add(&page.title);
        add(&mut set, &page.sections[at]);
    }
    set
}

fn of_template(page: &GeneratedPage, path: &str, bytes: &[u8], site: &Site) -> Option<Breach> {
    let mut own = WordSet::default();
    page.sections
        .iter()
        .flat_map(|(heading, texts)| texts.iter().chain([heading]))
        .for_each(|text| own.add(text));
    let indexed = indexed(path, site);
    let left = left(path, site);
    let visible = Visible::of(&text(bytes));
    let is_lost =
        |word: &str| !own.has(word) && !indexed.has(word) && rule_of(word, path, &left, site).is_none();
    let lost: Vec<String> =
        visible.words.into_iter().map(|(word, _)| word).filter(|word| is_lost(word)).collect();
    (!lost.is_empty()).then(|| Breach::new("template's words, no rule", example(path, &lost)))
}

fn example(path: &str, lost: &[String]) -> String {
    let more = if lost.len() > SHOWN { " …" } else { "" };
    format!("{path}: {}{more}", lost[..lost.len().min(SHOWN)].join(" "))
}
