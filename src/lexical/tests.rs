use super::*;
use crate::format::{FormatError, Generation};
use crate::ids::SectionId;
use proptest::prelude::*;

const PARAMS: Bm25Params = Bm25Params {
    k1: 1.5,
    b: [0.75; FIELD_COUNT],
    boost: [2.0, 1.0, 2.0, 1.0, 0.7],
    bonus: [0.0, 0.0, 0.5, 0.0, 0.0],
};
const GENERATION: Generation = Generation([3; 8]);

fn file(sections: &[(&str, &str)]) -> Vec<u8> {
    let texts: Vec<FieldTexts<'_>> = sections
        .iter()
        .map(|(heading, body)| {
            let mut texts = FieldTexts::default();
            texts.0[Field::Heading as usize] = vec![heading];
            texts.0[Field::Body as usize] = vec![body];
            texts
        })
        .collect();
    build(&texts, GENERATION, &|_| {}).unwrap()
}

fn sample() -> Vec<u8> {
    file(&[
        ("Ownership", "Each value has an owner. There can only be one owner at a time."),
        ("Threads", "Sharing data between threads takes an Arc, and each thread its own clone."),
        ("Paths", "Use os.path.join to join paths."),
        ("Empty", ""),
    ])
}

fn terms(words: &[&str]) -> Vec<WeightedTerm> {
    words.iter().map(|word| WeightedTerm { text: (*word).into(), weight: 1.0 }).collect()
}

#[test]
fn the_best_section_comes_first() {
    let index = LexicalIndex::read(sample(), GENERATION, 4).unwrap();
    for (words, expected) in [
        (&["owner"][..], &[0][..]),
        (&["thread", "data"], &[1]),
        (&["os.path.join"], &[2]),
        (&["each"], &[0, 1]),
        (&["nowhere"], &[]),
        (&["nowhere", "thread"], &[1]),
        (&[], &[]),
    ] {
        let found = search(&index, &terms(words), &PARAMS, 10).unwrap();
        let mut sections: Vec<u32> = found.iter().map(|hit| hit.section.0).collect();
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        sections.sort_unstable();
        assert_eq!(sections, expected, "{words:?}");
    }
    assert_eq!(search(&index, &terms(&["each"]), &PARAMS, 1).unwrap().len(), 1);
    assert!(search(&index, &terms(&["each"]), &PARAMS, 0).unwrap().is_empty());
}

#[test]
fn scores_are_those_of_the_formula() {
    let index = LexicalIndex::read(sample(), GENERATION, 4).unwrap();
    // "thread" once in a heading of one term, twice in a body of 14 terms (stored as 14); headings hold 4 terms
    // in 4 sections, bodies 14 + 14 + 7 terms, where the name kept whole does not count.
    let found = search(&index, &terms(&["thread"]), &PARAMS, 1).unwrap();
    let average_body = index.average_lengths()[Field::Body as usize];
    let length = index.length(SectionId(1), Field::Body as usize);
    let weighed = 2.0 * 1.0 / (0.25 + 0.75 * 1.0 / 1.0) + 2.0 / (0.25 + 0.75 * length / average_body);
    let idf = (1.0f32 + (4.0 - 1.0 + 0.5) / 1.5).ln();
    let expected = idf * (weighed * 2.5 / (weighed + 1.5) + 0.5 * 2.5 / (1.0 + 1.5));
    assert!((found[0].score - expected).abs() < 1e-5, "{} != {expected}", found[0].score);
    let shares = explain(&index, &terms(&["thread", "arc", "owner"]), &PARAMS, SectionId(1)).unwrap();
    assert_eq!(shares.len(), 2);
    assert_eq!(shares[0].frequencies, [0, 0, 1, 2, 0]);
    let both = search(&index, &terms(&["thread", "arc"]), &PARAMS, 1).unwrap();
    assert!((both[0].score - shares.iter().map(|share| share.score).sum::<f32>()).abs() < 1e-5);
}

#[test]
fn the_same_sections_give_the_same_bytes() {
    assert_eq!(sample(), sample());
}

#[test]
fn damage_is_an_error() {
    let good = sample();
    assert!(matches!(
        LexicalIndex::read(good.clone(), GENERATION, 5),
        Err(FormatError::OutOfRange { what: "section count", at_most: 5, found: 4 })
    ));
    for length in 0..good.len() {
        assert!(LexicalIndex::read(good[..length].to_vec(), GENERATION, 4).is_err(), "cut at {length}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert!(matches!(LexicalIndex::read(longer, GENERATION, 4), Err(FormatError::Trailing { .. })));
}

proptest! {
    #[test]
    fn any_frequencies_come_back(postings in prop::collection::vec((0u32..1 << 20, prop::array::uniform5(0u32..1000)), 1..50)) {
        let mut writer = crate::format::Writer::new();
        for (step, frequencies) in &postings {
            layout::write_posting(&mut writer, *step, frequencies);
        }
        let bytes = writer.finish();
        let mut cursor = crate::format::Cursor::new(&bytes);
        for posting in postings {
            prop_assert_eq!(layout::read_posting(&mut cursor), Ok(posting));
        }
        prop_assert_eq!(cursor.remaining(), 0);
    }

    #[test]
    fn a_mutated_file_never_panics(at in 0usize..400, value: u8) {
        let mut bytes = sample();
        let at = at % bytes.len();
        bytes[at] = value;
        if let Ok(index) = LexicalIndex::read(bytes, GENERATION, 4) {
            for term in ["owner", "thread", "each", "os.path.join", "path"] {
                let _ = search(&index, &terms(&[term]), &PARAMS, 10);
            }
        }
    }
}
