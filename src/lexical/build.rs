//! Writes the lexical file: sections in, bytes out.

use std::collections::HashMap;

use rayon::prelude::*;

use super::layout::{ALL_FIELDS, FIELD_COUNT, FieldFrequencies, length_to_byte, write_posting};
use crate::format::{FileKind, FormatError, Generation, Writer, write_header};
use crate::limits::MAX_SECTIONS;
use crate::text::Analyzer;

/// Sections that are analysed side by side before their postings are appended in order: large enough to keep all
/// cores busy, small enough that their terms take some tens of megabytes.
const BLOCK_SECTIONS: usize = 2_048;

/// The texts of one section, a slice of stretches for each field in the order of [`super::Field`].
#[derive(Clone, Debug, Default)]
pub struct FieldTexts<'a>(pub [Vec<&'a str>; FIELD_COUNT]);

/// Postings of one term while they grow.
#[derive(Default)]
struct GrowingPostings {
    encoded: Writer,
    document_frequency: u32,
    /// The section after the last one with the term: steps are counted from here, so that none is lost to zero.
    next: u32,
}

struct AnalyzedSection {
    lengths: [u32; FIELD_COUNT],
    terms: HashMap<String, FieldFrequencies>,
}

/// Analyses all sections, on all cores of the current rayon pool, and writes the lexical file. The same sections
/// give the same bytes. `progress` is told how many sections are done.
///
/// # Errors
/// More than [`MAX_SECTIONS`] sections, or postings of more than 4 GiB.
pub fn build(
    sections: &[FieldTexts<'_>],
    generation: Generation,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Vec<u8>, FormatError> {
    if sections.len() > MAX_SECTIONS as usize {
        return Err(FormatError::OutOfRange {
            what: "sections",
            at_most: MAX_SECTIONS.into(),
            found: sections.len() as u64,
        });
    }
    let mut terms: HashMap<String, GrowingPostings> = HashMap::new();
    let mut lengths = vec![0u8; sections.len() * FIELD_COUNT];
    let mut totals = [0u64; FIELD_COUNT];
    let mut section = 0;
    for block in sections.chunks(BLOCK_SECTIONS) {
        let analyzed: Vec<AnalyzedSection> = block.par_iter().map_init(Analyzer::default, analyze).collect();
        for AnalyzedSection { lengths: field_lengths, terms: section_terms } in analyzed {
            for field in ALL_FIELDS.map(|field| field as usize) {
                totals[field] += u64::from(field_lengths[field]);
                lengths[field * sections.len() + section] = length_to_byte(field_lengths[field]);
            }
            for (term, frequencies) in section_terms {
                let postings = terms.entry(term).or_default();
                write_posting(&mut postings.encoded, section as u32 - postings.next, &frequencies);
                postings.document_frequency += 1;
                postings.next = section as u32 + 1;
            }
            section += 1;
        }
        progress(section);
    }
    write(terms, &lengths, totals, generation)
}

fn analyze(analyzer: &mut Analyzer, texts: &FieldTexts<'_>) -> AnalyzedSection {
    let mut lengths = [0; FIELD_COUNT];
    let mut terms: HashMap<String, FieldFrequencies> = HashMap::new();
    for (field, stretches) in texts.0.iter().enumerate() {
        for text in stretches {
            analyzer.terms(text, |term| {
                lengths[field] += Analyzer::length(term.kind);
                if let Some(frequencies) = terms.get_mut(term.text) {
                    frequencies[field] += 1;
                } else {
                    let mut frequencies = [0; FIELD_COUNT];
                    frequencies[field] = 1;
                    terms.insert(term.text.to_owned(), frequencies);
                }
            });
        }
    }
    AnalyzedSection { lengths, terms }
}

fn write(
    terms: HashMap<String, GrowingPostings>,
    lengths: &[u8],
    totals: [u64; FIELD_COUNT],
    generation: Generation,
) -> Result<Vec<u8>, FormatError> {
    let mut terms: Vec<(String, GrowingPostings)> = terms.into_iter().collect();
    terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut dictionary = fst::MapBuilder::memory();
    let mut postings = Writer::new();
    for (term, growing) in terms {
        dictionary.insert(&term, postings.len() as u64).map_err(dictionary_error)?;
        postings.varint(growing.document_frequency);
        postings.bytes(&growing.encoded.finish());
    }
    let dictionary = dictionary.into_inner().map_err(dictionary_error)?;
    let postings = postings.finish();

    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Lexical, generation);
    writer.u32((lengths.len() / FIELD_COUNT) as u32);
    totals.iter().for_each(|total| writer.u64(*total));
    writer.u32(stored_length("dictionary", dictionary.len())?);
    writer.u32(stored_length("postings", postings.len())?);
    writer.bytes(lengths);
    writer.bytes(&dictionary);
    writer.bytes(&postings);
    Ok(writer.finish())
}

fn stored_length(what: &'static str, length: usize) -> Result<u32, FormatError> {
    u32::try_from(length).map_err(|_| FormatError::OutOfRange {
        what,
        at_most: u32::MAX.into(),
        found: length as u64,
    })
}

fn dictionary_error(error: fst::Error) -> FormatError {
    FormatError::Dictionary { reason: error.to_string() }
}
