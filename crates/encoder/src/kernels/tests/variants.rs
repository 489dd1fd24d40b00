//! Every kernel variant against the portable one.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Random, name_skipped_variants};
use crate::kernels::pack::{Panel, Weights};
use crate::kernels::pairs::{self, PairRow};
use crate::kernels::quantize::{Code, FourCodes, place};
use crate::kernels::shapes::{GROUP, PANEL, ROWS, WIDTH};
use crate::kernels::variant::available;
use crate::kernels::{kernel_name, portable};

/// Weights of `inputs` × one panel, and the codes of some rows.
fn operands(
    inputs: usize,
    rows: usize,
    weight: impl FnMut() -> i8,
    mut code: impl FnMut() -> Code,
) -> (Weights, Vec<FourCodes>) {
    let weights: Vec<i8> = std::iter::repeat_with(weight).take(inputs * PANEL).collect();
    let weights = Weights::pack(&weights, inputs, PANEL, &[1.0; PANEL]).unwrap();
    let four = || [code(), code(), code(), code()];
    let codes = std::iter::repeat_with(four).take(rows * weights.depth()).collect();
    (weights, codes)
}

fn reference(codes: &[FourCodes], panel: &Panel, rows: usize) -> Vec<[i32; PANEL]> {
    let mut sums = vec![[-1; PANEL]; rows];
    portable::product(codes, panel, &mut sums);
    sums
}

fn check(inputs: usize, mut weight: impl FnMut() -> i8, mut code: impl FnMut() -> Code) {
    for variant in available() {
        for rows in 1..=variant.rows {
            let (weights, codes) = operands(inputs, rows, &mut weight, &mut code);
            let panel = weights.panels().next().unwrap();
            // Kernels overwrite the sums.
            let mut sums = vec![[-1; PANEL]; rows];
            variant.product(&codes, &panel, &mut sums);
            let expected = reference(&codes, &panel, rows);
            assert_eq!(sums, expected, "{} of {inputs} inputs and {rows} rows", variant.name);
        }
    }
}

/// The portable variant runs only where there is no other.
#[test]
fn the_best_variant_runs() {
    let name = kernel_name();
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        assert_eq!(name, "wasm simd128");
    } else {
        assert_eq!(name == "portable", available().count() == 1, "{name}");
    }
}

#[test]
fn random_codes() {
    name_skipped_variants("random_codes");
    let mut weights = Random(1);
    let mut codes = Random(2);
    for inputs in [1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 64, 100, 384, 1536] {
        check(inputs, || weights.code(), || (codes.next() % 128) as Code);
    }
}

/// Products closest to the limits of 16 bits, with equal and with alternating signs; with 64, those of two groups
/// together.
#[test]
fn extreme_codes() {
    name_skipped_variants("extreme_codes");
    let check = |inputs, weight: &mut dyn FnMut() -> i8, code| {
        check(inputs, weight, || code);
    };
    for inputs in [4, 384, 1536] {
        for weight in [-128, -127, -64, 64, 127] {
            check(inputs, &mut || weight, 127);
            let mut turn = 0;
            let mut alternating = || {
                turn += 1;
                if turn % 2 == 0 { weight } else { weight.saturating_neg() }
            };
            check(inputs, &mut alternating, 127);
        }
        check(inputs, &mut || 127, 0);
        check(inputs, &mut || 0, 127);
    }
}

/// The portable kernel against the definition.
#[test]
fn portable_is_the_sum_of_products() {
    let mut random = Random(3);
    let (inputs, rows) = (37, 3);
    let codes: Vec<i8> = random.codes(inputs * PANEL);
    let weights = Weights::pack(&codes, inputs, PANEL, &[1.0; PANEL]).unwrap();
    let panel = weights.panels().next().unwrap();
    let depth = weights.depth();
    let x: Vec<FourCodes> =
        (0..rows * depth).map(|_| [0; GROUP].map(|_| (random.next() % 128) as Code)).collect();
    for (row, sums) in reference(&x, &panel, rows).iter().enumerate() {
        for (column, sum) in sums.iter().enumerate() {
            let code = |input: usize| i32::from(x[place(row, input / GROUP, rows, depth)][input % GROUP]);
            let expected: i32 =
                (0..inputs).map(|input| code(input) * i32::from(codes[input * PANEL + column])).sum();
            assert_eq!(*sum, expected, "row {row}, column {column}");
        }
    }
}

/// Rows of 16-bit codes, and a slab.
fn pair_operands(depth: usize, stride: usize, mut code: impl FnMut() -> i16) -> (Vec<i16>, Vec<PairRow>) {
    let codes = (0..(ROWS - 1) * stride + 2 * depth).map(|_| code()).collect();
    let slab = (0..depth).map(|_| PairRow(std::array::from_fn(|_| [code(), code()]))).collect();
    (codes, slab)
}

/// Compares the sums of 16-bit codes by all variants.
fn check_pairs(depth: usize, stride: usize, code: impl FnMut() -> i16) {
    let (codes, slab) = pair_operands(depth, stride, code);
    let mut expected = [[-1; WIDTH]; ROWS];
    pairs::portable(&codes, stride, &slab, &mut expected);
    for variant in available() {
        // Kernels overwrite the sums.
        let mut sums = [[-1; WIDTH]; ROWS];
        variant.pairs(&codes, stride, &slab, &mut sums);
        assert_eq!(sums, expected, "{} of {depth} pairs", variant.name);
    }
}

#[test]
fn pairs_of_codes() {
    name_skipped_variants("pairs_of_codes");
    let mut random = Random(6);
    for (depth, stride) in [(0, 0), (1, 2), (1, 7), (2, 4), (3, 6), (16, 384), (33, 66), (130, 260)] {
        check_pairs(depth, stride, || (random.next() % 8191) as i16 - 4095);
    }
    for most in [i16::MAX, i16::MIN + 1] {
        check_pairs(1, 2, || most);
    }
    let mut turn = 0;
    check_pairs(64, 128, || {
        turn += 1;
        if turn % 2 == 0 { 4095 } else { -4095 }
    });
}

/// The portable kernel against the definition.
#[test]
fn portable_pairs_are_sums_of_products() {
    let (depth, stride) = (3, 9);
    let code = |at: usize| (at * 37 % 1001) as i16 - 500;
    let codes: Vec<i16> = (0..(ROWS - 1) * stride + 2 * depth).map(code).collect();
    let weight = |pair: usize, column: usize, of: usize| code(pair * 100 + column * 2 + of + 5);
    let slab: Vec<PairRow> = (0..depth)
        .map(|pair| PairRow(std::array::from_fn(|column| [0, 1].map(|of| weight(pair, column, of)))))
        .collect();
    let mut sums = [[-1; WIDTH]; ROWS];
    pairs::portable(&codes, stride, &slab, &mut sums);
    for (row, sums) in sums.iter().enumerate() {
        for (column, sum) in sums.iter().enumerate() {
            let expected: i32 = (0..2 * depth)
                .map(|at| i32::from(codes[row * stride + at]) * i32::from(weight(at / 2, column, at % 2)))
                .sum();
            assert_eq!(*sum, expected, "row {row}, column {column}");
        }
    }
}

/// No kernel sees lengths that contradict each other.
#[cfg(not(target_family = "wasm"))]
#[test]
fn lengths_are_checked_before_a_kernel_runs() {
    let refused = |work: &dyn Fn()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).expect_err("a panic");
    };
    for variant in available() {
        let (weights, codes) = operands(8, variant.rows + 1, || 1, || 1);
        let panel = weights.panels().next().unwrap();
        for rows in [0, variant.rows + 1] {
            let codes = &codes[..rows * weights.depth()];
            refused(&|| variant.product(codes, &panel, &mut vec![[0; PANEL]; rows]));
        }
        refused(&|| variant.product(&codes[..weights.depth() - 1], &panel, &mut [[0; PANEL]]));
        let (codes, slab) = pair_operands(3, 6, || 1);
        refused(&|| variant.pairs(&codes[1..], 6, &slab, &mut [[0; WIDTH]; ROWS]));
    }
}
