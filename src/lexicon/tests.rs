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
    TermOccurrences {
        document_frequency: sections.len() as u32,
        windows: sections.iter().map(one).collect(),
        ..TermOccurrences::default()
    }
}

/// The same of a word.
fn word(word: &str, sections: &[u32]) -> TermOccurrences {
    TermOccurrences { term: word.into(), shown: word.into(), ..in_sections(sections) }
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
    Trained { occurrences, sections: 4, windows, vectors, dimensions: 3, is_stop: &|_| false }
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

/// Twelve sections, the first half on one topic, and two blocks of terms.
fn related_words() -> LexiconBlocks {
    let occurrences = vec![
        vec![
            word("boat", &[0, 1, 2]),
            TermOccurrences::default(),
            word("boats", &[0, 1, 3]),
            word("ferry", &[3, 4, 5]),
        ],
        vec![
            word("bread", &[6, 7, 8]),
            word("cake", &[9, 10]),
            word("number1", &[6, 7, 9]),
            word("the", &[3, 4, 5]),
            word("water", &[0, 1, 2, 3, 4]),
        ],
    ];
    let windows: Vec<SectionId> = (0..12).map(SectionId).collect();
    let vectors: Vec<f32> =
        (0..12).flat_map(|number| if number < 6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }).collect();
    let trained =
        Trained { sections: 12, is_stop: &|word| word == "the", ..trained(&occurrences, &windows, &vectors) };
    build(&trained)
}

#[test]
fn related_words_are_near_and_of_other_words() {
    let LexiconBlocks { shape, blocks } = related_words();
    let read: Vec<TermVectors> =
        blocks.into_iter().map(|block| TermVectors::read(block, shape).unwrap()).collect();
    let related = |block: usize| (0..6).map(|place| read[block].related(place)).collect::<Vec<_>>();
    assert_eq!(related(0), [vec!["ferry"], vec![], vec!["ferry"], vec!["boat"], vec![], vec![]]);
    assert!(related(1).concat().is_empty(), "rare, frequent, stop words, numbers, and another topic");
}

/// Number of entries, bits, three scales, and three vectors of three codes of four bits.
const CODES_END: usize = 1 + 1 + 3 + 3 * 2;

proptest! {
    /// A cut or altered block is refused, or read without a panic.
    #[test]
    fn damaged_blocks_are_survived(at in 0usize..40, byte in any::<u8>(), cut in 0usize..40) {
        let LexiconBlocks { shape, blocks } = related_words();
        let whole = &blocks[0];
        let cut = cut.min(whole.len());
        let (is_read, is_whole) = (TermVectors::read(whole[..cut].to_vec(), shape).is_ok(), cut == whole.len());
        // Behind the codes, it may end with any term's related words.
        let may_be_read = is_whole || cut >= CODES_END;
        prop_assert!(is_read || !is_whole);
        prop_assert!(may_be_read || !is_read);
        let mut altered = whole.clone();
        let at = at % altered.len();
        altered[at] = byte;
        if let Ok(block) = TermVectors::read(altered, shape) {
            let mut sum = vec![0.0; 3];
            for place in 0..20 {
                block.add(place, 1.0, &mut sum);
                prop_assert!(block.related(place).len() <= 4);
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
