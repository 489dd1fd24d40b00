//! What is searched instead of a mistyped word is a word of the site, as the site writes it: the one that was meant. A code is
//! not mistyped: a word with a digit that the site lacks is never replaced by another one.

use std::collections::{BTreeMap, HashSet};

use docfuse::search::Answer;
use docfuse::text::{Analyzer, fold};

use super::asking::Indexes;
use super::breaches::Breach;
use super::generated::random::Random;
use super::mistyped::{MISTAKES, Mistake};
use super::site::Site;

/// Least letters of a word that is mistyped.
const LEAST: usize = 5;

/// Sections of a site that have a word, at least: what stands once may be an error itself.
const SECTIONS: usize = 2;

/// Words that an answer may offer.
const OFFERED: usize = 3;

/// Hits of an answer.
const HITS: usize = 10;

/// What an answer did about a mistyped word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It shows the word that was meant, or finds it as typed.
    First,
    /// It shows another form of it.
    Form,
    /// It offers the word.
    Offered,
    /// It shows other words.
    Other,
    /// It finds something, and shows no word.
    Silent,
    Nothing,
}

/// A word as it stands on a site, and as it was typed.
pub struct Typed {
    pub meant: String,
    pub typed: String,
    pub mistake: Mistake,
    language: String,
}

/// The words of a site.
pub struct Words {
    analyzer: Analyzer,
    /// All words, folded, to look for what corrections show.
    all: HashSet<String>,
    /// By language and word: sections with it.
    plain: BTreeMap<(String, String), usize>,
    codes: BTreeMap<(String, String), usize>,
}

/// How often mistyped words had each outcome.
#[derive(Default)]
pub struct Found {
    pub outcomes: BTreeMap<Outcome, usize>,
    pub by_mistake: BTreeMap<Mistake, (usize, usize)>,
    pub asked: usize,
    /// Shown or offered words that the site has not.
    pub foreign: Vec<Breach>,
    pub missed: Vec<Breach>,
    pub codes: usize,
    pub corrected_codes: Vec<Breach>,
}

impl Words {
    pub fn of(site: &Site) -> Self {
        let mut words = Words {
            analyzer: Analyzer::default(),
            all: HashSet::new(),
            plain: BTreeMap::new(),
            codes: BTreeMap::new(),
        };
        for page in &site.pages {
            words.add_all(&page.title);
            words.add_all(&page.url);
            for section in &page.sections {
                let mut here = HashSet::new();
                for text in [&section.heading, &section.text] {
                    words.add_all(text);
                    here.extend(text.split_whitespace().map(trimmed));
                }
                section.path.iter().for_each(|text| words.add_all(text));
                section.names.iter().for_each(|name| words.add_all(&name.text));
                for text in [&section.word_parts, &section.keywords, &section.page_keywords] {
                    words.add_all(text);
                }
                for word in here {
                    let place = (page.language.clone(), word.to_owned());
                    let is_ascii = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
                    if word.len() >= LEAST && word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                        *words.plain.entry(place).or_default() += 1;
                    } else if word.len() + 2 >= LEAST
                        && is_ascii
                        && word.bytes().any(|byte| byte.is_ascii_digit())
                    {
                        *words.codes.entry(place).or_default() += 1;
                    }
                }
            }
        }
        words
    }

    /// Adds the words of a text: what stands between blanks, also behind an elision ("l'accent"), and what the analyzer finds
    /// there.
    fn add_all(&mut self, text: &str) {
        let chunks = text.split_whitespace().map(trimmed);
        let parts = chunks.clone().flat_map(|chunk| chunk.split(['\'', '’']));
        self.all.extend(chunks.chain(parts).map(fold));
        let all = &mut self.all;
        self.analyzer.terms(text, |term| all.extend([fold(&text[term.span])]));
    }

    /// Whether the site has each of the words of what an answer shows.
    fn have(&self, shown: &str) -> bool {
        shown
            .split_whitespace()
            .all(|chunk| self.all.contains(&fold(chunk)) || self.all.contains(&fold(trimmed(chunk))))
    }

    /// Of so many words of the site, each with one error that makes no other word of it.
    pub fn mistyped(&self, count: usize, seed: u64) -> Vec<Typed> {
        let mut random = Random::new(seed);
        let known = self.plain.iter().filter(|(_, sections)| **sections >= SECTIONS);
        let mut known: Vec<&(String, String)> = known.map(|(word, _)| word).collect();
        random.shuffle(&mut known);
        let mut typed: Vec<Typed> = Vec::new();
        for (language, meant) in known {
            if typed.len() == count {
                break;
            }
            let mistake = MISTAKES[typed.len() % MISTAKES.len()];
            let at = random.below(meant.len());
            let Some(word) = mistake.made(meant, at, &mut random) else { continue };
            if !self.all.contains(&fold(&word)) {
                typed.push(Typed { meant: meant.clone(), typed: word, mistake, language: language.clone() });
            }
        }
        typed
    }

    /// Codes that the site has not: each has another digit than one of its own.
    pub fn codes(&self, count: usize, seed: u64) -> Vec<(String, String)> {
        let mut random = Random::new(seed);
        let mut known: Vec<&(String, String)> = self.codes.keys().collect();
        random.shuffle(&mut known);
        let other = |(language, code): &(String, String)| {
            let at = code.rfind(|letter: char| letter.is_ascii_digit())?;
            let digit = b'0' + (code.as_bytes()[at] - b'0' + 1 + u8::try_from(random.below(9)).ok()?) % 10;
            let code = format!("{}{}{}", &code[..at], char::from(digit), &code[at + 1..]);
            (!self.all.contains(&fold(&code))).then(|| (language.clone(), code))
        };
        known.into_iter().filter_map(other).take(count).collect()
    }
}

/// A word without the signs around it.
fn trimmed(chunk: &str) -> &str {
    chunk.trim_matches(|letter: char| !letter.is_alphanumeric())
}

/// Asks for mistyped words and codes.
pub fn found(words: &Words, indexes: &mut Indexes, typed: &[Typed], codes: &[(String, String)]) -> Found {
    let mut found = Found { asked: typed.len(), codes: codes.len(), ..Found::default() };
    let analyzer = Analyzer::default();
    for Typed { meant, typed, mistake, language } in typed {
        let Some(answer) = indexes.ask(language, typed, HITS) else { continue };
        let shown = shown(&answer);
        let outcome = outcome(&analyzer, &answer, &shown, meant, typed);
        *found.outcomes.entry(outcome).or_default() += 1;
        let (all, first) = found.by_mistake.entry(*mistake).or_default();
        *all += 1;
        *first += usize::from(outcome == Outcome::First);
        let said = format!("{typed} for {meant}: {}", shown.join(", "));
        found.foreign.extend(
            shown
                .iter()
                .filter(|word| !words.have(word))
                .map(|_| Breach::new("a correction that is no word", said.clone())),
        );
        if outcome != Outcome::First {
            found.missed.push(Breach::new(format!("{outcome:?}"), said));
        }
    }
    for (language, code) in codes {
        let Some(answer) = indexes.ask(language, code, HITS) else { continue };
        if let Some(correction) = answer.corrections.first() {
            let said = format!("{code}: {}", correction.to);
            found.corrected_codes.push(Breach::new("a corrected code", said));
        }
    }
    found
}

/// The words that an answer shows for its only one, the first ones first.
fn shown(answer: &Answer) -> Vec<String> {
    let corrected = answer.corrections.iter().map(|correction| correction.to.clone());
    let offered =
        answer.suggestions.iter().filter(|offer| offer.url.is_none()).map(|offer| offer.text.clone());
    let mut shown: Vec<String> = Vec::new();
    for word in corrected.chain(offered) {
        if !shown.contains(&word) {
            shown.push(word);
        }
    }
    shown
}

fn outcome(analyzer: &Analyzer, answer: &Answer, shown: &[String], meant: &str, typed: &str) -> Outcome {
    let term = |word: &str| {
        let mut terms = Vec::new();
        analyzer.terms(word, |term| terms.push(term.text.to_owned()));
        terms
    };
    let is_meant = |word: &String| word.eq_ignore_ascii_case(meant);
    match shown.first() {
        // The error is in an ending.
        None if !answer.hits.is_empty() && term(meant) == term(typed) => Outcome::First,
        None if answer.hits.is_empty() => Outcome::Nothing,
        None => Outcome::Silent,
        Some(first) if is_meant(first) => Outcome::First,
        Some(_) if shown.iter().take(OFFERED).any(is_meant) => Outcome::Offered,
        Some(first) if term(first) == term(meant) => Outcome::Form,
        Some(_) => Outcome::Other,
    }
}

/// Of a generated site: what is no word of it, codes that were corrected, and mistyped words that find nothing.
pub fn breaches(site: &Site, seed: u64) -> Vec<Breach> {
    let words = Words::of(site);
    let (typed, codes) = (words.mistyped(20, seed), words.codes(5, seed));
    let found = found(&words, &mut Indexes::of(&site.pages), &typed, &codes);
    let nothing = found.missed.into_iter().filter(|breach| breach.rule == format!("{:?}", Outcome::Nothing));
    nothing.chain(found.foreign).chain(found.corrected_codes).collect()
}
