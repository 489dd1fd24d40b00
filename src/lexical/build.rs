//! Analyzes all sections, collects their postings, and writes blocks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::analysis::{
    AnalysisMemory, Analyzed, SectionAnalyzer, SectionKey, SectionTerms, SectionTexts, analyze,
};
use super::blocks::{LexicalBlocks, TermEntries, TermPostings, write_blocks};
use super::bm25::{Bm25Params, FieldFrequencies};
use super::layout::FIELD_COUNT;
use super::occurrences::SectionWindows;
use super::postings_accumulator::PostingsAccumulator;
use crate::format::FormatError;
use crate::limits::MAX_SECTIONS;
use crate::text::AnalyzerSettings;

/// Sections that are analyzed in parallel before their postings are appended in order: enough to keep all cores busy,
/// few enough that their terms take some tens of megabytes.
pub const BATCH_SECTIONS: usize = 1_024;

/// Makes the lexical part of an index. Takes sections batch by batch, so that callers can let go of texts in between.
/// Deterministic: the same sections give the same bytes, whatever the memory has.
pub struct LexicalBuild<'a> {
    settings: &'a AnalyzerSettings,
    memory: &'a mut AnalysisMemory,
    /// Of cores that wait: one that goes on takes what it finds.
    analyzers: Mutex<Vec<SectionAnalyzer>>,
    weights: Vec<f32>,
    collected: Collected,
}

impl<'a> LexicalBuild<'a> {
    /// Begins the part of an index of so many sections.
    ///
    /// # Errors
    /// More than [`MAX_SECTIONS`].
    pub fn new(
        sections: usize,
        settings: &'a AnalyzerSettings,
        memory: &'a mut AnalysisMemory,
    ) -> Result<Self, FormatError> {
        if sections > MAX_SECTIONS as usize {
            let (at_most, found) = (MAX_SECTIONS.into(), sections as u64);
            return Err(FormatError::out_of_range("sections", at_most, found));
        }
        memory.begin(settings);
        Ok(LexicalBuild {
            settings,
            memory,
            analyzers: Mutex::default(),
            weights: Vec::new(),
            collected: Collected::default(),
        })
    }

    /// Number of sections so far.
    pub fn sections(&self) -> usize {
        self.weights.len()
    }

    /// Adds the next sections, some [`BATCH_SECTIONS`]. Analyzes those that the memory does not know, on all cores of the
    /// current rayon pool.
    pub fn add(&mut self, sections: &[SectionTexts<'_>]) {
        let LexicalBuild { settings, memory, analyzers, weights, collected } = self;
        let analyzers = &*analyzers;
        let analyzed: Vec<(Option<SectionKey>, Option<Analyzed>)> = sections
            .par_iter()
            .map(|texts| {
                let key = memory.key(texts);
                if memory.knows(key.as_ref()) {
                    return (key, None);
                }
                let waiting = analyzers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut analyzer = waiting.unwrap_or_else(|| SectionAnalyzer::new(settings));
                let analyzed = analyze(&mut analyzer, texts);
                analyzers.lock().unwrap_or_else(PoisonError::into_inner).push(analyzer);
                (key, Some(analyzed))
            })
            .collect();
        for (key, analyzed) in analyzed {
            memory.with_section(key, analyzed, &mut |section| collected.add(section));
        }
        weights.extend(sections.iter().map(|section| section.weight));
    }

    /// Writes the blocks of all sections. `windows` are the first window of each section and the number of all; with
    /// them, the blocks tell where terms occur.
    pub fn finish(self, params: &Bm25Params, windows: Option<&[u32]>) -> LexicalBlocks {
        let LexicalBuild { memory, weights, collected, .. } = self;
        let sections = weights.len();
        memory.end_numbering();
        let Collected { mut postings, names, lengths, texts, totals } = collected;
        let average_words = totals.map(|total| total as f32 / weights.len().max(1) as f32);
        let mut average = average_words;
        for (average, given) in average.iter_mut().zip(params.lengths).filter(|(_, given)| *given > 0.0) {
            *average = given;
        }
        let impact = |section: u32, frequencies: &FieldFrequencies| {
            params.impact(frequencies, &lengths[section as usize], &average) * weights[section as usize]
        };
        let heaviest = weights.iter().copied().fold(0.0, f32::max);
        let largest_impact = (params.largest_impact() * heaviest).max(f32::MIN_POSITIVE);
        let words = memory.vocabulary.words();
        let mut order: Vec<usize> =
            (0..postings.len()).filter(|number| postings[*number].document_frequency > 0).collect();
        order.par_sort_unstable_by(|a, b| words[*a].cmp(&words[*b]));
        let terms = order.len();
        let mut sorted = order.into_iter().map(|number| {
            let mut postings = std::mem::take(&mut postings[number]);
            let forms = postings.forms();
            let mut forms: Vec<Arc<str>> =
                forms.into_iter().filter_map(|form| words.get(form as usize)).cloned().collect();
            let term = Arc::clone(&words[number]);
            if matches!(forms.as_slice(), [only] if *only == term) {
                forms.clear();
            }
            TermPostings { term, forms, postings }
        });
        let windows = windows.map(|starts| SectionWindows { starts, texts: &texts });
        let entries = TermEntries { sections, largest_impact, impact: &impact, windows };
        let blocks = write_blocks(&mut sorted, names, &entries);
        memory.end(terms);
        LexicalBlocks { average_words, ..blocks }
    }
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
        let (mut begin, mut forms_begin) = (0, 0);
        for term in &found.terms {
            let number = term.term as usize;
            if number >= self.postings.len() {
                self.postings.resize_with(number + 1, PostingsAccumulator::default);
            }
            let occurrences = &found.occurrences[begin..term.end as usize];
            begin = term.end as usize;
            let forms = &found.forms[forms_begin..term.forms_end as usize];
            forms_begin = term.forms_end as usize;
            self.postings[number].push(section, occurrences, forms);
        }
        for (key, kind) in &found.names {
            let known = match self.names.get_mut(key) {
                Some(known) => known,
                None => {
                    // Most names are of one section.
                    self.names.insert(key.clone(), vec![(section, *kind)]);
                    continue;
                }
            };
            match known.last_mut().filter(|(last, _)| *last == section) {
                Some((_, best)) => *best = *kind.max(best),
                None => known.push((section, *kind)),
            }
        }
    }
}
