//! Ridge regression: minimises ‖X·W − Y‖² + λ·‖W‖² for a sparse X, by conjugate gradients on the normal equations with
//! the diagonal as preconditioner (Hestenes and Stiefel 1952; Golub and Van Loan, "Matrix Computations", 11.5).
//!
//! The columns of Y are independent of each other. Each task solves [`LANES`] of them in lockstep, so that one pass over
//! X serves all, and the result does not depend on the number of threads.

use rayon::prelude::*;

use super::rows::Rows;

/// Columns that are solved in lockstep. More need more memory, fewer more passes over X.
const LANES: usize = 32;

/// Iterations at most. The error of a vector is then far below that of its codes.
const MAX_ITERATIONS: usize = 60;

/// The residual, relative to the first, at which a column is solved.
const TOLERANCE: f64 = 3e-3;

type Lanes = [f32; LANES];

/// W, row by row, of `dimensions` numbers for each column of `rows`. `targets` has the rows of Y that those of X name. Memory:
/// 5 × 128 bytes for each column of X and thread, and the result.
pub(super) fn ridge(rows: &Rows, targets: &[f32], dimensions: usize, lambda: f32) -> Vec<f32> {
    let mut diagonal = vec![lambda; rows.columns];
    rows.iter().flatten().for_each(|(column, value)| diagonal[*column as usize] += value * value);
    let starts: Vec<usize> = (0..dimensions).step_by(LANES).collect();
    let solved: Vec<Vec<Lanes>> = starts
        .par_iter()
        .map(|start| solve(rows, &diagonal, lambda, &right_sides(rows, targets, dimensions, *start)))
        .collect();
    let mut weights = Vec::with_capacity(rows.columns * dimensions);
    for column in 0..rows.columns {
        for (start, solved) in starts.iter().zip(&solved) {
            weights.extend(&solved[column][..LANES.min(dimensions - start)]);
        }
    }
    weights
}

/// Xᵀ·Y, from the column `start` of Y on.
fn right_sides(rows: &Rows, targets: &[f32], dimensions: usize, start: usize) -> Vec<Lanes> {
    let mut sides = vec![[0.0; LANES]; rows.columns];
    for (number, row) in rows.targets.iter().zip(rows.iter()) {
        let mut target = [0.0; LANES];
        let of_row = &targets[*number as usize * dimensions..][..dimensions];
        target.iter_mut().zip(&of_row[start..]).for_each(|(lane, number)| *lane = *number);
        add(row, &target, &mut sides);
    }
    sides
}

/// Adds a row of X times `factors` to `sums`.
fn add(row: &[(u32, f32)], factors: &Lanes, sums: &mut [Lanes]) {
    for (column, value) in row {
        let sum = &mut sums[*column as usize];
        (0..LANES).for_each(|lane| sum[lane] += value * factors[lane]);
    }
}

/// (Xᵀ·X + λ)·`vector`.
fn product(rows: &Rows, lambda: f32, vector: &[Lanes]) -> Vec<Lanes> {
    let mut product: Vec<Lanes> = vector.iter().map(|lanes| lanes.map(|number| lambda * number)).collect();
    for row in rows.iter() {
        let mut sum = [0.0; LANES];
        for (column, value) in row {
            let from = &vector[*column as usize];
            (0..LANES).for_each(|lane| sum[lane] += value * from[lane]);
        }
        add(row, &sum, &mut product);
    }
    product
}

/// The dot product of each lane.
fn dot(one: &[Lanes], other: &[Lanes]) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for (one, other) in one.iter().zip(other) {
        (0..LANES).for_each(|lane| sums[lane] += f64::from(one[lane]) * f64::from(other[lane]));
    }
    sums
}

/// one / other, 0 for a lane that is solved.
fn ratio(one: &[f64; LANES], other: &[f64; LANES]) -> Lanes {
    std::array::from_fn(|lane| if other[lane] > 0.0 { (one[lane] / other[lane]) as f32 } else { 0.0 })
}

fn solve(rows: &Rows, diagonal: &[f32], lambda: f32, sides: &[Lanes]) -> Vec<Lanes> {
    let precondition = |residual: &[Lanes]| -> Vec<Lanes> {
        residual.iter().zip(diagonal).map(|(lanes, own)| lanes.map(|number| number / own)).collect()
    };
    let mut solution = vec![[0.0; LANES]; sides.len()];
    let mut residual = sides.to_vec();
    let mut direction = precondition(&residual);
    let mut energy = dot(&residual, &direction);
    let enough = dot(&residual, &residual).map(|length| length * TOLERANCE * TOLERANCE);
    for _ in 0..MAX_ITERATIONS {
        let image = product(rows, lambda, &direction);
        let step = ratio(&energy, &dot(&direction, &image));
        for (at, solution) in solution.iter_mut().enumerate() {
            for lane in 0..LANES {
                solution[lane] += step[lane] * direction[at][lane];
                residual[at][lane] -= step[lane] * image[at][lane];
            }
        }
        if dot(&residual, &residual).iter().zip(enough).all(|(length, enough)| *length <= enough) {
            break;
        }
        let next = precondition(&residual);
        let after = dot(&residual, &next);
        let share = ratio(&after, &energy);
        energy = after;
        for (direction, next) in direction.iter_mut().zip(&next) {
            (0..LANES).for_each(|lane| direction[lane] = next[lane] + share[lane] * direction[lane]);
        }
    }
    solution
}
