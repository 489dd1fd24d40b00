//! Splits the sorted dictionary, its postings and their positions into blocks.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::bm25::FieldFrequencies;
use super::layout::{
    FIELD_COUNT, Field, HEAD_POSTINGS, KeyedBlock, LOW_IMPACT_MARK, LOW_IMPACT_POSTINGS, impact_to_byte,
    widespread,
};
use super::occurrences::{SectionWindows, TermOccurrences};
use super::postings_accumulator::{FullPosting, PostingsAccumulator};
use super::spelling_blocks_build::{SpelledWord, SpellingBlocks, is_spellable, write_spelling};
use crate::fit::fit;
use crate::format::Writer;

/// Largest size of a term block before compression; exceeded only by a single term. About half of it is transferred for
/// each word of a query. Smaller blocks would save bytes there and add more to the directory of a large site.
const TERM_BLOCK_BYTES: usize = 4 << 10;

/// From this size on, a block ends where the next key is short.
const LEAST_BLOCK_BYTES: usize = TERM_BLOCK_BYTES / 4 * 3;

/// Terms whose entries are written at a time: enough to keep all cores busy.
const BATCH_TERMS: usize = 4_096;

/// The lexical part of an index, as blocks.
pub struct LexicalBlocks {
    /// Dictionary and postings.
    pub terms: Vec<KeyedBlock>,
    /// Positions of the postings, one block for each of `terms`.
    pub positions: Vec<Vec<u8>>,
    /// The spelling dictionary, for corrections and completions.
    pub spelling: SpellingBlocks,
    /// The impact that byte 255 stands for.
    pub largest_impact: f32,
    /// Number of distinct terms.
    pub term_count: usize,
    /// Words of each field of a section on average.
    pub average_words: [f32; FIELD_COUNT],
    /// For each of `terms`, where each of its entries occurs; nowhere for names and further postings. Empty unless
    /// asked for.
    pub occurrences: Vec<Vec<TermOccurrences>>,
}

/// A term with its postings.
pub(super) struct TermPostings {
    pub term: Arc<str>,
    /// Its surface forms, the most frequent ones first; none if the only one is the term itself.
    pub forms: Vec<Arc<str>>,
    pub postings: PostingsAccumulator,
}

/// A key of the dictionary with its encoded postings and positions.
struct Entry {
    key: String,
    count: u32,
    /// Postings under the keys that follow.
    further: u32,
    postings: Vec<u8>,
    positions: Vec<u8>,
    occurrences: TermOccurrences,
}

impl Entry {
    fn size(&self) -> usize {
        self.postings.len() + self.key.len()
    }
}

/// The entries of a block that `next` follows: up to where, beyond the least size, two neighbouring keys share least. The
/// directory has as much of each block's first key, and the names of a term stay beside it. At least 1.
fn end_of_block(open: &[Entry], next: &str) -> usize {
    let (mut end, mut shortest) = (open.len(), usize::MAX);
    let (mut next, mut bytes) = (next, open.iter().map(Entry::size).sum::<usize>());
    for (place, entry) in open.iter().enumerate().rev() {
        let shared = shared_bytes(&entry.key, next);
        if shared < shortest {
            (end, shortest) = (place + 1, shared);
        }
        bytes -= entry.size();
        if bytes < LEAST_BLOCK_BYTES {
            break;
        }
        next = &entry.key;
    }
    end
}

fn shared_bytes(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

/// Impact of a term on a section with these frequencies.
pub(super) type Impact<'a> = dyn Fn(u32, &FieldFrequencies) -> f32 + Sync + 'a;

/// Writes all blocks. `terms` are sorted, and only some are taken at a time; `names` maps keys of names to sections and
/// kinds.
pub(super) fn write_blocks(
    terms: &mut dyn Iterator<Item = TermPostings>,
    names: BTreeMap<String, Vec<(u32, u8)>>,
    entries: &TermEntries<'_>,
) -> LexicalBlocks {
    let mut writer = BlockWriter::new(entries);
    let (mut terms, mut names) = (terms.peekable(), names.into_iter().peekable());
    loop {
        let batch: Vec<TermPostings> = terms.by_ref().take(BATCH_TERMS).collect();
        writer.count(&batch);
        let mut batch: Vec<Entry> = batch.into_par_iter().flat_map_iter(|term| entries.of(term)).collect();
        let next = terms.peek();
        let is_before = |name: &str| next.is_none_or(|next| *name < *next.term);
        while let Some((key, sections)) = names.next_if(|(key, _)| is_before(key)) {
            batch.push(name_entry(key, &sections));
        }
        batch.par_sort_unstable_by(|a, b| a.key.cmp(&b.key));
        batch.into_iter().for_each(|entry| writer.add(entry));
        if next.is_none() {
            return writer.finish();
        }
    }
}

/// What entries of terms are made with.
pub(super) struct TermEntries<'a> {
    /// How many sections there are.
    pub sections: usize,
    pub largest_impact: f32,
    pub impact: &'a Impact<'a>,
    /// Those of the sections, to keep occurrences.
    pub windows: Option<SectionWindows<'a>>,
}

impl TermEntries<'_> {
    /// The entries of a term; the first has its occurrences.
    fn of(&self, TermPostings { term, forms, postings }: TermPostings) -> Vec<Entry> {
        // Never fails: the accumulator was just written.
        let (postings, encoded) = postings.postings().unwrap_or_default();
        let mut entries = self.by_impact(&term, &postings, &encoded);
        if let (Some(own), Some(windows)) = (entries.first_mut(), &self.windows) {
            let found = windows.occurrences(&postings, &encoded);
            let shown = Arc::clone(forms.first().unwrap_or(&term));
            own.occurrences = TermOccurrences { term, shown, ..found };
        }
        entries
    }

    /// A term's postings, in up to three entries by falling impact: its own, its low-impact postings and its least ones.
    /// `encoded` has their positions. Only a term in more than `widespread` sections has least postings.
    fn by_impact(&self, term: &str, postings: &[FullPosting], encoded: &[u8]) -> Vec<Entry> {
        let impact = |posting: &FullPosting| (self.impact)(posting.section, &posting.frequencies);
        let impacts: Vec<u8> =
            postings.iter().map(|posting| impact_to_byte(impact(posting), self.largest_impact)).collect();
        let entry = |key: String, chosen: &[usize], further: usize| {
            let mut steps = Writer::new();
            let mut positions = Writer::new();
            let mut next = 0;
            for at in chosen {
                let posting = &postings[*at];
                steps.varint(posting.section - next);
                next = posting.section + 1;
                positions.bytes(&encoded[posting.positions.clone()]);
            }
            chosen.iter().for_each(|at| steps.u8(impacts[*at]));
            chosen.iter().for_each(|at| steps.u8(fields(&postings[*at].frequencies)));
            Entry {
                key,
                count: chosen.len() as u32,
                further: further as u32,
                postings: steps.finish(),
                positions: positions.finish(),
                occurrences: TermOccurrences::default(),
            }
        };
        if postings.len() <= HEAD_POSTINGS {
            let all: Vec<usize> = (0..postings.len()).collect();
            return vec![entry(term.to_owned(), &all, 0)];
        }
        let mut by_impact: Vec<usize> = (0..postings.len()).collect();
        // The sort is stable: of equal impacts, earlier sections come first, as in a ranking.
        by_impact.sort_by_key(|at| std::cmp::Reverse(impacts[*at]));
        let mut entries = Vec::new();
        let (mut key, mut rest) = (term.to_owned(), by_impact.as_mut_slice());
        let is_widespread = postings.len() > widespread(self.sections);
        let low_impact = if is_widespread { LOW_IMPACT_POSTINGS } else { usize::MAX };
        for most in [HEAD_POSTINGS, low_impact, usize::MAX] {
            let chosen;
            (chosen, rest) = rest.split_at_mut(most.min(rest.len()));
            if !chosen.is_empty() {
                chosen.sort_unstable();
                entries.push(entry(key.clone(), chosen, rest.len()));
            }
            key.push(LOW_IMPACT_MARK);
        }
        entries
    }
}

/// One bit for each field that contains the term; that of the path for a term that only stands beside the text.
fn fields(frequencies: &FieldFrequencies) -> u8 {
    if frequencies.iter().all(|frequency| *frequency == 0) {
        return 1 << Field::Path as usize;
    }
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
    Entry {
        key,
        count: sections.len() as u32,
        further: 0,
        postings: postings.finish(),
        positions: Vec::new(),
        occurrences: TermOccurrences::default(),
    }
}

/// Takes entries in the order of their keys, and ends blocks.
struct BlockWriter {
    blocks: LexicalBlocks,
    spelled: Vec<SpelledWord>,
    /// The entries of the next blocks, and their bytes.
    open: Vec<Entry>,
    bytes: usize,
    keeps_occurrences: bool,
}

impl BlockWriter {
    fn new(entries: &TermEntries<'_>) -> Self {
        let blocks = LexicalBlocks {
            terms: Vec::new(),
            positions: Vec::new(),
            spelling: SpellingBlocks::default(),
            largest_impact: entries.largest_impact,
            term_count: 0,
            average_words: [0.0; FIELD_COUNT],
            occurrences: Vec::new(),
        };
        let keeps_occurrences = entries.windows.is_some();
        BlockWriter { blocks, spelled: Vec::new(), open: Vec::new(), bytes: 0, keeps_occurrences }
    }

    /// Counts terms, and notes how they are spelled.
    fn count(&mut self, terms: &[TermPostings]) {
        self.blocks.term_count += terms.len();
        self.spelled.extend(terms.iter().filter(|found| is_spellable(&found.term)).map(|found| {
            SpelledWord {
                word: Arc::clone(&found.term),
                document_frequency: found.postings.document_frequency,
                forms: found.forms.clone(),
            }
        }));
    }

    fn add(&mut self, entry: Entry) {
        while !self.open.is_empty() && self.bytes + entry.size() > TERM_BLOCK_BYTES {
            let rest = self.open.split_off(end_of_block(&self.open, &entry.key));
            let block = std::mem::replace(&mut self.open, rest);
            self.write(block);
            self.bytes = self.open.iter().map(Entry::size).sum();
        }
        self.bytes += entry.size();
        self.open.push(entry);
    }

    fn write(&mut self, block: Vec<Entry>) {
        let mut terms = Writer::new();
        let mut positions = Writer::new();
        terms.varint(block.len() as u32);
        positions.varint(block.len() as u32);
        let mut before: &str = "";
        for entry in &block {
            terms.front_coded(before, &entry.key);
            terms.varint(entry.count << 1 | u32::from(entry.further > 0));
            if entry.further > 0 {
                terms.varint(entry.further);
            }
            terms.varint(entry.postings.len() as u32);
            positions.varint(entry.positions.len() as u32);
            before = &entry.key;
        }
        block.iter().for_each(|entry| terms.bytes(&entry.postings));
        block.iter().for_each(|entry| positions.bytes(&entry.positions));
        let whole = |writer: Writer| {
            let mut bytes = writer.finish();
            fit(&mut bytes);
            bytes
        };
        let key = |entry: Option<&Entry>| entry.map(|entry| entry.key.clone()).unwrap_or_default();
        let (first, last) = (key(block.first()), key(block.last()));
        self.blocks.terms.push(KeyedBlock { first, last, bytes: whole(terms) });
        self.blocks.positions.push(whole(positions));
        if self.keeps_occurrences {
            self.blocks.occurrences.push(block.into_iter().map(|entry| entry.occurrences).collect());
        }
    }

    fn finish(mut self) -> LexicalBlocks {
        let last = std::mem::take(&mut self.open);
        if !last.is_empty() {
            self.write(last);
        }
        LexicalBlocks { spelling: write_spelling(&self.spelled), ..self.blocks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_where_the_next_key_is_short() {
        let open = |keys: [&str; 6]| {
            keys.map(|key| Entry { postings: vec![0; 630], ..name_entry(key.to_owned(), &[]) })
        };
        // The last three ends leave enough in the block.
        for (keys, next, expected) in [
            (["a", "tree", "tree\u{1}a", "tree\u{1}ab", "tub", "tube"], "tubes", 5),
            (["a", "tree", "tree\u{1}a", "tree\u{1}ab", "tub", "tube"], "up", 6),
            (["a", "b", "ca", "cab", "cable", "cables"], "cablet", 6),
            (["a", "b", "c", "ma", "mab", "mabc"], "mabcd", 5),
        ] {
            let expected_bytes = 630 * expected;
            assert!(expected_bytes >= LEAST_BLOCK_BYTES, "{keys:?}");
            assert_eq!(end_of_block(&open(keys), next), expected, "{keys:?} {next}");
        }
    }
}
