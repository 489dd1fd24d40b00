//! How the hits write a word: [`as_written`].

use crate::search::answer::Correction;
use crate::search::rerank::Candidate;
use crate::text::{after, fold};

/// Gives corrections the letters that their words have in the texts of hits, where they stand: cases and accents. Most of
/// the texts decide.
pub(in crate::search) fn as_written(corrections: &mut [Correction], hits: &[Candidate<'_>]) {
    for Correction { to, .. } in corrections {
        let mut written: Vec<(u32, &str)> = Vec::new();
        for hit in hits {
            for text in [&hit.page.title, &hit.text.heading, &hit.text.marked] {
                let is_beside =
                    |letter: char| !letter.is_alphanumeric() && to.chars().all(|own| own != letter);
                for (at, word) in text.split(is_beside).enumerate() {
                    // The first letter of a heading says nothing of the word.
                    let is_capital = at == 0 && !after(word, 1).chars().any(char::is_uppercase);
                    if is_capital || word.len() < to.len() || fold(word) != *to {
                        continue;
                    }
                    match written.iter_mut().find(|(_, known)| *known == word) {
                        Some((count, _)) => *count += 1,
                        None => written.push((1, word)),
                    }
                }
            }
        }
        if let Some((_, word)) = written.iter().rev().max_by_key(|(count, _)| *count) {
            *to = (*word).to_owned();
        }
    }
}
