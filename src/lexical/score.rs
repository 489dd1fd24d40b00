//! Scores sections: sums the impacts of a query's terms, weighted by inverse document frequency.

use super::layout::byte_to_impact;
use super::read::{DamagedList, Postings};
use crate::ids::SectionId;
use crate::order::{by_rank, largest, score_and_id};

/// Strength of coverage. With s the matched share of the clauses' weight and n the number of significant clauses,
/// `score *= s^(COVERAGE / n²)`. A query of two words means both; a question of ten words contains many incidental
/// ones.
const COVERAGE: f32 = 1.5;

/// A clause is significant if it weighs at least this share of the heaviest clause.
const SIGNIFICANT: f32 = 0.2;

/// Bits for the clauses of a query; clauses beyond the last bit share it. As many bits above them say of which clauses
/// a section has the whole name.
const MAX_CLAUSES: usize = 32;

/// What a part of a name counts in a section without the whole name, where others have it.
const PART_ALONE: f32 = 0.1;

/// The bit of a clause.
fn bit_of(clause: usize) -> u64 {
    1 << clause.min(MAX_CLAUSES - 1)
}

/// A list of postings to score.
pub struct ScoredList<'a> {
    /// The postings.
    pub postings: Postings<'a>,
    /// Term weight times inverse document frequency.
    pub weight: f32,
}

/// Lists that count once: those of one term, or of several terms of which each section counts the best.
pub struct TermGroup<'a> {
    /// Number of its clause.
    pub clause: usize,
    /// Lists of sections; a section in several lists counts the highest score.
    pub lists: Vec<ScoredList<'a>>,
    /// What they are of the name that the clause is.
    pub role: NameRole,
}

/// How the lists of a group count for a clause that is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// As words.
    None,
    /// They have the whole name; sections with it come first.
    First,
    /// They have the whole name.
    Whole,
    /// They have a part of it, which counts little in a section without the whole name. Such groups follow those with
    /// the whole name.
    Part,
}

/// What a query requires of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClauseRule {
    /// Weight for coverage.
    pub weight: f32,
    /// Excludes sections without the clause.
    pub must: bool,
    /// Excludes sections with the clause.
    pub must_not: bool,
}

/// A section and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredSection {
    /// The section.
    pub section: SectionId,
    /// Above zero.
    pub score: f32,
}

/// Inverse document frequency in Lucene's form, which is never negative.
pub fn idf(section_count: u32, document_frequency: u32) -> f32 {
    let (n, df) = (section_count as f32, document_frequency as f32);
    (1.0 + (n - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// `base` to the power of `exponent`, for a base from 0 to 1: eʸ ≈ (1 + y / 2ⁿ)^(2ⁿ) for y = exponent · ln
/// base, by n squarings. Relative error: below y² / 2²¹, a millionth here. `powf` and its tables would add 1.4 KB
/// (gzip) to the module that every page loads.
pub(crate) fn power(base: f32, exponent: f32) -> f32 {
    const SQUARINGS: i32 = 20;
    if base <= 0.0 {
        return 0.0;
    }
    let y = f64::from(exponent * base.ln());
    let near_one = 1.0 + y / f64::from(1 << SQUARINGS);
    (0..SQUARINGS).fold(near_one, |power, _| power * power) as f32
}

/// Sections of a page.
const PAGE_SECTIONS: usize = 32;

/// Scores of consecutive sections.
#[derive(Clone, Copy)]
struct Page {
    scores: [f32; PAGE_SECTIONS],
    /// The highest score in the current group; negative if none of its lists contains the section.
    best: [f32; PAGE_SECTIONS],
    /// One bit for each clause that the section matches.
    clauses: [u64; PAGE_SECTIONS],
}

const EMPTY: Page =
    Page { scores: [0.0; PAGE_SECTIONS], best: [-1.0; PAGE_SECTIONS], clauses: [0; PAGE_SECTIONS] };

/// Accumulates the scores of a query's sections. A page is allocated when its first section is scored, because a
/// damaged directory may claim [`MAX_SECTIONS`](crate::limits::MAX_SECTIONS).
pub struct Scores {
    section_count: usize,
    /// For each [`PAGE_SECTIONS`] sections, the index of their page plus one; zero if it is not allocated.
    slots: Vec<u32>,
    pages: Vec<Page>,
    impacts: [f32; 256],
    /// Whether sections with the whole name of the query come first.
    orders_names: bool,
}

impl Scores {
    /// For an index of `section_count` sections. Memory: an eighth of a byte per section, and half a kilobyte per
    /// posting at most.
    pub fn new(section_count: u32, largest_impact: f32) -> Self {
        let section_count = section_count as usize;
        Scores {
            section_count,
            slots: vec![0; section_count.div_ceil(PAGE_SECTIONS)],
            pages: Vec::new(),
            impacts: std::array::from_fn(|byte| byte_to_impact(byte as u8, largest_impact)),
            orders_names: false,
        }
    }

    /// Adds a group. Cost: linear in its postings; for a group of several lists, also in the pages allocated so far.
    ///
    /// # Errors
    /// Damaged postings. A single list counts up to the damage; several lists count nothing.
    pub fn add(&mut self, group: TermGroup<'_>) -> Result<(), DamagedList> {
        let bit = bit_of(group.clause);
        let whole = bit << MAX_CLAUSES;
        let role = group.role;
        let count = |page: &mut Page, at: usize, score: f32| {
            if role == NameRole::Part && page.clauses[at] & whole == 0 {
                page.scores[at] += score * PART_ALONE;
                return;
            }
            page.scores[at] += score;
            page.clauses[at] |=
                if role == NameRole::Whole || role == NameRole::First { bit | whole } else { bit };
        };
        self.orders_names |= role == NameRole::First;
        if let [_] = group.lists.as_slice() {
            return self.each_posting(group.lists, count);
        }
        let result =
            self.each_posting(group.lists, |page, at, score| page.best[at] = page.best[at].max(score));
        for page in &mut self.pages {
            for at in 0..PAGE_SECTIONS {
                let best = std::mem::replace(&mut page.best[at], -1.0);
                if best >= 0.0 && result.is_ok() {
                    count(page, at, best);
                }
            }
        }
        result
    }

    /// Calls `count` with the page, the index in it and the score of each posting.
    fn each_posting(
        &mut self,
        lists: Vec<ScoredList<'_>>,
        count: impl Fn(&mut Page, usize, f32),
    ) -> Result<(), DamagedList> {
        for list in lists {
            let (_, most) = list.postings.size_hint();
            self.pages.reserve(most.unwrap_or(0).min(self.slots.len() - self.pages.len()));
            // Postings ascend, so consecutive ones often share a page.
            let (mut number, mut slot) = (usize::MAX, 0);
            for posting in list.postings {
                let posting = posting?;
                let section = posting.section.index();
                if section >= self.section_count {
                    continue;
                }
                if section / PAGE_SECTIONS != number {
                    number = section / PAGE_SECTIONS;
                    slot = self.slot(number);
                }
                let score = list.weight * self.impacts[usize::from(posting.impact)];
                count(&mut self.pages[slot], section % PAGE_SECTIONS, score);
            }
        }
        Ok(())
    }

    /// The index of a page; allocates the page if necessary.
    fn slot(&mut self, number: usize) -> usize {
        let slot = &mut self.slots[number];
        if *slot == 0 {
            self.pages.push(EMPTY);
            *slot = self.pages.len() as u32;
        }
        *slot as usize - 1
    }

    /// Adds the score of a clause to one section.
    pub fn add_section(&mut self, clause: usize, section: SectionId, score: f32) {
        if section.index() >= self.section_count {
            return;
        }
        let slot = self.slot(section.index() / PAGE_SECTIONS);
        let (page, at) = (&mut self.pages[slot], section.index() % PAGE_SECTIONS);
        page.scores[at] += score;
        page.clauses[at] |= bit_of(clause);
    }

    /// The largest weight of the clauses that one section matches. Cost: a pass over the pages allocated.
    pub fn heaviest_match(&self, rules: &[ClauseRule]) -> f32 {
        let (mut last, mut heaviest) = (0, 0.0f32);
        for page in &self.pages {
            for clauses in &page.clauses {
                // Neighbors often match the same clauses.
                if *clauses != last {
                    last = *clauses;
                    heaviest = heaviest.max(weight_of(rules, last));
                }
            }
        }
        heaviest
    }

    /// The sections that have the whole name that the query is, in their order. Cost: a pass over the pages allocated.
    pub fn with_name(&self) -> Vec<SectionId> {
        let mut found = Vec::new();
        if !self.orders_names {
            return found;
        }
        for (number, slot) in self.slots.iter().enumerate().filter(|(_, slot)| **slot > 0) {
            for (offset, clauses) in self.pages[*slot as usize - 1].clauses.iter().enumerate() {
                if clauses >> MAX_CLAUSES > 0 {
                    found.push(SectionId((number * PAGE_SECTIONS + offset) as u32));
                }
            }
        }
        found
    }

    /// The bits of a section; 0 beyond the last section.
    fn clauses_of(&self, section: SectionId) -> u64 {
        let slot = self.slots.get(section.index() / PAGE_SECTIONS).copied().unwrap_or(0) as usize;
        let page = slot.checked_sub(1).and_then(|slot| self.pages.get(slot));
        page.map_or(0, |page| page.clauses[section.index() % PAGE_SECTIONS])
    }

    /// The sections that the rules allow, for other retrievers; `None` if no rule restricts them.
    pub fn passing(&self, rules: &[ClauseRule], least: usize) -> Option<Passing<'_>> {
        let asks = least > 0 || rules.iter().any(|rule| rule.must || rule.must_not);
        asks.then(|| Passing { scores: self, pass: Pass::new(rules, least) })
    }

    /// The matching sections that the rules allow, in section order. A section must match at least `least` of the
    /// clauses that are neither must nor must not. `compares`: coverage counts fully, however many clauses there are.
    pub fn finish(&self, rules: &[ClauseRule], least: usize, compares: bool) -> Vec<ScoredSection> {
        let pass = Pass::new(rules, least);
        let heaviest = rules.iter().map(|rule| rule.weight).fold(0.0, f32::max);
        let significant =
            rules.iter().filter(|rule| rule.weight > heaviest * SIGNIFICANT).count().max(1) as f32;
        let coverage = if compares { COVERAGE } else { COVERAGE / (significant * significant) };
        let whole: f32 = rules.iter().map(|rule| rule.weight).sum();
        let covered = |clauses: u64| {
            if whole > 0.0 { power(weight_of(rules, clauses) / whole, coverage) } else { 1.0 }
        };
        // Powers are expensive, and neighbors often match the same clauses.
        let mut last = (0, covered(0));
        let mut covered = |clauses: u64| {
            if clauses != last.0 {
                last = (clauses, covered(clauses));
            }
            last.1
        };
        let mut found = Vec::new();
        for (number, slot) in self.slots.iter().enumerate().filter(|(_, slot)| **slot > 0) {
            let first = number * PAGE_SECTIONS;
            let page = &self.pages[*slot as usize - 1];
            for (offset, (score, clauses)) in page.scores.iter().zip(&page.clauses).enumerate() {
                if *score > 0.0 && pass.admits(*clauses) {
                    let section = SectionId((first + offset) as u32);
                    found.push(ScoredSection { section, score: *score * covered(*clauses) });
                }
            }
        }
        found
    }
}

/// Sum of the weights of the clauses whose bits are set.
fn weight_of(rules: &[ClauseRule], clauses: u64) -> f32 {
    let matched = |(clause, _): &(usize, &ClauseRule)| clauses >> (*clause).min(MAX_CLAUSES - 1) & 1 == 1;
    rules.iter().enumerate().filter(matched).map(|(_, rule)| rule.weight).sum()
}

/// Sections that the rules allow.
pub struct Passing<'a> {
    scores: &'a Scores,
    pass: Pass,
}

impl Passing<'_> {
    /// Whether a section is allowed; false beyond the last section.
    pub fn admits(&self, section: SectionId) -> bool {
        section.index() < self.scores.section_count && self.pass.admits(self.scores.clauses_of(section))
    }
}

/// Rules as bit sets of clauses.
struct Pass {
    must: u64,
    must_not: u64,
    should: u64,
    least: usize,
}

impl Pass {
    fn new(rules: &[ClauseRule], least: usize) -> Self {
        let bits = |wanted: &dyn Fn(&ClauseRule) -> bool| {
            let clauses = rules.iter().enumerate().filter(|(_, rule)| wanted(rule));
            clauses.fold(0, |bits, (clause, _)| bits | bit_of(clause))
        };
        Pass {
            must: bits(&|rule| rule.must),
            must_not: bits(&|rule| rule.must_not),
            should: bits(&|rule| !rule.must && !rule.must_not),
            least,
        }
    }

    fn admits(&self, clauses: u64) -> bool {
        clauses & self.must == self.must
            && clauses & self.must_not == 0
            && (clauses & self.should).count_ones() as usize >= self.least
    }
}

/// The `limit` best, best first: those that `first` puts higher, then by score, equal scores in section order. Cost:
/// `largest`.
pub fn best(found: &[ScoredSection], limit: usize, first: &dyn Fn(SectionId) -> u8) -> Vec<ScoredSection> {
    let mut ranks = found.iter().map(|scored| by_rank(first(scored.section), scored.score, scored.section.0));
    let best = largest(&mut ranks, limit).into_iter().map(score_and_id);
    best.map(|(score, section)| ScoredSection { section: SectionId(section), score }).collect()
}
