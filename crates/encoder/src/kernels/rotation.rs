//! Rotations of rows by Hadamard matrices, before they are quantized.
//!
//! A few columns of a transformer's activations are outliers, many times as large as the others, in every row. With one
//! scale for a row, few codes remain for the others. A rotation spreads each column over many. Rotating the weights as
//! well undoes it: x · w = (x · H) · (Hᵀ · w). See QuaRot (Ashkboos et al. 2024).

use super::lanes::{LANES, Lanes};

/// The matrix that rows are multiplied by. A row is split into groups of eight numbers, and into blocks of `groups`
/// groups. In each block, group i becomes `Σⱼ Hᵢⱼ · group j`, where H is Sylvester's Hadamard matrix divided by the
/// root of its size. H is its own inverse.
///
/// Whole groups are added, so numbers keep their lanes. The size is a power of four, so its root is a power of two, and
/// the division is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotation {
    groups: usize,
}

impl Rotation {
    /// Numbers in a group.
    pub const GROUP: usize = LANES;
    /// More gains little quality and costs time.
    const MAX_GROUPS: usize = 64;

    /// The rotation of blocks of `groups` groups, for 4, 16 and 64.
    pub fn of(groups: usize) -> Option<Self> {
        let power_of_four = groups.is_power_of_two() && groups.trailing_zeros().is_multiple_of(2);
        (power_of_four && (4..=Self::MAX_GROUPS).contains(&groups)).then_some(Self { groups })
    }

    /// The largest rotation that [fits](Self::fits) rows of `width` numbers.
    pub fn largest(width: usize) -> Option<Self> {
        [64, 16, 4].into_iter().filter_map(Self::of).find(|rotation| rotation.fits(width))
    }

    /// Groups in a block, which is the size of the matrix.
    pub fn groups(self) -> usize {
        self.groups
    }

    /// Whether rows of `width` numbers are whole blocks.
    pub fn fits(self, width: usize) -> bool {
        width.is_multiple_of(self.groups * Self::GROUP)
    }

    /// One divided by the root of the size.
    pub fn scale(self) -> f32 {
        let root = 1 << (self.groups.trailing_zeros() / 2);
        1.0 / root as f32
    }

    /// The number of the matrix in row i and column j.
    pub fn at(self, i: usize, j: usize) -> f32 {
        if (i & j).count_ones().is_multiple_of(2) { self.scale() } else { -self.scale() }
    }

    /// Rotates a row of whole blocks into `out`. The caller multiplies by [`Self::scale`], which `out` lacks. Time:
    /// width · log(groups).
    ///
    /// # Panics
    /// If the lengths differ.
    #[inline(always)]
    pub fn rotate_unscaled(self, row: &[f32], out: &mut [f32]) {
        out.copy_from_slice(row);
        let mut distance = LANES;
        while distance < self.groups * LANES {
            for four in out.chunks_exact_mut(4 * distance) {
                let (front, back) = four.split_at_mut(2 * distance);
                let (a, b) = front.split_at_mut(distance);
                let (c, d) = back.split_at_mut(distance);
                two_stages(a, b, c, d);
            }
            distance *= 4;
        }
    }
}

/// Two stages of the fast Hadamard transform: sums and differences at one distance, then at twice that distance.
#[inline(always)]
fn two_stages(a: &mut [f32], b: &mut [f32], c: &mut [f32], d: &mut [f32]) {
    let [a, b, c, d] = [a, b, c, d].map(|quarter| quarter.as_chunks_mut::<LANES>().0);
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        let (first, second) = (Lanes::load(a), Lanes::load(b));
        let (third, fourth) = (Lanes::load(c), Lanes::load(d));
        let (front, front_away) = (first + second, first - second);
        let (back, back_away) = (third + fourth, third - fourth);
        (front + back).store(a);
        (front_away + back_away).store(b);
        (front - back).store(c);
        (front_away - back_away).store(d);
    }
}
