//! Order by score, written once.
//!
//! The sorts of the standard library are compiled anew for each type and comparison, which costs the browser's module
//! some kilobytes a piece. Here scores and ids become whole numbers that sort alike, and these are sorted by one function.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A number that is the larger, the better a section is: by `first`, then by its score, then by the smaller id. Ids are
/// below [`MAX_SECTIONS`](crate::limits::MAX_SECTIONS), hence fit into 24 bits.
pub fn by_rank(first: u8, score: f32, id: u32) -> u64 {
    let bits = score.to_bits();
    // The order of `f32::total_cmp`: a larger magnitude is more above zero and less below.
    let score = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(first) << 56 | u64::from(score) << 24 | u64::from(!id & ID)
}

/// Score and id out of a number of [`by_rank`].
pub fn score_and_id(rank: u64) -> (f32, u32) {
    let score = (rank >> 24) as u32;
    let bits = if score >> 31 == 1 { score & !(1 << 31) } else { !score };
    (f32::from_bits(bits), !(rank as u32) & ID)
}

const ID: u32 = crate::limits::MAX_SECTIONS - 1;

/// The `limit` largest of some numbers, largest first. Cost: one comparison for each that is not among them, and the
/// logarithm of `limit` for each that is for a while.
pub fn largest(numbers: &mut dyn Iterator<Item = u64>, limit: usize) -> Vec<u64> {
    let mut kept: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
    for number in numbers {
        if kept.len() < limit {
            kept.push(Reverse(number));
        } else if let Some(mut smallest) = kept.peek_mut().filter(|smallest| number > smallest.0) {
            smallest.0 = number;
        }
    }
    kept.into_sorted_vec().into_iter().map(|Reverse(number)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_sort_like_their_parts(
            mut parts in prop::collection::vec((0u8..3, any::<f32>(), 0u32..1 << 24), 0..50),
            limit in 0usize..60,
        ) {
            let mut ranks = parts.iter().map(|(first, score, id)| by_rank(*first, *score, *id));
            let found: Vec<(u32, u32)> = largest(&mut ranks, limit)
                .into_iter()
                .map(score_and_id)
                .map(|(score, id)| (score.to_bits(), id))
                .collect();
            parts.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
            let expected: Vec<(u32, u32)> =
                parts.iter().take(limit).map(|(_, score, id)| (score.to_bits(), *id)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
