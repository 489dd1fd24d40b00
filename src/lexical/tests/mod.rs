//! From sections to blocks, and what readers find in these.

mod damage;
mod phrases;
mod scores;
mod spelling_blocks;
mod terms;

use super::layout::{HEAD_POSTINGS, LOW_IMPACT_POSTINGS, widespread};
use super::*;
use crate::format::Writer;
use crate::limits::MAX_SECTIONS;
use crate::text::{Analyzer, AnalyzerSettings, fold};

const PARAMS: Bm25Params = Bm25Params {
    k1: 1.5,
    b: [0.75; FIELD_COUNT],
    boost: [2.0, 1.0, 2.0, 1.0, 0.7, 1.0],
    bonus: [0.0, 0.0, 0.5, 0.0, 0.0, 0.0],
    lengths: [0.0; FIELD_COUNT],
};

fn build(
    sections: &[SectionTexts<'_>],
    settings: &AnalyzerSettings,
    params: &Bm25Params,
    memory: &mut AnalysisMemory,
) -> LexicalBlocks {
    let mut build = LexicalBuild::new(sections.len(), settings, memory).unwrap();
    // In two calls, which say nothing of what the blocks have.
    let (first, rest) = sections.split_at(sections.len() / 3);
    build.add(first);
    build.add(rest);
    build.finish(params, None)
}

/// All blocks of a few sections, opened.
struct Index {
    blocks: LexicalBlocks,
    terms: Vec<TermBlock>,
    positions: Vec<PositionBlock>,
    section_count: u32,
}

impl Index {
    fn new(sections: &[SectionTexts<'_>]) -> Self {
        Index::with(sections, &PARAMS)
    }

    fn with(sections: &[SectionTexts<'_>], params: &Bm25Params) -> Self {
        let memory = &mut AnalysisMemory::default();
        let blocks = build(sections, &AnalyzerSettings::default(), params, memory);
        let section_count = sections.len() as u32;
        let terms = (0..)
            .zip(&blocks.terms)
            .map(|(number, block)| TermBlock::read(block.bytes.clone(), number, section_count).unwrap());
        let positions = blocks.positions.iter().map(|bytes| PositionBlock::read(bytes.clone()).unwrap());
        let (terms, positions) = (terms.collect(), positions.collect());
        Index { blocks, terms, positions, section_count }
    }

    /// Sections of one heading and one text each.
    fn of(sections: &[(&str, &str)]) -> Self {
        let sections: Vec<SectionTexts<'_>> =
            sections.iter().map(|(heading, body)| section(heading, body)).collect();
        Index::new(&sections)
    }

    fn entry(&self, key: &str) -> Option<(TermEntry<'_>, &PositionBlock)> {
        let block = self.blocks.terms.partition_point(|block| *block.first <= *key).checked_sub(1)?;
        Some((self.terms[block].find(key).unwrap()?, &self.positions[block]))
    }

    /// All lists of postings of a term, by falling impact.
    fn lists(&self, term: &str) -> PhraseTerm<'_> {
        let keys = (0..3).map(|marks| format!("{term}{}", LOW_IMPACT_MARK.to_string().repeat(marks)));
        keys.filter_map(|key| self.entry(&key)).collect()
    }

    fn postings(&self, key: &str) -> Vec<Posting> {
        self.entry(key).map_or_else(Vec::new, |(entry, _)| {
            entry.postings().unwrap().collect::<Result<Vec<Posting>, _>>().unwrap()
        })
    }

    fn sections(&self, key: &str) -> Vec<u32> {
        self.postings(key).iter().map(|posting| posting.section.0).collect()
    }

    /// The spelling blocks of both orders, opened.
    fn spelling(&self) -> Vec<SpellingBlock> {
        let open = |blocks: &[KeyedBlock], backward| -> Vec<SpellingBlock> {
            blocks.iter().map(|block| SpellingBlock::new(block.bytes.clone(), backward)).collect()
        };
        let mut blocks = open(&self.blocks.spelling.forward, false);
        blocks.extend(open(&self.blocks.spelling.backward, true));
        blocks
    }
}

fn section<'a>(heading: &'a str, body: &'a str) -> SectionTexts<'a> {
    SectionTexts {
        fields: vec![(Field::Heading, heading), (Field::Body, body)],
        weight: 1.0,
        ..SectionTexts::default()
    }
}

fn sample() -> Index {
    Index::of(&[
        ("Ownership", "Each value has an owner. There can only be one owner at a time."),
        ("Threads", "Sharing data between threads takes an Arc, and each thread its own clone."),
        ("Paths", "Use os.path.join to join paths."),
        ("Empty", ""),
    ])
}

/// A word in more sections than fit under its key; it weighs most in those whose number ends in 7.
fn long_lists() -> Index {
    let texts: Vec<String> = (0..HEAD_POSTINGS + 200)
        .map(|number| match number {
            _ if number % 10 == 7 => "common common ground".to_owned(),
            _ => format!("common ground and some filling words {}", "more ".repeat(number % 5)),
        })
        .collect();
    let sections: Vec<SectionTexts<'_>> = texts.iter().map(|text| section("", text)).collect();
    Index::new(&sections)
}

/// A block with one term, `a`, and one posting of it, in the last section of the largest index.
fn posting_in_last_section() -> TermBlock {
    let mut postings = Writer::new();
    postings.varint(MAX_SECTIONS - 1);
    postings.bytes(&[9, 1]);
    let postings = postings.finish();
    let mut block = Writer::new();
    block.varint(1);
    block.front_coded("", "a");
    [1 << 1, postings.len() as u32].into_iter().for_each(|number| block.varint(number));
    block.bytes(&postings);
    TermBlock::read(block.finish(), 0, MAX_SECTIONS).unwrap()
}
