//! Fewer dimensions for a site's vectors: their principal components.

use rayon::prelude::*;

/// Vectors that a projection is fitted on; more change it little.
const MAX_FITTED: usize = 20_000;
/// Rounds of the iteration. Each brings the components nearer by the ratio of neighbouring variances.
const ROUNDS: usize = 24;

/// A linear map to fewer dimensions that keeps as much of the vectors' dot products as any does.
pub struct Projection {
    from: usize,
    /// Orthonormal rows, of `from` numbers each.
    rows: Vec<Vec<f32>>,
}

impl Projection {
    /// Fits it on vectors of `from` dimensions, one after another. Cost: `from`² for each of at most 20,000 vectors, and
    /// some 24 × `from`² × `to`. The same vectors give the same bits.
    pub fn fit(vectors: &[f32], from: usize, to: usize) -> Self {
        let moments = second_moments(vectors, from);
        let mut rows = orthonormal((0..to.min(from)).map(|number| start(number, from)).collect());
        for _ in 0..ROUNDS {
            rows = orthonormal(rows.par_iter().map(|row| product(&moments, row)).collect());
        }
        let rows = rows.iter().map(|row| row.iter().map(|number| *number as f32).collect()).collect();
        Projection { from, rows }
    }

    /// The vectors in fewer dimensions, of length 1 again.
    pub fn apply(&self, vectors: &[f32]) -> Vec<f32> {
        let project = |vector: &[f32]| {
            let dot = |row: &Vec<f32>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
            unit(self.rows.iter().map(dot).collect())
        };
        vectors.par_chunks_exact(self.from).flat_map_iter(project).collect()
    }
}

/// The mean of products of each two components: a row for each component.
fn second_moments(vectors: &[f32], from: usize) -> Vec<Vec<f64>> {
    let count = vectors.len() / from.max(1);
    let step = count.div_ceil(MAX_FITTED).max(1);
    let row = |component: usize| {
        let mut sums = vec![0.0; from];
        for vector in vectors.chunks_exact(from).step_by(step) {
            let factor = f64::from(vector[component]);
            sums.iter_mut().zip(vector).for_each(|(sum, number)| *sum += factor * f64::from(*number));
        }
        sums
    };
    (0..from).into_par_iter().map(row).collect()
}

/// A row to start from, different for each number.
fn start(number: usize, from: usize) -> Vec<f64> {
    let mut state = number as u64 + 1;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    (0..from).map(|_| next()).collect()
}

fn product(matrix: &[Vec<f64>], row: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; row.len()];
    for (factor, line) in row.iter().zip(matrix) {
        sums.iter_mut().zip(line).for_each(|(sum, number)| *sum += factor * number);
    }
    sums
}

/// The rows without what each has of those before it, and of length 1. A row that has nothing of its own is started anew.
fn orthonormal(rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut done: Vec<Vec<f64>> = Vec::with_capacity(rows.len());
    for (number, mut row) in rows.into_iter().enumerate() {
        let mut anew = number + done.capacity();
        loop {
            let before = dot(&row, &row);
            // Twice, since the first pass leaves rounding errors.
            for known in done.iter().chain(&done) {
                let share = dot(known, &row);
                row.iter_mut().zip(known).for_each(|(number, known)| *number -= share * known);
            }
            let length = dot(&row, &row);
            if length > before * 1e-16 && length > f64::MIN_POSITIVE {
                row.iter_mut().for_each(|number| *number /= length.sqrt());
                break;
            }
            anew += done.capacity();
            row = start(anew, row.len());
        }
        done.push(row);
    }
    done
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A vector of length 1 in the same direction; the first axis for one without.
fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > f32::MIN_POSITIVE {
        vector.iter_mut().for_each(|number| *number /= length);
    } else if let Some(first) = vector.first_mut() {
        *first = 1.0;
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unit vectors of eight numbers, whose last four are small.
    fn vectors(count: usize) -> Vec<f32> {
        let of = |number| {
            let all = start(number, 8).into_iter().enumerate();
            unit(all.map(|(place, number)| number as f32 * if place < 4 { 1.0 } else { 0.01 }).collect())
        };
        (0..count).flat_map(of).collect()
    }

    #[test]
    fn dot_products_are_kept() {
        let given = vectors(200);
        let reduced = Projection::fit(&given, 8, 4).apply(&given);
        assert_eq!(reduced.len(), 200 * 4);
        let dot = |of: &[f32], dimensions: usize, a: usize, b: usize| -> f32 {
            let vector = |number: usize| of[number * dimensions..][..dimensions].iter();
            vector(a).zip(vector(b)).map(|(a, b)| a * b).sum()
        };
        for number in 0..199 {
            let (before, after) = (dot(&given, 8, number, number + 1), dot(&reduced, 4, number, number + 1));
            assert!((before - after).abs() < 0.01, "{before} expected, {after} found");
            assert!((dot(&reduced, 4, number, number) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn fewer_vectors_than_dimensions_are_no_reason_to_stop() {
        let given = vectors(2);
        for count in [0, 1, 2] {
            let reduced = Projection::fit(&given[..count * 8], 8, 4).apply(&given);
            assert!(reduced.iter().all(|number| number.is_finite()));
            assert_eq!(reduced.len(), 8);
        }
        assert_eq!(unit(vec![0.0; 2]), [1.0, 0.0]);
    }
}
