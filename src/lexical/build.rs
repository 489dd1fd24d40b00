//! Analyzes all sections, collects their postings, and writes blocks.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::blocks::{LexicalBlocks, write_blocks};
use super::bm25::{Bm25Params, FieldFrequencies};
use super::layout::{FIELD_COUNT, Field, exact_key};
use super::postings_accumulator::PostingsAccumulator;
use crate::format::FormatError;
use crate::limits::{MAX_KEY_BYTES, MAX_SECTIONS};
use crate::text::{Analyzer, AnalyzerSettings, Term, TermKind, fold, is_word_alone};

/// Sections that are analyzed in parallel before their postings are appended in order: enough to keep all cores busy,
/// few enough that their terms take some tens of megabytes.
const BLOCK_SECTIONS: usize = 1_024;

/// Positions left free between two texts, so that no phrase spans both.
const FIELD_GAP: u32 = 10;

/// The texts of one section.
#[derive(Clone, Debug, Default)]
pub struct SectionTexts<'a> {
    /// In reading order, each with its field.
    pub fields: Vec<(Field, &'a str)>,
    /// Names of the section for navigational matches, each with its kind: larger kinds rank first.
    pub names: Vec<(&'a str, u8)>,
    /// Factor for all impacts. A section of weight zero has no terms and no names.
    pub weight: f32,
}

/// One section's terms.
struct Analyzed {
    lengths: [u32; FIELD_COUNT],
    terms: HashMap<String, Occurrences>,
    names: Vec<(String, u8)>,
}

/// Occurrences of a term in one section.
#[derive(Default)]
pub(super) struct Occurrences {
    pub frequencies: FieldFrequencies,
    pub positions: Vec<u32>,
    /// A surface form of the term, folded, if it differs from the term.
    pub surface: Option<String>,
}

/// Analyzes all sections, on all cores of the current rayon pool, and writes their blocks. Deterministic: the same
/// sections give the same bytes. `progress` receives the number of sections done.
///
/// # Errors
/// More than [`MAX_SECTIONS`] sections.
pub fn build(
    sections: &[SectionTexts<'_>],
    settings: &AnalyzerSettings,
    params: &Bm25Params,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LexicalBlocks, FormatError> {
    if sections.len() > MAX_SECTIONS as usize {
        return Err(FormatError::OutOfRange {
            what: "sections",
            at_most: MAX_SECTIONS.into(),
            found: sections.len() as u64,
        });
    }
    let mut terms: HashMap<String, PostingsAccumulator> = HashMap::new();
    let mut names: BTreeMap<String, Vec<(u32, u8)>> = BTreeMap::new();
    let mut lengths = Vec::with_capacity(sections.len());
    let mut totals = [0u64; FIELD_COUNT];
    for block in sections.chunks(BLOCK_SECTIONS) {
        let analyzed: Vec<Analyzed> = block
            .par_iter()
            .map_init(|| Analyzer::new(settings), |analyzer, texts| analyze(analyzer, texts))
            .collect();
        for found in analyzed {
            let section = lengths.len() as u32;
            for (total, length) in totals.iter_mut().zip(found.lengths) {
                *total += u64::from(length);
            }
            lengths.push(found.lengths);
            for (term, occurrences) in found.terms {
                terms.entry(term).or_default().push(section, &occurrences);
            }
            for (key, kind) in found.names {
                let known = names.entry(key).or_default();
                match known.last_mut().filter(|(last, _)| *last == section) {
                    Some((_, best)) => *best = kind.max(*best),
                    None => known.push((section, kind)),
                }
            }
        }
        progress(lengths.len());
    }
    let count = sections.len().max(1) as f32;
    let average = totals.map(|total| total as f32 / count);
    let impact = |section: u32, frequencies: &FieldFrequencies| {
        let weight = sections[section as usize].weight;
        params.impact(frequencies, &lengths[section as usize], &average) * weight
    };
    let heaviest = sections.iter().map(|section| section.weight).fold(0.0, f32::max);
    let largest_impact = (params.largest_impact() * heaviest).max(f32::MIN_POSITIVE);
    let mut terms: Vec<(String, PostingsAccumulator)> = terms.into_iter().collect();
    terms.par_sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(write_blocks(terms, names, largest_impact, &impact))
}

fn analyze(analyzer: &mut Analyzer, texts: &SectionTexts<'_>) -> Analyzed {
    let mut lengths = [0; FIELD_COUNT];
    let mut terms: HashMap<String, Occurrences> = HashMap::new();
    let mut position = 0;
    if texts.weight <= 0.0 {
        return Analyzed { lengths, terms, names: Vec::new() };
    }
    for (field, text) in &texts.fields {
        let field = *field as usize;
        let mut pairs_end = 0;
        analyzer.terms(text, |term| {
            lengths[field] += Analyzer::length(term.kind);
            for c in single_characters(&term, &mut pairs_end) {
                terms.entry(c.into()).or_default().frequencies[field] += 1;
            }
            let occurrences = match terms.get_mut(term.text) {
                Some(known) => known,
                None => terms.entry(term.text.to_owned()).or_default(),
            };
            let first = occurrences.frequencies.iter().all(|frequency| *frequency == 0);
            occurrences.frequencies[field] += 1;
            // Terms without length have no position, so the words of a phrase stay adjacent.
            if Analyzer::length(term.kind) == 0 {
                return;
            }
            // Anchor texts stand on other pages, so no phrase of this one includes them.
            if field != Field::Anchor as usize {
                occurrences.positions.push(position);
            }
            position += 1;
            let written = &text[term.span];
            if first && !written.eq_ignore_ascii_case(term.text) {
                occurrences.surface = Some(fold(written)).filter(|folded| folded != term.text);
            }
        });
        position += FIELD_GAP;
    }
    let names =
        texts.names.iter().filter_map(|(name, kind)| Some((name_key(analyzer, name)?, *kind))).collect();
    Analyzed { lengths, terms, names }
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

/// The key of a name; `None` if it has no words or is too long to be typed.
fn name_key(analyzer: &Analyzer, name: &str) -> Option<String> {
    let mut first = None;
    analyzer.terms(name, |term| {
        first.get_or_insert_with(|| term.text.to_owned());
    });
    Some(exact_key(&first?, &fold(name))).filter(|key| key.len() <= MAX_KEY_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

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
