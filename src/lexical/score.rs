//! Scores sections: the terms of a query, weighed by how rare they are, added up.

use super::layout::byte_to_impact;
use super::read::{DamagedList, Postings};
use crate::ids::SectionId;
use crate::order::{by_rank, largest, score_and_id};

/// How much a section gains by holding more of a query's clauses: its score is multiplied by the share of the
/// clauses' weight that it holds, to the power of this by the square of the number of clauses that tell something.
/// Of two words both are meant; of a question in ten words, many only happen to be there.
const COVERAGE: f32 = 1.5;

/// A clause tells something if it weighs at least this share of the heaviest one.
const TELLING: f32 = 0.2;

/// Clauses of one query that are told apart; the last bit stands for all beyond.
const MAX_CLAUSES: usize = 64;

/// A list of postings to score.
pub struct ScoredList<'a> {
    /// The postings.
    pub postings: Postings<'a>,
    /// Weight of the term times its inverse document frequency.
    pub weight: f32,
}

/// What counts as one: the lists of a term, or of several terms of which the best counts for each section.
pub struct TermGroup<'a> {
    /// The clause that it belongs to.
    pub clause: usize,
    /// Lists of sections; a section in several of them counts by the largest.
    pub lists: Vec<ScoredList<'a>>,
}

/// What a query asks of each of its clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClauseRule {
    /// How much of the query it is, for coverage.
    pub weight: f32,
    /// Sections without it are no answer.
    pub must: bool,
    /// Sections with it are no answer.
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

/// Lucene's form of the inverse document frequency, which never falls below zero.
pub fn idf(section_count: u32, document_frequency: u32) -> f32 {
    let (n, df) = (section_count as f32, document_frequency as f32);
    (1.0 + (n - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// `base` to the power of `exponent`, for a base from 0 to 1: eʸ = (1 + y / 2ⁿ)^(2ⁿ) for y = exponent · ln base, by n
/// squarings. Relative error below y² / 2²¹, which is a millionth here. `powf` and its tables would be 1.4 KB (gzip) of
/// the module that every page loads.
fn power(base: f32, exponent: f32) -> f32 {
    const SQUARINGS: i32 = 20;
    if base <= 0.0 {
        return 0.0;
    }
    let y = f64::from(exponent * base.ln());
    let near_one = 1.0 + y / f64::from(1 << SQUARINGS);
    (0..SQUARINGS).fold(near_one, |power, _| power * power) as f32
}

/// Scores of all sections while a query is worked through.
pub struct Scores {
    scores: Vec<f32>,
    /// A bit for each clause that the section has.
    clauses: Vec<u64>,
    impacts: [f32; 256],
}

impl Scores {
    /// For an index of so many sections. Memory: twelve bytes a section.
    pub fn new(section_count: u32, largest_impact: f32) -> Self {
        let impacts = std::array::from_fn(|byte| byte_to_impact(byte as u8, largest_impact));
        Scores {
            scores: vec![0.0; section_count as usize],
            clauses: vec![0; section_count as usize],
            impacts,
        }
    }

    /// Adds a group. Cost: linear in its postings; for a group of several lists, in the sections too.
    ///
    /// # Errors
    /// Damaged postings; of a single list, those before the damage are counted.
    pub fn add(&mut self, group: TermGroup<'_>) -> Result<(), DamagedList> {
        let bit = 1 << group.clause.min(MAX_CLAUSES - 1);
        if let [_] = group.lists.as_slice() {
            for list in group.lists {
                for posting in list.postings {
                    let posting = posting?;
                    self.count(
                        posting.section.index(),
                        list.weight * self.impacts[usize::from(posting.impact)],
                        bit,
                    );
                }
            }
            return Ok(());
        }
        // Below zero: none of the lists has the section.
        let mut largest = vec![-1.0f32; self.scores.len()];
        for list in group.lists {
            for posting in list.postings {
                let posting = posting?;
                if let Some(largest) = largest.get_mut(posting.section.index()) {
                    *largest = largest.max(list.weight * self.impacts[usize::from(posting.impact)]);
                }
            }
        }
        for (section, score) in largest.iter().enumerate() {
            if *score >= 0.0 {
                self.count(section, *score, bit);
            }
        }
        Ok(())
    }

    /// Adds a score to one section, as one of a clause.
    pub fn add_section(&mut self, clause: usize, section: SectionId, score: f32) {
        self.count(section.index(), score, 1 << clause.min(MAX_CLAUSES - 1));
    }

    fn count(&mut self, section: usize, score: f32, bit: u64) {
        if let (Some(sum), Some(clauses)) = (self.scores.get_mut(section), self.clauses.get_mut(section)) {
            *sum += score;
            *clauses |= bit;
        }
    }

    /// Whether the rules let each section pass, for what other retrievers find; `None` if they ask for nothing.
    pub fn passing(&self, rules: &[ClauseRule], least: usize) -> Option<Vec<bool>> {
        if least == 0 && rules.iter().all(|rule| !rule.must && !rule.must_not) {
            return None;
        }
        let pass = Pass::new(rules, least);
        Some(self.clauses.iter().map(|clauses| pass.admits(*clauses)).collect())
    }

    /// The sections found that the rules let pass, in section order. `least` is the number of clauses, of those that
    /// are neither must nor must not, that a section has to have.
    pub fn finish(&self, rules: &[ClauseRule], least: usize) -> Vec<ScoredSection> {
        let pass = Pass::new(rules, least);
        let heaviest = rules.iter().map(|rule| rule.weight).fold(0.0, f32::max);
        let telling = rules.iter().filter(|rule| rule.weight > heaviest * TELLING).count().max(1) as f32;
        let coverage = COVERAGE / (telling * telling);
        let whole: f32 = rules.iter().map(|rule| rule.weight).sum();
        let covered = |clauses: u64| {
            let share: f32 = rules
                .iter()
                .enumerate()
                .filter(|(clause, _)| clauses >> (*clause).min(MAX_CLAUSES - 1) & 1 == 1)
                .map(|(_, rule)| rule.weight)
                .sum();
            if whole > 0.0 { power(share / whole, coverage) } else { 1.0 }
        };
        // Powers are dear, and neighbours often have the same clauses.
        let mut last = (0, covered(0));
        let mut covered = |clauses: u64| {
            if clauses != last.0 {
                last = (clauses, covered(clauses));
            }
            last.1
        };
        let mut found = Vec::new();
        for (section, (score, clauses)) in self.scores.iter().zip(&self.clauses).enumerate() {
            if *score > 0.0 && pass.admits(*clauses) {
                let section = SectionId(section as u32);
                found.push(ScoredSection { section, score: score * covered(*clauses) });
            }
        }
        found
    }
}

/// Rules as bits of clauses.
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
            clauses.fold(0u64, |bits, (clause, _)| bits | 1 << clause.min(MAX_CLAUSES - 1))
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
