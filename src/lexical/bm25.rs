//! BM25F: one score out of the term frequencies of several weighted fields.
//!
//! Robertson, Zaragoza, Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): frequencies are
//! normalised by their own field's length, weighed, added up, and only then saturated, so that a term in title
//! and body counts as one term seen often, not as two.
//!
//! Saturation has a price: in a long section that is full of a word, its title says nothing more. A field can
//! therefore have a bonus: a BM25 score of its own, beside the joint one.

use serde::{Deserialize, Serialize};

use super::layout::{FIELD_COUNT, FieldFrequencies, byte_to_length};
use super::read::LexicalIndex;
use crate::format::FormatError;
use crate::ids::SectionId;

/// What BM25F can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bm25Params {
    /// How fast repeated occurrences stop to count; 0 counts none but the first.
    pub k1: f32,
    /// How much each field's length tells against it, from 0 (not) to 1 (wholly).
    pub b: [f32; FIELD_COUNT],
    /// How much an occurrence in each field counts.
    pub boost: [f32; FIELD_COUNT],
    /// Weight of each field's own BM25 score beside the joint one.
    pub bonus: [f32; FIELD_COUNT],
}

/// A term to look up and how much it counts in the query.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedTerm {
    /// As it stands in the dictionary.
    pub text: String,
    /// Multiplies the term's score.
    pub weight: f32,
}

/// A section and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredSection {
    /// The section.
    pub section: SectionId,
    /// BM25F, above zero.
    pub score: f32,
}

/// What one term added to a section's score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TermScore {
    /// The term as it stands in the dictionary.
    pub term: String,
    /// In how many sections it occurs.
    pub document_frequency: u32,
    /// How often it occurs in title, heading path, heading, body and code.
    pub frequencies: FieldFrequencies,
    /// Its share of the score.
    pub score: f32,
}

/// Finds the `limit` best sections that hold any of the terms, best first, equal scores in section order.
///
/// Cost: linear in the postings of the terms, plus one number per section of the site.
///
/// # Errors
/// Damaged postings.
pub fn search(
    index: &LexicalIndex,
    terms: &[WeightedTerm],
    params: &Bm25Params,
    limit: usize,
) -> Result<Vec<ScoredSection>, FormatError> {
    let norms = norms(index, params);
    let lengths: [&[u8]; FIELD_COUNT] = std::array::from_fn(|field| index.length_bytes(field));
    let mut scores = vec![0f32; index.section_count() as usize];
    for term in terms {
        let Some(postings) = index.postings(&term.text)? else { continue };
        let idf = idf(index.section_count(), postings.document_frequency());
        for posting in postings {
            let posting = posting?;
            let at = posting.section.index();
            let norm = |field: usize| norms[field][usize::from(lengths[field][at])];
            scores[at] += term.weight * idf * saturated(&posting.frequencies, params, norm);
        }
    }
    let mut found: Vec<ScoredSection> = (0u32..)
        .zip(scores)
        .filter(|(_, score)| *score > 0.0)
        .map(|(section, score)| ScoredSection { section: SectionId(section), score })
        .collect();
    let by_rank =
        |a: &ScoredSection, b: &ScoredSection| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section));
    if found.len() > limit && limit > 0 {
        found.select_nth_unstable_by(limit - 1, by_rank);
    }
    found.truncate(limit);
    found.sort_unstable_by(by_rank);
    Ok(found)
}

/// What each term adds to the score of one section; terms that it lacks are left out.
///
/// # Errors
/// Damaged postings.
pub fn explain(
    index: &LexicalIndex,
    terms: &[WeightedTerm],
    params: &Bm25Params,
    section: SectionId,
) -> Result<Vec<TermScore>, FormatError> {
    let mut shares = Vec::new();
    for term in terms {
        let Some(postings) = index.postings(&term.text)? else { continue };
        let document_frequency = postings.document_frequency();
        for posting in postings {
            let posting = posting?;
            if posting.section != section {
                continue;
            }
            let norm = |field: usize| {
                norm(index.length(section, field), index.average_lengths()[field], params.b[field])
            };
            shares.push(TermScore {
                term: term.text.clone(),
                document_frequency,
                frequencies: posting.frequencies,
                score: term.weight
                    * idf(index.section_count(), document_frequency)
                    * saturated(&posting.frequencies, params, norm),
            });
            break;
        }
    }
    Ok(shares)
}

/// Lucene's form of the inverse document frequency, which never falls below zero.
fn idf(section_count: u32, document_frequency: u32) -> f32 {
    let (n, df) = (section_count as f32, document_frequency as f32);
    (1.0 + (n - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

fn saturated(frequencies: &FieldFrequencies, params: &Bm25Params, norm: impl Fn(usize) -> f32) -> f32 {
    let weighed: f32 = (0..FIELD_COUNT)
        .filter(|field| frequencies[*field] > 0)
        .map(|field| params.boost[field] * frequencies[field] as f32 / norm(field))
        .sum();
    let bonus: f32 = (0..FIELD_COUNT)
        .filter(|field| frequencies[*field] > 0 && params.bonus[*field] > 0.0)
        .map(|field| params.bonus[field] * saturate(frequencies[field] as f32 / norm(field), params.k1))
        .sum();
    saturate(weighed, params.k1) + bonus
}

fn saturate(frequency: f32, k1: f32) -> f32 {
    // Both are zero for k1 = 0 and a boost of 0.
    frequency * (k1 + 1.0) / (frequency + k1).max(f32::MIN_POSITIVE)
}

fn norm(length: f32, average: f32, b: f32) -> f32 {
    // A field with the term is never empty, but b = 1 and a hostile file could make the divisor zero.
    (1.0 - b + b * length / average.max(1.0)).max(0.05)
}

fn norms(index: &LexicalIndex, params: &Bm25Params) -> [[f32; 256]; FIELD_COUNT] {
    let averages = index.average_lengths();
    std::array::from_fn(|field| {
        std::array::from_fn(|byte| norm(byte_to_length(byte as u8), averages[field], params.b[field]))
    })
}
