//! Damaged and hostile blocks give an error or other results, but no panic and no large allocation.

use proptest::prelude::*;

use super::*;
use crate::altered::each_alteration;
use crate::format::Writer;
use crate::peak_memory::assert_modest;

fn read_terms(bytes: &[u8]) {
    let Ok(block) = TermBlock::read(bytes.to_vec(), 0, 4) else { return };
    for term in ["owner", "thread", "each", "os.path.join", "path", "", "zzz"] {
        let Ok(Some(entry)) = block.find(term) else { continue };
        assert!(entry.document_frequency <= 4);
        let Ok(postings) = entry.postings() else { continue };
        let mut next = 0;
        let mut failed = false;
        for posting in postings {
            assert!(!failed, "no posting follows an error");
            let Ok(posting) = posting else {
                failed = true;
                continue;
            };
            assert!((next..4).contains(&posting.section.0));
            assert!(posting.fields().count() <= FIELD_COUNT);
            next = posting.section.0 + 1;
        }
    }
}

fn read_positions(bytes: &[u8]) {
    let Ok(block) = PositionBlock::read(bytes.to_vec()) else { return };
    for place in 0..bytes.len() as u32 + 2 {
        let Some(mut positions) = block.of(place) else { continue };
        let mut left = bytes.len();
        let mut found = Vec::new();
        while left > 0 && positions.next(&mut |position| found.push(position)).is_ok() {
            assert!(found.len() <= bytes.len() && found.is_sorted());
            found.clear();
            left -= 1;
        }
    }
}

fn read_spelling(bytes: &[u8]) {
    for backward in [false, true] {
        let block = SpellingBlock::new(bytes.to_vec(), backward);
        let mut found = Vec::new();
        for word in ["thread", "ownershpi", "a", ""] {
            let _ = block.near(word, word, 2, &mut found);
            let _ = block.completions(word, &mut found);
        }
        assert!(found.len() <= bytes.len() * 8);
    }
}

/// The only term, position and spelling block of a small index.
fn blocks() -> [Vec<u8>; 3] {
    let blocks = sample().blocks;
    [blocks.terms[0].bytes.clone(), blocks.positions[0].clone(), blocks.spelling.forward[0].bytes.clone()]
}

/// Memory that reading may take per byte: of a word of four bytes in a hostile block, each of the eight searches above
/// may make a candidate with two strings of 64 bytes.
const MULTIPLE: usize = 512;

fn check(bytes: &[u8]) {
    assert_modest(bytes, MULTIPLE, read_terms);
    assert_modest(bytes, MULTIPLE, read_positions);
    assert_modest(bytes, MULTIPLE, read_spelling);
}

#[test]
fn complete_blocks_are_read_to_their_end() {
    let [terms, positions, spelling] = blocks();
    assert!(TermBlock::read(terms, 0, 4).unwrap().find("zzz").unwrap().is_none());
    assert!(PositionBlock::read(positions).is_ok());
    let mut found = vec![];
    for prefix in ["th", "own"] {
        SpellingBlock::new(spelling.clone(), false).completions(prefix, &mut found).unwrap();
    }
    assert!(found.iter().any(|word| word.term == "thread") && found.iter().any(|word| word.term == "owner"));
}

#[test]
fn truncated_blocks_are_errors() {
    let [terms, positions, _] = blocks();
    for length in 0..terms.len() {
        // An entry before the cut may be found; the last key's postings never are.
        let last = &sample().blocks.terms[0].last;
        let block = TermBlock::read(terms[..length].to_vec(), 0, 4);
        assert!(block.and_then(|block| block.find(last).map(|_| ())).is_err(), "terms cut at {length}");
    }
    for length in 0..positions.len() {
        assert!(PositionBlock::read(positions[..length].to_vec()).is_err(), "positions cut at {length}");
    }
    assert!(PositionBlock::read([positions.as_slice(), &[0]].concat()).is_err(), "trailing byte");
}

#[test]
fn hostile_counts_reserve_nothing() {
    let huge = |rest: &[u32]| {
        let mut writer = Writer::new();
        writer.varint(u32::MAX);
        rest.iter().for_each(|number| writer.varint(*number));
        writer.finish()
    };
    for bytes in
        [huge(&[]), huge(&[0; 40]), huge(&[u32::MAX; 40]), vec![0xff; 64], vec![1, 0, 0, 255, 255, 3, 0]]
    {
        check(&bytes);
        assert!(PositionBlock::read(bytes).is_err());
    }
    // One word, then the same again and again in four bytes each.
    let mut writer = Writer::new();
    [0u32, 6].into_iter().for_each(|number| writer.varint(number));
    writer.bytes(b"thread");
    [1u32, 0].into_iter().for_each(|number| writer.varint(number));
    (0..10_000).for_each(|_| writer.bytes(&[6, 0, 1, 0]));
    check(&writer.finish());
    // Overlong terms, each sharing all of the one before.
    let mut writer = Writer::new();
    writer.varint(5_000);
    (0..5_000u32).for_each(|place| {
        writer.varint(place);
        writer.string("x");
        [2u32, 1].into_iter().for_each(|number| writer.varint(number));
    });
    check(&writer.finish());
}

#[test]
fn more_postings_than_bytes_are_an_error() {
    // One term "a" of nine sections with two bytes of postings.
    let block = TermBlock::read(vec![1, 0, 1, b'a', 9 << 1, 2, 0, 0], 8, 20).unwrap();
    let entry = block.find("a").unwrap().unwrap();
    assert_eq!(entry.document_frequency, 9);
    assert_eq!(entry.postings().err().map(|damage| (damage.block, damage.positions)), Some((8, false)));
    // A section out of range.
    let block = TermBlock::read(vec![1, 0, 1, b'a', 1 << 1, 3, 7, 1, 1], 8, 7).unwrap();
    let entry = block.find("a").unwrap().unwrap();
    let mut postings = entry.postings().unwrap();
    assert!(postings.next().unwrap().is_err() && postings.next().is_none());
}

proptest! {
    #[test]
    fn altered_blocks_never_panic(which in 0usize..3, at in 0usize..2_000, value: u8, cut in 0usize..2_000) {
        each_alteration(blocks()[which].clone(), at, value, cut, &check);
    }

    #[test]
    fn random_blocks_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
        check(&bytes.iter().map(|byte| byte % 8).collect::<Vec<u8>>());
    }
}
