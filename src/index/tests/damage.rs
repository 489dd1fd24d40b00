//! Blocks that differ from what the directory says.

use super::*;

fn without_last(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() - 1].to_vec()
}

fn altered(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    bytes
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
    let block: &[Change] = &[altered, without_last, |_| vec![]];
    let whole: &[Change] = &[other_generation, without_last, |bytes| [bytes, &[0]].concat(), |_| vec![]];
    for (part, changes) in [
        (BlockKind::Terms.block(0), block),
        (BlockKind::Positions.block(0), block),
        (BlockKind::Spelling.block(0), block),
        (BlockKind::SpellingBackward.block(0), block),
        (BlockKind::Texts.block(1), block),
        (BlockKind::Auxiliary.block(0), whole),
        (BlockKind::Filters.block(0), whole),
        (BlockKind::Links.block(0), whole),
    ] {
        let mut store = host.store();
        if part.kind != BlockKind::Auxiliary {
            host.supply(&mut store, BlockKind::Auxiliary.block(0));
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
        BlockKind::Dense.block(0),
        BlockKind::Graph.block(0),
        BlockKind::Links.block(1),
    ] {
        assert!(store.range(id).is_none() && !store.is_missing(id), "{id:?}");
        let error = store.supply(id, vec![]).unwrap_err();
        assert_eq!((error.code(), error.file()), ("unknown-block", None));
        store.fail(id, "nobody asked");
        assert!(store.failure(id).is_none(), "{id:?}");
    }
    assert!(store.is_missing(BlockKind::Terms.block(0)));
    assert!(store.missing_of(BlockKind::Dense).is_empty() && !store.vectors_work());
}

#[test]
fn block_ids_survive_a_round_trip() {
    for (place, row) in block::KINDS.iter().enumerate() {
        assert_eq!(row.kind as usize, place, "rows are in the order of the kinds");
        for number in [0, 1, 77_777, (u32::MAX >> 4) as usize] {
            let id = row.kind.block(number);
            assert_eq!(BlockId::from_u32(id.to_u32()), Some(id));
        }
    }
    assert_eq!(BlockId::from_u32(block::KINDS.len() as u32), None);
}

#[test]
fn failed_vectors_can_be_requested_again() {
    use crate::dense::Ann;
    let info = super::built::info();
    let sections = [0, 1, 2].map(crate::ids::SectionId);
    let vectors = [1.0, 0.0, 0.0, 1.0, 0.6, 0.8];
    let input = super::built::dense_input(&sections, &vectors, &info);
    let mut settings = settings();
    settings.dense.ann = Ann::Hnsw;
    let host = Host::new(build(&pages(), Some(&input), &settings, &|_, _, _| {}).unwrap());
    let bytes = |store: &Store, part: BlockId| host.bring(&store.range(part).unwrap());
    for part in [BlockKind::Dense.block(0), BlockKind::Dense.block(1), BlockKind::Graph.block(0)] {
        let mut store = host.store();
        let range = store.range(part).unwrap();
        let good = bytes(&store, part);
        // Invalid bytes with the right checksum, and bytes with a wrong one.
        let mut wrong = good.clone();
        wrong[0] ^= 0x20;
        let mut passing = wrong.clone();
        passing.push(0);
        let fits = |last: &u8| {
            crate::format::check8(&[&wrong[..], &[*last]].concat()) == crate::format::check8(&good)
        };
        *passing.last_mut().unwrap() = (0..=255).find(fits).unwrap();
        for bad in [wrong.clone(), passing] {
            store = host.store();
            let others = [BlockKind::Dense.block(0), BlockKind::Dense.block(1), BlockKind::Graph.block(0)]
                .into_iter()
                .filter(|other| *other != part);
            others.for_each(|other| host.supply(&mut store, other));
            let error = store.supply(part, bad).unwrap_err();
            assert_eq!((error.code(), error.file()), ("damaged", Some(range.file.as_str())), "{part:?}");
            let of_graph = part.kind == BlockKind::Graph;
            assert_eq!((store.vectors_work(), matches!(store.dense(), Slot::Ready(_))), (of_graph, of_graph));
            assert!(
                store.missing_of(BlockKind::Dense).is_empty()
                    && store.missing_of(BlockKind::Graph).is_empty(),
                "{part:?}"
            );
            store.forget_failures();
            for part in
                store.missing_of(BlockKind::Dense).into_iter().chain(store.missing_of(BlockKind::Graph))
            {
                host.supply(&mut store, part);
            }
            assert!(matches!(store.dense(), Slot::Ready(index) if index.has_graph()), "{part:?}");
        }
    }
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
            // Some bits say nothing of the content: time, system, padding.
            let opened = open_block(&range.file, &altered, range.bytes);
            let is_harmless = |found: Vec<u8>| found == raw || found.len() > range.bytes as usize;
            assert!(opened.map_or(true, is_harmless), "byte {at} of {}", range.file);
        }
        let uncompressed = open_block(&range.file, &raw, range.bytes);
        assert_eq!(uncompressed.unwrap_err().code(), "unavailable");
    }
}
