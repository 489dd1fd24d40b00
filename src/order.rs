//! Sorts by score.
//!
//! Each instance of a standard sort or map costs the browser's modules a kilobyte. Therefore the read side encodes what
//! it sorts as integers with the same order, and sorts those with the functions of this module.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Encodes a rank as a number; larger is better. Orders by `first`, then by score, then by smaller id. Ids are below
/// [`MAX_SECTIONS`](crate::limits::MAX_SECTIONS), so they fit in 24 bits.
pub fn by_rank(first: u8, score: f32, id: u32) -> u64 {
    let bits = score.to_bits();
    // The order of `f32::total_cmp`: a larger magnitude is larger if positive, smaller if negative.
    let score = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(first) << 56 | u64::from(score) << 24 | u64::from(!id & ID)
}

/// Decodes score and id from a number of [`by_rank`].
pub fn score_and_id(rank: u64) -> (f32, u32) {
    let score = (rank >> 24) as u32;
    let bits = if score >> 31 == 1 { score & !(1 << 31) } else { !score };
    (f32::from_bits(bits), !(rank as u32) & ID)
}

const ID: u32 = crate::limits::MAX_SECTIONS - 1;

/// Sorts numbers, smallest first.
pub fn sort(numbers: &mut [u64]) {
    numbers.sort_unstable();
}

/// The places of `count` things in their order by `compare`; equal ones keep theirs. A merge sort.
pub fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..count).collect();
    let mut run = 1;
    while run < count {
        let mut merged = Vec::with_capacity(count);
        for pair in sorted.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([first, others @ ..], [second, others_right @ ..]) = (left, right) {
                if compare(*second, *first) == Ordering::Less {
                    merged.push(*second);
                    right = others_right;
                } else {
                    merged.push(*first);
                    left = others;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        sorted = merged;
        run *= 2;
    }
    sorted
}

/// The `limit` largest numbers, largest first. Cost: one comparison per rejected number, O(log `limit`) per number
/// kept, even temporarily.
pub fn largest(numbers: &mut dyn Iterator<Item = u64>, limit: usize) -> Vec<u64> {
    // Of complements, so that the smallest number is on top.
    let mut kept: BinaryHeap<u64> = BinaryHeap::new();
    for number in numbers {
        if kept.len() < limit {
            kept.push(!number);
        } else if let Some(mut smallest) = kept.peek_mut().filter(|smallest| number > !**smallest) {
            *smallest = !number;
        }
    }
    let mut largest = kept.into_sorted_vec();
    largest.iter_mut().for_each(|number| *number = !*number);
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_sorted_and_equal_ones_keep_their_order(values in prop::collection::vec(0u8..9, 0..40)) {
            let mut expected: Vec<usize> = (0..values.len()).collect();
            expected.sort_by_key(|place| values[*place]);
            prop_assert_eq!(sorted_places(values.len(), &|a, b| values[a].cmp(&values[b])), expected);
        }

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
