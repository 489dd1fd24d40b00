//! Words with a dash in front: `-rf` of `rm -rf` is a word where the texts write it so, and `-auto` the beginning of one
//! where they have `-auto-approve`; else the dash excludes.

use super::{Chunk, Occur};
use crate::text::{Analyzer, cut};

/// The terms of words with a dash in front that stand behind another word. Those that an index `has`, or
/// the beginning of which, are no operators.
pub(super) fn read_dashes(
    analyzer: &Analyzer,
    text: &str,
    chunks: &mut [Chunk],
    has: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut dashed = Vec::new();
    for chunk in chunks.iter_mut().skip(1).filter(|chunk| chunk.occur == Occur::MustNot && !chunk.quoted) {
        let start = chunk.span.start - 1;
        let Some(term) = analyzer.first_term(cut(text, start..chunk.span.end)) else { continue };
        if term.starts_with('-') {
            if has(&term) {
                chunk.span.start = start;
                chunk.occur = Occur::Should;
            }
            dashed.push(term);
        }
    }
    dashed
}
