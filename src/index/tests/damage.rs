//! Pieces that are not what the directory says.

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

/// Of another build: the eight bytes of the header that say so differ.
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
        (BlockId::Terms(0), block),
        (BlockId::Positions(0), block),
        (BlockId::Words(0), block),
        (BlockId::WordsBackward(0), block),
        (BlockId::Texts(1), block),
        (BlockId::Auxiliary, whole),
        (BlockId::Filters, whole),
    ] {
        let mut store = host.store();
        if !matches!(part, BlockId::Auxiliary) {
            host.supply(&mut store, BlockId::Auxiliary);
        }
        let piece = store.piece(part).unwrap();
        let good = host.bring(&piece);
        for change in changes {
            let error = store.supply(&piece.file, piece.start, change(&good)).unwrap_err();
            assert_eq!((error.code(), error.file()), ("damaged", Some(piece.file.as_str())), "{part:?}");
            assert!(error.to_string().contains(&piece.file));
            assert_eq!(store.failure(part), Some(&error));
            assert!(!store.is_missing(part), "a failed piece is not asked for again");
        }
        store.fail(&piece.file, piece.start, "HTTP 404");
        let failure = store.failure(part).unwrap();
        assert_eq!((failure.code(), failure.file()), ("unavailable", Some(piece.file.as_str())));
        assert!(failure.to_string().contains("404"));
        store.forget_failures();
        assert!(store.failure(part).is_none());
        host.supply(&mut store, part);
        store.forget_failures();
        assert!(!store.is_missing(part), "what is there stays");
    }
}

#[test]
fn what_no_part_asks_for_is_unknown() {
    let host = Host::of(&pages());
    let mut store = host.store();
    let terms = store.piece(BlockId::Terms(0)).unwrap();
    let links = host.files.keys().find(|name| name.starts_with("links-")).unwrap();
    let words = host.files.keys().find(|name| name.starts_with("words-")).unwrap();
    for (file, start) in [
        ("texts-0000000000000000.bin", 16),
        (&terms.file, terms.start + 1),
        (&terms.file, u32::MAX),
        (links, 0),
        (words, 16),
        ("dense-0000000000000000.bin", 16),
        ("graph-0000000000000000.bin", 16),
        ("docfuse.json", 0),
        ("terms", 16),
        ("", 0),
    ] {
        let error = store.supply(file, start, vec![]).unwrap_err();
        assert_eq!((error.code(), error.file()), ("unknown-file", Some(file)));
        store.fail(file, start, "nobody asked");
    }
    assert!(store.is_missing(BlockId::Terms(0)));
    assert!(store.piece(BlockId::Dense(0)).is_none() && !store.is_missing(BlockId::Dense(0)));
    assert!(store.missing_vectors().is_empty() && !store.vectors_work());
    assert!(!store.is_missing(BlockId::Words(0)), "not known before the second directory is there");
}

#[test]
fn vectors_that_fail_can_be_asked_for_again() {
    use crate::dense::Ann;
    let info = super::built::info();
    let sections = [0, 1, 2].map(crate::ids::SectionId);
    let vectors = [1.0, 0.0, 0.0, 1.0, 0.6, 0.8];
    let input = super::built::dense_input(&sections, &vectors, &info);
    let mut settings = settings();
    settings.dense.ann = Ann::Hnsw;
    let host = Host::new(build(&pages(), Some(&input), &settings, &|_, _, _| {}).unwrap());
    let bytes = |store: &Store, part: BlockId| host.bring(&store.piece(part).unwrap());
    for part in [BlockId::Dense(0), BlockId::Dense(1), BlockId::Graph(0)] {
        let mut store = host.store();
        let piece = store.piece(part).unwrap();
        let good = bytes(&store, part);
        // Bytes whose check is right and that are not a block all the same, and bytes whose check is wrong.
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
            let others = [BlockId::Dense(0), BlockId::Dense(1), BlockId::Graph(0)]
                .into_iter()
                .filter(|other| *other != part);
            others.for_each(|other| host.supply(&mut store, other));
            let error = store.supply(&piece.file, piece.start, bad).unwrap_err();
            assert_eq!((error.code(), error.file()), ("damaged", Some(piece.file.as_str())), "{part:?}");
            let of_graph = matches!(part, BlockId::Graph(_));
            assert_eq!((store.vectors_work(), store.vectors().index().is_some()), (of_graph, of_graph));
            assert!(store.missing_vectors().is_empty() && store.missing_graph().is_empty(), "{part:?}");
            store.forget_failures();
            for part in store.missing_vectors().into_iter().chain(store.missing_graph()) {
                host.supply(&mut store, part);
            }
            assert!(store.vectors().index().unwrap().has_graph(), "{part:?}");
        }
    }
}

#[test]
fn pieces_of_the_same_bytes_are_all_handed_in_at_once() {
    // Read forwards and backwards the only word is the same, and so are the files.
    let host = Host::of(&[page("a.html", "", &[("", "", "level")])]);
    let mut store = host.store();
    host.supply(&mut store, BlockId::Auxiliary);
    assert_eq!(store.piece(BlockId::Words(0)), store.piece(BlockId::WordsBackward(0)));
    host.supply(&mut store, BlockId::Words(0));
    assert!(!store.is_missing(BlockId::WordsBackward(0)));
    let piece = store.piece(BlockId::Words(0)).unwrap();
    store.fail(&piece.file, piece.start, "HTTP 404");
    assert!([BlockId::Words(0), BlockId::WordsBackward(0)].iter().all(|part| store.failure(*part).is_some()));
}

#[test]
fn a_bomb_is_not_unpacked() {
    let bomb = compress::gzip(&vec![0; 8 << 20]);
    assert_eq!(
        open("terms-0.bin", bomb.clone(), 10).unwrap().len(),
        11,
        "one byte more, so that it is wrong"
    );
    let held = crate::peak_memory::peak_of(|| drop(open("terms-0.bin", bomb.clone(), 10)));
    assert!(held < 128 << 10, "{held} bytes");
    let error = open("terms-0.bin", bomb[..bomb.len() / 2].to_vec(), 16 << 20).unwrap_err();
    assert_eq!((error.code(), error.file()), ("unavailable", Some("terms-0.bin")));
}
