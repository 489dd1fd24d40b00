//! The fit, and the blocks.

use proptest::prelude::*;

use super::rows::Rows;
use super::solve::ridge;
use super::*;
use crate::dense::Bits;
use crate::ids::SectionId;
use crate::lexical::{Occurrence, TermOccurrences};

/// A term in the texts of sections of one window each.
fn in_sections(sections: &[u32]) -> TermOccurrences {
    let one = |section: &u32| Occurrence { section: *section, window: *section, in_headings: 0, in_text: 1 };
    TermOccurrences { document_frequency: sections.len() as u32, windows: sections.iter().map(one).collect() }
}

/// ‖X·W − Y‖² + λ·‖W‖² does not fall in any direction.
#[test]
fn the_fit_is_the_best_one() {
    let terms = [in_sections(&[0, 1, 2]), in_sections(&[1, 2, 3]), in_sections(&[0, 3])];
    let terms: Vec<&TermOccurrences> = terms.iter().collect();
    let rows = Rows::new(&terms, 4, &[true; 4]);
    let dimensions = 37;
    let targets: Vec<f32> = (0..4 * dimensions).map(|at| ((at * 7919 % 101) as f32 - 50.0) / 50.0).collect();
    let weights = ridge(&rows, &targets, dimensions, 0.5);
    assert_eq!(weights.len(), 3 * dimensions);
    let error = |weights: &[f32]| {
        let mut error = 0.5 * weights.iter().map(|it| f64::from(it * it)).sum::<f64>();
        for (number, row) in rows.targets.iter().zip(rows.iter()) {
            for at in 0..dimensions {
                let found: f32 = row
                    .iter()
                    .map(|(column, value)| value * weights[*column as usize * dimensions + at])
                    .sum();
                error += f64::from(found - targets[*number as usize * dimensions + at]).powi(2);
            }
        }
        error
    };
    let best = error(&weights);
    for at in 0..weights.len() {
        for step in [-0.05, 0.05] {
            let mut moved = weights.clone();
            moved[at] += step;
            assert!(error(&moved) > best, "{at} {step}");
        }
    }
}

fn trained<'a>(
    occurrences: &'a [Vec<TermOccurrences>],
    windows: &'a [SectionId],
    vectors: &'a [f32],
) -> Trained<'a> {
    Trained { occurrences, sections: 4, windows, vectors, dimensions: 3 }
}

#[test]
fn terms_point_at_their_sections() {
    let occurrences = vec![
        vec![in_sections(&[0, 1]), TermOccurrences::default(), in_sections(&[2, 3])],
        vec![in_sections(&[3]), in_sections(&[1, 2])],
    ];
    let windows = [0, 1, 2, 3].map(SectionId);
    let x = [1.0, 0.0, 0.0];
    let y = [0.0, 1.0, 0.0];
    let vectors = [x, x, y, y].concat();
    let found = build(&trained(&occurrences, &windows, &vectors));
    let again = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let again = again.install(|| build(&trained(&occurrences, &windows, &vectors)));
    assert_eq!((found.shape, &found.blocks), (again.shape, &again.blocks), "whatever the number of threads");
    let blocks: Vec<TermVectors> =
        found.blocks.into_iter().map(|block| TermVectors::read(block, found.shape).unwrap()).collect();
    let vector = |block: usize, place: usize| {
        let mut sum = vec![0.0; 3];
        blocks[block].add(place, 1.0, &mut sum).then_some(sum)
    };
    let (first, second) = (vector(0, 0).unwrap(), vector(0, 2).unwrap());
    assert!(first[0] > 4.0 * first[1].abs() && second[1] > 4.0 * second[0].abs(), "{first:?} {second:?}");
    assert_eq!((vector(0, 1), vector(0, 3), vector(1, 0)), (None, None, None), "names, the end, one section");
    assert!(vector(1, 1).is_some());
}

proptest! {
    /// A cut or altered block is refused, or read without a panic.
    #[test]
    fn damaged_blocks_are_survived(at in 0usize..40, byte in any::<u8>(), cut in 0usize..40) {
        let occurrences = vec![vec![in_sections(&[0, 1]), TermOccurrences::default(), in_sections(&[2, 3])]];
        let windows = [0, 1, 2, 3].map(SectionId);
        let vectors = [[1.0, 0.0, 0.0]; 4].concat();
        let LexiconBlocks { shape, blocks } = build(&trained(&occurrences, &windows, &vectors));
        let whole = &blocks[0];
        let cut = cut.min(whole.len());
        prop_assert_eq!(TermVectors::read(whole[..cut].to_vec(), shape).is_ok(), cut == whole.len());
        let mut altered = whole.clone();
        let at = at % altered.len();
        altered[at] = byte;
        if let Ok(block) = TermVectors::read(altered, shape) {
            let mut sum = vec![0.0; 3];
            for place in 0..20 {
                block.add(place, 1.0, &mut sum);
            }
            prop_assert!(sum.iter().all(|number| number.is_finite()));
        }
    }
}

#[test]
fn scales_are_bytes() {
    let shape = VectorShape { bits: Bits::Four, dimensions: 5, largest: 2.0 };
    for scale in [0.0, 0.01, 0.3, 1.0, 2.0] {
        assert!((shape.scale(shape.scale_byte(scale)) - scale).abs() <= 0.01 * scale.max(0.3), "{scale}");
    }
    assert_eq!(shape.row(), 3);
}
