//! Chooses the rows of the encoder's word table that a page loads first: those of the word pieces that the site uses
//! most. Queries are mostly made of them; other rows are fetched when a query needs them.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::error::CliError;
use docfuse::index::Page;
use docfuse_encoder::{EmbedError, Encoder};

/// Rows that a page loads before the first vector. Of the queries of seven sets, 61 to 98 % then need no other row;
/// docs/decisions/0118 has the figures.
const FIRST_ROWS: usize = 6_000;

/// Of a vocabulary of many languages, whose encoder is larger; docs/decisions/0185 has the figures.
const FIRST_OF_MANY: usize = 2_500;

/// Vocabularies of one language have fewer rows.
const MANY_ROWS: usize = 100_000;

/// Words that one task cuts into pieces.
const BATCH: usize = 1_024;

/// The ids of the first rows, rising: the word pieces of the site's words by frequency, then, for a small site, those
/// with the smallest ids, since vocabularies begin with special pieces and frequent words. Those of many languages begin
/// with words of all of them, and none is added. Time: linear in the texts; only
/// their distinct words are cut into pieces.
///
/// # Errors
/// The tokenizer fails on a word.
pub fn first_ids(pages: &[Page], encoder: &Encoder, rows: usize) -> Result<Vec<u32>, CliError> {
    let mut words: HashMap<String, u64> = HashMap::new();
    let mut count = |text: &str| {
        for word in
            text.split_whitespace().flat_map(|word| word.split_inclusive(|c: char| !c.is_alphanumeric()))
        {
            match words.get_mut(word) {
                Some(count) => *count += 1,
                None => drop(words.insert(word.to_owned(), 1)),
            }
        }
    };
    for page in pages {
        count(&page.title);
        for section in &page.sections {
            count(&section.heading);
            count(&section.text);
        }
    }
    let words: Vec<(String, u64)> = words.into_iter().collect();
    let pieces = |batch: &[(String, u64)]| {
        let mut pieces: HashMap<u32, u64> = HashMap::new();
        for (word, count) in batch {
            // With the special pieces around a query, and its prompt: every query has those.
            for id in encoder.query_pieces(word)? {
                *pieces.entry(id).or_default() += count;
            }
        }
        Ok(pieces)
    };
    let failed = |source: EmbedError| CliError::Encoder { what: "a word of the site", source };
    let batches: Vec<HashMap<u32, u64>> =
        words.par_chunks(BATCH).map(pieces).collect::<Result<_, EmbedError>>().map_err(failed)?;
    let mut total: HashMap<u32, u64> = HashMap::new();
    for (id, count) in batches.into_iter().flatten() {
        *total.entry(id).or_default() += count;
    }
    let mut ranked: Vec<(u32, u64)> = total.into_iter().filter(|(id, _)| (*id as usize) < rows).collect();
    ranked.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let is_of_many = rows >= MANY_ROWS;
    let wanted = if is_of_many { FIRST_OF_MANY } else { FIRST_ROWS.min(rows) };
    let mut first: HashSet<u32> = ranked.iter().take(wanted).map(|(id, _)| *id).collect();
    for id in 0..rows as u32 {
        if first.len() >= wanted || is_of_many {
            break;
        }
        first.insert(id);
    }
    let mut first: Vec<u32> = first.into_iter().collect();
    first.sort_unstable();
    Ok(first)
}
