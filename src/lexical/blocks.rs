//! Cuts the sorted dictionary, its postings and their positions into blocks.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::bm25::FieldFrequencies;
use super::layout::{FIELD_COUNT, HEAD_POSTINGS, LOW_IMPACT_MARK, impact_to_byte};
use super::postings_accumulator::{FullPosting, PostingsAccumulator};
use super::word_blocks_build::{SpelledWord, WordBlocks, is_spellable, write_words};
use crate::format::Writer;

/// Bytes of a term block before compression, unless a single term has more. About half of them go over the wire for
/// each word of a query: smaller blocks save bytes there and cost as many in the directory.
const TERM_BLOCK_BYTES: usize = 8 << 10;

/// A block before compression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedBlock {
    /// Its first key.
    pub first: String,
    /// Its last key.
    pub last: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The lexical side of an index in blocks.
pub struct LexicalBlocks {
    /// Dictionary and postings.
    pub terms: Vec<KeyedBlock>,
    /// Positions of the postings, one block for each of `terms`.
    pub positions: Vec<Vec<u8>>,
    /// The words that typing errors are measured against.
    pub words: WordBlocks,
    /// The impact that the largest byte of a posting stands for.
    pub largest_impact: f32,
    /// Distinct terms.
    pub term_count: usize,
}

/// A key of the dictionary with its postings as they will stand in a block.
struct Entry {
    key: String,
    count: u32,
    tail: u32,
    postings: Vec<u8>,
    positions: Vec<u8>,
}

/// Impact of a term on a section with these frequencies.
pub(super) type Impact<'a> = dyn Fn(u32, &FieldFrequencies) -> f32 + Sync + 'a;

/// Writes all blocks. `terms` are sorted; `names` are sections and kinds of exact names by key.
pub(super) fn write_blocks(
    terms: Vec<(String, PostingsAccumulator)>,
    names: BTreeMap<String, Vec<(u32, u8)>>,
    largest_impact: f32,
    impact: &Impact<'_>,
) -> LexicalBlocks {
    let spelled: Vec<SpelledWord> = terms
        .iter()
        .filter(|(term, _)| is_spellable(term))
        .map(|(term, growing)| SpelledWord {
            word: term.clone(),
            document_frequency: growing.document_frequency,
            surface: growing.surface().map(str::to_owned),
        })
        .collect();
    let words = write_words(spelled);
    let term_count = terms.len();
    let mut entries: Vec<Entry> = terms
        .into_par_iter()
        .flat_map_iter(|(term, growing)| {
            // What was written a moment ago can be read.
            term_entries(term, growing.postings().unwrap_or_default(), largest_impact, impact)
        })
        .collect();
    entries.extend(names.into_iter().map(|(key, sections)| name_entry(key, &sections)));
    entries.par_sort_unstable_by(|a, b| a.key.cmp(&b.key));
    let mut blocks =
        LexicalBlocks { terms: Vec::new(), positions: Vec::new(), words, largest_impact, term_count };
    let mut open: Vec<Entry> = Vec::new();
    let mut bytes = 0;
    for entry in entries {
        let size = entry.postings.len() + entry.key.len();
        if !open.is_empty() && bytes + size > TERM_BLOCK_BYTES {
            close(&mut open, &mut blocks);
            bytes = 0;
        }
        bytes += size;
        open.push(entry);
    }
    if !open.is_empty() {
        close(&mut open, &mut blocks);
    }
    blocks
}

/// The list of a term, and its tail if it is too long for one.
fn term_entries(term: String, postings: Vec<FullPosting>, largest: f32, impact: &Impact<'_>) -> Vec<Entry> {
    let impacts: Vec<u8> = postings
        .iter()
        .map(|posting| impact_to_byte(impact(posting.section, &posting.frequencies), largest))
        .collect();
    if postings.len() <= HEAD_POSTINGS {
        let all: Vec<usize> = (0..postings.len()).collect();
        return vec![entry(term, &postings, &impacts, &all, 0)];
    }
    let mut by_impact: Vec<usize> = (0..postings.len()).collect();
    // Of equal impacts the earlier section comes first, as in a ranking.
    by_impact.sort_by_key(|at| std::cmp::Reverse(impacts[*at]));
    let (head, tail) = by_impact.split_at_mut(HEAD_POSTINGS);
    head.sort_unstable();
    tail.sort_unstable();
    let low_impact_key = format!("{term}{LOW_IMPACT_MARK}");
    vec![
        entry(term, &postings, &impacts, head, tail.len() as u32),
        entry(low_impact_key, &postings, &impacts, tail, 0),
    ]
}

fn entry(key: String, postings: &[FullPosting], impacts: &[u8], chosen: &[usize], tail: u32) -> Entry {
    let mut steps = Writer::new();
    let mut positions = Writer::new();
    let mut next = 0;
    for at in chosen {
        let posting = &postings[*at];
        steps.varint(posting.section - next);
        next = posting.section + 1;
        positions.varint(posting.positions.len() as u32);
        let mut before = 0;
        for position in &posting.positions {
            positions.varint(position - before);
            before = *position;
        }
    }
    chosen.iter().for_each(|at| steps.u8(impacts[*at]));
    chosen.iter().for_each(|at| steps.u8(fields(&postings[*at].frequencies)));
    Entry { key, count: chosen.len() as u32, tail, postings: steps.finish(), positions: positions.finish() }
}

/// A bit for each field with the term.
fn fields(frequencies: &FieldFrequencies) -> u8 {
    (0..FIELD_COUNT).filter(|field| frequencies[*field] > 0).fold(0, |fields, field| fields | 1 << field)
}

fn name_entry(key: String, sections: &[(u32, u8)]) -> Entry {
    let mut postings = Writer::new();
    let mut next = 0;
    for (section, _) in sections {
        postings.varint(section - next);
        next = section + 1;
    }
    sections.iter().for_each(|(_, kind)| postings.u8(*kind));
    sections.iter().for_each(|_| postings.u8(0));
    Entry { key, count: sections.len() as u32, tail: 0, postings: postings.finish(), positions: Vec::new() }
}

fn close(open: &mut Vec<Entry>, blocks: &mut LexicalBlocks) {
    let mut terms = Writer::new();
    let mut positions = Writer::new();
    terms.varint(open.len() as u32);
    positions.varint(open.len() as u32);
    let mut before: &str = "";
    for entry in open.iter() {
        terms.front_coded(before, &entry.key);
        terms.varint(entry.count << 1 | u32::from(entry.tail > 0));
        if entry.tail > 0 {
            terms.varint(entry.tail);
        }
        terms.varint(entry.postings.len() as u32);
        positions.varint(entry.positions.len() as u32);
        before = &entry.key;
    }
    open.iter().for_each(|entry| terms.bytes(&entry.postings));
    open.iter().for_each(|entry| positions.bytes(&entry.positions));
    let key = |entry: Option<&Entry>| entry.map(|entry| entry.key.clone()).unwrap_or_default();
    let (first, last) = (key(open.first()), key(open.last()));
    blocks.terms.push(KeyedBlock { first, last, bytes: terms.finish() });
    blocks.positions.push(positions.finish());
    open.clear();
}
