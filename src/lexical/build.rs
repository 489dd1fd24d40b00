//! Analyzes all sections, collects their postings, and writes blocks.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use super::analysis::{AnalysisMemory, Analyzed, SectionKey, SectionTerms, SectionTexts, analyze};
use super::blocks::{LexicalBlocks, TermPostings, write_blocks};
use super::bm25::{Bm25Params, FieldFrequencies};
use super::layout::FIELD_COUNT;
use super::occurrences::SectionWindows;
use super::postings_accumulator::PostingsAccumulator;
use crate::format::FormatError;
use crate::limits::MAX_SECTIONS;
use crate::text::{Analyzer, AnalyzerSettings};

/// Sections that are analyzed in parallel before their postings are appended in order: enough to keep all cores busy,
/// few enough that their terms take some tens of megabytes.
const BLOCK_SECTIONS: usize = 1_024;

/// Analyzes all sections that `memory` does not know, on all cores of the current rayon pool, and writes their blocks.
/// Deterministic: the same sections give the same bytes, whatever the memory has. `progress` receives the number of
/// sections done. `windows` are the first window of each section and the number of all; with them, the blocks tell where
/// terms occur.
///
/// # Errors
/// More than [`MAX_SECTIONS`] sections.
pub fn build(
    sections: &[SectionTexts<'_>],
    settings: &AnalyzerSettings,
    params: &Bm25Params,
    memory: &mut AnalysisMemory,
    windows: Option<&[u32]>,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LexicalBlocks, FormatError> {
    if sections.len() > MAX_SECTIONS as usize {
        return Err(FormatError::OutOfRange {
            what: "sections",
            at_most: MAX_SECTIONS.into(),
            found: sections.len() as u64,
        });
    }
    memory.begin(settings);
    let mut collected = Collected::default();
    for block in sections.chunks(BLOCK_SECTIONS) {
        let analyzed: Vec<(Option<SectionKey>, Option<Analyzed>)> = block
            .par_iter()
            .map_init(
                || None,
                |analyzer, texts| {
                    let key = memory.key(texts);
                    if memory.knows(key.as_ref()) {
                        return (key, None);
                    }
                    let analyzer = analyzer.get_or_insert_with(|| Analyzer::new(settings));
                    (key, Some(analyze(analyzer, texts)))
                },
            )
            .collect();
        for (key, analyzed) in analyzed {
            memory.with_section(key, analyzed, &mut |section| collected.add(section));
        }
        progress(collected.lengths.len());
    }
    let Collected { postings, names, lengths, texts, totals } = collected;
    let count = sections.len().max(1) as f32;
    let average = totals.map(|total| total as f32 / count);
    let impact = |section: u32, frequencies: &FieldFrequencies| {
        let weight = sections[section as usize].weight;
        params.impact(frequencies, &lengths[section as usize], &average) * weight
    };
    let heaviest = sections.iter().map(|section| section.weight).fold(0.0, f32::max);
    let largest_impact = (params.largest_impact() * heaviest).max(f32::MIN_POSITIVE);
    let words = memory.vocabulary.words();
    let term = |(number, postings): (usize, PostingsAccumulator)| {
        let word = words.get(number).filter(|_| postings.document_frequency > 0)?;
        let surface = postings.surface().filter(|surface| *surface as usize != number);
        let surface = surface.and_then(|surface| words.get(surface as usize)).cloned();
        Some(TermPostings { term: word.clone(), surface, postings })
    };
    let mut terms: Vec<TermPostings> = postings.into_iter().enumerate().filter_map(term).collect();
    terms.par_sort_unstable_by(|a, b| a.term.cmp(&b.term));
    memory.end(terms.len());
    let windows = windows.map(|starts| SectionWindows { starts, texts: &texts });
    Ok(write_blocks(terms, names, largest_impact, windows.as_ref(), &impact))
}

/// What the sections so far give.
#[derive(Default)]
struct Collected {
    /// By number of the term.
    postings: Vec<PostingsAccumulator>,
    /// Sections and kinds by key of the name.
    names: BTreeMap<String, Vec<(u32, u8)>>,
    /// Lengths of the fields of each section, and of all.
    lengths: Vec<[u32; FIELD_COUNT]>,
    /// Positions of the text of each section.
    texts: Vec<Range<u32>>,
    totals: [u64; FIELD_COUNT],
}

impl Collected {
    /// Adds the next section.
    fn add(&mut self, found: &SectionTerms) {
        let section = self.lengths.len() as u32;
        for (total, length) in self.totals.iter_mut().zip(found.lengths) {
            *total += u64::from(length);
        }
        self.lengths.push(found.lengths);
        self.texts.push(found.text.clone());
        let mut begin = 0;
        for term in &found.terms {
            let number = term.term as usize;
            if number >= self.postings.len() {
                self.postings.resize_with(number + 1, PostingsAccumulator::default);
            }
            let occurrences = &found.occurrences[begin..term.end as usize];
            begin = term.end as usize;
            self.postings[number].push(section, occurrences, term.surface);
        }
        for (key, kind) in &found.names {
            let known = match self.names.get_mut(key) {
                Some(known) => known,
                None => self.names.entry(key.clone()).or_default(),
            };
            match known.last_mut().filter(|(last, _)| *last == section) {
                Some((_, best)) => *best = *kind.max(best),
                None => known.push((section, *kind)),
            }
        }
    }
}
