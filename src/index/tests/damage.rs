//! Blocks that differ from what the directory says.

use super::*;
use crate::index::{Full, Words};

fn without_last(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() - 1].to_vec()
}

fn with_another(bytes: &[u8]) -> Vec<u8> {
    [bytes, &[0]].concat()
}

/// Changes the eight header bytes that hold the generation.
fn other_generation(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[8] ^= 1;
    bytes
}

#[test]
fn damage_names_the_file_and_is_remembered() {
    type Change = fn(&[u8]) -> Vec<u8>;
    let host = Host::of(&pages());
    // Blocks of the spelling dictionary are read when a word is looked up.
    let block: &[Change] = &[|_| vec![0xff]];
    let whole: &[Change] = &[other_generation, without_last, with_another, |_| vec![]];
    for (part, changes) in [
        (BlockKind::Terms.block(0), block),
        (BlockKind::Positions.block(0), block),
        (BlockKind::Texts.block(1), block),
        (BlockKind::Auxiliary.block(0), whole),
        (BlockKind::Filters.block(0), whole),
        (BlockKind::Links.block(0), whole),
    ] {
        let mut store = host.store();
        if part.kind == BlockKind::Positions {
            host.supply(&mut store, BlockKind::Terms.block(0));
        }
        let range = store.range(part).unwrap();
        let good = host.bring(&range);
        for change in changes {
            let error = store.supply(part, change(&good)).unwrap_err();
            assert_eq!((error.code(), error.file()), ("damaged", Some(range.file.as_str())), "{part:?}");
            assert!(error.to_string().contains(&range.file));
            assert_eq!(store.failure(part), Some(&error));
            assert!(!store.is_missing(part), "a failed block is not requested again");
        }
        store.fail(part, "HTTP 404");
        let failure = store.failure(part).unwrap();
        assert_eq!((failure.code(), failure.file()), ("unavailable", Some(range.file.as_str())));
        assert!(failure.to_string().contains("404"));
        store.forget_failures();
        assert!(store.failure(part).is_none());
        host.supply(&mut store, part);
        store.forget_failures();
        assert!(!store.is_missing(part), "a supplied block stays");
    }
}

#[test]
fn a_block_that_the_index_does_not_have_is_unknown() {
    let host = Host::of(&pages());
    let mut store = host.store();
    for id in [
        BlockKind::Texts.block(2),
        BlockKind::Terms.block((u32::MAX >> 4) as usize),
        BlockKind::Auxiliary.block(1),
        BlockKind::Spelling.block(0),
        BlockKind::Cluster.block(0),
        BlockKind::Graph.block(0),
        BlockKind::Homes.block(0),
        BlockKind::Links.block(1),
    ] {
        assert!(store.range(id).is_none() && !store.is_missing(id), "{id:?}");
        let error = store.supply(id, vec![]).unwrap_err();
        assert_eq!((error.code(), error.file()), ("unknown-block", None));
        store.fail(id, "nobody asked");
        assert!(store.failure(id).is_none(), "{id:?}");
    }
    assert!(store.is_missing(BlockKind::Terms.block(0)));
    assert!(store.missing_graph().is_empty() && !store.vectors_work());
}

#[test]
fn block_ids_survive_a_round_trip() {
    let all = block::KindRow::<Full>::ALL;
    for (place, row) in all.iter().enumerate() {
        assert_eq!(row.kind as usize, place, "rows are in the order of the kinds");
        assert_eq!(block_id::ALL_KINDS[place], row.kind);
        for number in [0, 1, 77_777, (u32::MAX >> 8) as usize] {
            for site in 0..MAX_SITES {
                let id = row.kind.block(number).of_site(site);
                assert_eq!(BlockId::from_u32(id.to_u32()), Some(id));
            }
        }
    }
    assert_eq!(BlockId::from_u32(all.len() as u32), None);
    let of_words: Vec<BlockKind> = block::KindRow::<Words>::ALL.iter().map(|row| row.kind).collect();
    assert_eq!(of_words, block_id::ALL_KINDS[..of_words.len()]);
}

#[test]
fn damaged_parts_of_the_vectors_are_named_and_requested_again() {
    let info = super::built::info();
    let sections = [0, 1, 2].map(crate::ids::SectionId);
    let vectors = [1.0, 0.0, 0.0, 1.0, 0.6, 0.8];
    let input = super::built::dense_input(&sections, &vectors, &info);
    let host = Host::new(build(&pages(), Some(&input), &settings(), &|_, _, _| {}).unwrap());
    let homes = BlockKind::Homes.block(0);
    let parts = [BlockKind::Graph.block(0), BlockKind::Graph.block(1), BlockKind::Cluster.block(0), homes];
    let mut whole = host.store();
    parts.iter().for_each(|part| host.supply(&mut whole, *part));
    for (at, part) in parts.into_iter().enumerate() {
        let range = whole.range(part).unwrap();
        let good = host.bring(&range);
        for bad in [without_last(&good), with_another(&good)] {
            let mut store = host.store();
            parts[..at].iter().for_each(|part| host.supply(&mut store, *part));
            let error = store.supply(part, bad).unwrap_err();
            assert_eq!((error.code(), error.file()), ("damaged", Some(range.file.as_str())), "{part:?}");
            assert_eq!((store.failure(part), store.vectors_work()), (Some(&error), at > 0), "{part:?}");
            store.forget_failures();
            parts[at..].iter().for_each(|part| host.supply(&mut store, *part));
            assert!(parts.iter().all(|part| store.failure(*part).is_none() && !store.is_missing(*part)));
        }
    }
    // Nodes and homes that came before the root are read with it.
    for part in [parts[1], homes] {
        let mut store = host.store();
        let good = host.bring(&store.range(part).unwrap());
        store.supply(part, with_another(&good)).unwrap();
        let root = host.bring(&store.range(parts[0]).unwrap());
        let error = store.supply(parts[0], root).unwrap_err();
        assert_eq!((error.code(), store.failure(part)), ("damaged", Some(&error)));
        assert!(store.vectors_work() && matches!(store.root(), Slot::Ready(_)));
    }
    let mut store = host.store();
    for part in [parts[1], homes] {
        let good = host.bring(&store.range(part).unwrap());
        store.supply(part, with_another(&good)).unwrap();
    }
    let root = host.bring(&store.range(parts[0]).unwrap());
    let error = store.supply(parts[0], root).unwrap_err();
    assert_eq!(store.failure(parts[1]), Some(&error), "the first of two");
    assert_eq!(store.failure(homes).map(|error| error.code()), Some("damaged"));
}

#[test]
fn blocks_of_the_same_bytes_share_a_range() {
    // The only word is a palindrome, so both orders are equal.
    let host = Host::of(&[page("a.html", "", &[("", "", "level")])]);
    let mut store = host.store();
    host.supply(&mut store, BlockKind::Auxiliary.block(0));
    assert_eq!(store.range(BlockKind::Spelling.block(0)), store.range(BlockKind::SpellingBackward.block(0)));
    let requests = store.requests(&[BlockKind::Spelling.block(0), BlockKind::SpellingBackward.block(0)]);
    assert_eq!(requests.len(), 2, "each block is supplied separately");
    host.supply(&mut store, BlockKind::Spelling.block(0));
    assert!(store.is_missing(BlockKind::SpellingBackward.block(0)));
}

#[test]
fn a_decompression_bomb_is_truncated() {
    let bomb = compress::gzip(&vec![0; 8 << 20]);
    assert_eq!(open("terms-0.hdf", bomb.clone(), 10).unwrap().len(), 11, "one byte more reveals the excess");
    let held = crate::peak_memory::peak_of(|| drop(open("terms-0.hdf", bomb.clone(), 10)));
    assert!(held < 128 << 10, "{held} bytes");
    let error = open("terms-0.hdf", bomb[..bomb.len() / 2].to_vec(), 16 << 20).unwrap_err();
    assert_eq!((error.code(), error.file()), ("unavailable", Some("terms-0.hdf")));
}

#[test]
fn another_block_of_the_file_is_told() {
    let host = Host::of(&pages());
    let store = host.store();
    let count = store.directory().block_count(BlockKind::Terms);
    let ranges: Vec<_> =
        (0..count).map(|number| store.range(BlockKind::Terms.block(number)).unwrap()).collect();
    let pair = ranges.windows(2).find(|pair| pair[0].file == pair[1].file).unwrap();
    let [first, second] = [&pair[0], &pair[1]];
    let error = open_block(first, host.stored(second)).unwrap_err();
    assert_eq!((error.code(), error.file()), ("unavailable", Some(first.file.as_str())));
    let (expected, found) = (first.start.to_string(), second.start.to_string());
    assert!([expected, found].iter().all(|start| error.to_string().contains(start)), "{error}");
}

#[test]
fn every_block_has_a_crc() {
    let host = Host::of(&[page("a.html", "", &[("", "", "level")])]);
    let mut store = host.store();
    host.supply(&mut store, BlockKind::Auxiliary.block(0));
    for kind in [BlockKind::Terms, BlockKind::Texts, BlockKind::Spelling, BlockKind::Links] {
        let range = store.range(kind.block(0)).unwrap();
        // Of a few bytes: they do not shrink.
        let stored = host.stored(&range);
        let raw = host.bring(&range);
        for at in 0..stored.len() {
            let mut altered = stored.to_vec();
            altered[at] ^= 0x10;
            // Some bits say nothing of the content: system, padding.
            let opened = open_block(&range, &altered);
            let is_harmless = |found: Vec<u8>| found == raw || found.len() > range.bytes as usize;
            assert!(opened.map_or(true, is_harmless), "byte {at} of {}", range.file);
        }
        let uncompressed = open_block(&range, &raw);
        assert_eq!(uncompressed.unwrap_err().code(), "unavailable");
    }
}
