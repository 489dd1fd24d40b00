//! Directories, tables, keys and fragments survive a round trip; damaged ones are refused.

use proptest::prelude::*;

use super::super::directory::running_sums;
use super::super::leaves::Leaves;
use super::*;
use crate::altered::each_alteration;
use crate::format::{Cursor, Generation, HEADER_BYTES, Writer};
use crate::ids::{PageId, SectionId};
use crate::lexical::KeyedBlock;
use crate::limits::MAX_KEY_BYTES;
use crate::peak_memory::assert_modest;
use crate::text::TextSettings;

const GENERATION: Generation = Generation([7; 8]);

/// Memory that reading may use: two bytes can encode a key of [`MAX_KEY_BYTES`], held while its list grows.
const MULTIPLE: usize = MAX_KEY_BYTES;

fn table(files: &[Vec<u32>], together: bool) -> Table {
    let mut table = Table::default();
    files.iter().enumerate().for_each(|(number, blocks)| table.push([number as u8; 8], blocks));
    if together {
        table.name_together([9; 8]);
    }
    table
}

fn keys(of: &[&str]) -> Keys {
    let blocks: Vec<KeyedBlock> = of
        .iter()
        .map(|key| KeyedBlock { first: (*key).to_owned(), last: (*key).to_owned(), bytes: vec![] })
        .collect();
    Keys::new(&blocks)
}

pub(super) fn directory() -> Directory {
    let whole = |bytes| Some(WholeFile { hash: [bytes as u8; 8], stored: bytes / 2, bytes });
    let mut directory = Directory {
        generation: GENERATION,
        language: "de".into(),
        dictionary: vec!["node.js".into()],
        synonyms: vec![Synonym { word: "k8s".into(), others: vec!["kubernetes".into()] }],
        text: TextSettings {
            stop_words: vec!["acme".into(), "widget".into()],
            only_own_stop_words: true,
            min_term_length: 2,
        },
        ranking: Ranking { numbers: vec![("fusion.k".into(), 61.0), ("fusion.weights.dense".into(), 0.5)] },
        largest_impact: 5.5,
        positions: [7; 8],
        auxiliary: whole(80),
        filters: None,
        graph: table(&[vec![93]], false),
        links: whole(94),
        ..Directory::default()
    };
    directory.page_starts = running_sums(&[2, 3, 4]);
    directory.secondary = running_sums(&[2, 1]);
    directory.leaves = Leaves::new(
        table(&[vec![30, 40], vec![50]], false),
        &[1, 4, 4],
        table(&[vec![60, 70]], true),
        keys(&["apple", "banana"]),
    );
    directory
}

fn auxiliary() -> AuxiliaryDirectory {
    let words = |key| SpellingTable { blocks: table(&[vec![9]], true), keys: keys(&[key]) };
    AuxiliaryDirectory { forward: words("apple"), backward: words("ananab") }
}

/// With versions, the part of a block that only sites with versions have.
fn fragment() -> Fragment {
    let place =
        |url: &str, version: &str| FoundPlace { url: url.into(), title: "B".into(), version: version.into() };
    let section = |page| SectionText {
        page,
        id: "7".into(),
        anchor: "a".into(),
        heading: "H".into(),
        symbol_kind: if page == 0 { "function".into() } else { String::new() },
        path: vec!["P".into(), "Q".into()],
        text: "a\nb c".into(),
        marked: "a\rb c".into(),
        also: vec![place("b.html", "")],
        other_editions: vec![place("1/u", "1,old")],
    };
    let meta = vec![("k".into(), "v".into())];
    let page =
        |url: &str| PageText { url: url.into(), title: "t".into(), meta: meta.clone(), version: "2".into() };
    Fragment { pages: vec![page("u"), page("v")], sections: vec![section(0), section(1)] }
}

/// Reads bytes as each of the formats.
fn check(bytes: &[u8]) {
    assert_modest(bytes, MULTIPLE, |bytes| {
        if let Ok(directory) = Directory::read(bytes) {
            for section in 0..12 {
                directory.page_of(SectionId(section));
                if let Some((block, _)) = directory.locate(SectionId(section)) {
                    assert!(block < directory.block_count(BlockKind::Texts));
                }
            }
            for key in ["", "apple", "b", "\u{10ffff}"] {
                let block = directory.block_of(key);
                assert!(block.is_none_or(|block| block < directory.block_count(BlockKind::Terms)));
            }
        }
    });
    assert_modest(bytes, MULTIPLE, |bytes| drop(AuxiliaryDirectory::read(bytes, GENERATION)));
    assert_modest(bytes, MULTIPLE, |bytes| {
        if let Ok(fragment) = Fragment::read(bytes, 2) {
            assert_eq!(fragment.sections.len(), 2);
            assert!(fragment.sections.iter().all(|section| section.page < fragment.pages.len()));
        }
    });
}

fn samples() -> [Vec<u8>; 3] {
    [directory().write(), auxiliary().write(GENERATION), fragment().write()]
}

#[test]
fn written_bytes_survive_a_round_trip() {
    let [directory_bytes, auxiliary_bytes, fragment_bytes] = samples();
    let found = Directory::read(&directory_bytes).unwrap();
    assert_eq!(found, directory());
    assert_eq!((found.page_count(), found.section_count()), (3, 9));
    let pages: Vec<u32> = (0..9).map(|section| found.page_of(SectionId(section)).0).collect();
    assert_eq!(pages, [0, 0, 1, 1, 1, 2, 2, 2, 2]);
    let of_pages: Vec<Vec<u32>> =
        (0..4).map(|page| found.sections_of(PageId(page)).map(|section| section.0).collect()).collect();
    assert_eq!(of_pages, [vec![0, 1], vec![2, 3, 4], vec![5, 6, 7, 8], vec![]]);
    let places: Vec<_> = (0..10).map(|section| found.locate(SectionId(section))).collect();
    let expected = [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)].map(Some);
    assert_eq!((&places[..9], places[9]), (&expected[..], None));
    let with_keys = Directory { keys: directory().links, ..directory() };
    assert_eq!(Directory::read(&with_keys.write()), Ok(with_keys));
    assert_eq!(AuxiliaryDirectory::read(&auxiliary_bytes, GENERATION), Ok(auxiliary()));
    assert_eq!(Fragment::read(&fragment_bytes, 2), Ok(fragment()));
}

#[test]
fn truncated_or_extended_bytes_are_refused() {
    let read = |which: usize, bytes: &[u8]| match which {
        0 => Directory::read(bytes).map(|_| ()),
        1 => AuxiliaryDirectory::read(bytes, GENERATION).map(|_| ()),
        _ => Fragment::read(bytes, 2).map(|_| ()),
    };
    for (which, bytes) in samples().iter().enumerate() {
        assert_eq!(read(which, bytes), Ok(()));
        for length in 0..bytes.len() {
            assert!(read(which, &bytes[..length]).is_err(), "{which} cut at {length}");
        }
        assert!(read(which, &[bytes.as_slice(), &[0]].concat()).is_err(), "{which} with a byte more");
    }
    let [_, auxiliary_bytes, fragment_bytes] = samples();
    assert!(AuxiliaryDirectory::read(&auxiliary_bytes, Generation([8; 8])).is_err(), "of another build");
    for count in [0, 1, 3] {
        assert!(Fragment::read(&fragment_bytes, count).is_err(), "{count} sections");
    }
}

#[test]
fn file_names_depend_on_content() {
    let name = |table: &Table, block| table.range("terms", block).unwrap().file;
    let apart = table(&[vec![30], vec![50]], false);
    assert_eq!(
        [name(&apart, 0), name(&apart, 1)],
        ["terms-0000000000000000.hdf", "terms-0101010101010101.hdf"]
    );
    let together = table(&[vec![30], vec![50]], true);
    let expected = ["terms-0909090909090909-0.hdf", "terms-0909090909090909-1.hdf"];
    assert_eq!([name(&together, 0), name(&together, 1)], expected);
    let range = table(&[vec![30, 70_000]], true).range("terms", 1).unwrap();
    let start = HEADER_BYTES as u32 + 30;
    assert_eq!((range.start, range.end, range.size), (start, start + 70_000, start + 70_000));
    assert_eq!(range.bytes, crate::limits::MAX_BLOCK_BYTES as u32, "never more than a block may have");
}

#[test]
fn keys_are_the_shortest_that_separate_blocks() {
    let block =
        |first: &str, last: &str| KeyedBlock { first: first.into(), last: last.into(), bytes: vec![] };
    let blocks = [block("apple", "banana"), block("bandana", "éclair"), block("éclipse", "ñandu")];
    let keys = Keys::new(&blocks);
    let shortened = ["a", "band", "écli"];
    for (key, expected) in [
        ("", None),
        ("a", Some(0)),
        ("banana", Some(0)),
        ("bandana", Some(1)),
        ("éclair", Some(1)),
        ("éclipse", Some(2)),
        ("\u{10ffff}", Some(2)),
    ] {
        assert_eq!(keys.block_of(key), expected, "{key}");
    }
    for (prefix, expected) in
        [("b", 0..2), ("ban", 0..2), ("band", 0..2), ("bandz", 1..2), ("éc", 1..3), ("", 0..3), ("ñ", 2..3)]
    {
        let found = keys.blocks_with_prefix(prefix);
        let holds = |block: &KeyedBlock| {
            prefix <= block.last.as_str()
                && (block.first.as_str() <= prefix || block.first.starts_with(prefix))
        };
        let needed: Vec<usize> = (0..3).filter(|at| holds(&blocks[*at])).collect();
        assert!(needed.iter().all(|block| found.contains(block)), "{prefix}: {found:?} lacks {needed:?}");
        assert!(found.start >= expected.start && found.end <= expected.end, "{prefix}: {found:?}");
    }
    let mut writer = Writer::new();
    keys.write(0..shortened.len(), &mut writer);
    let bytes = writer.finish();
    assert_eq!(bytes.len(), shortened.iter().map(|key| key.len() + 2).sum::<usize>());
}

#[test]
fn descending_or_too_long_keys_are_refused() {
    let read = |keys: &[(u32, &str)]| {
        let mut writer = Writer::new();
        for (shared, suffix) in keys {
            writer.varint(*shared);
            writer.string(suffix);
        }
        let bytes = writer.finish();
        Keys::read(&mut Cursor::new(&bytes), keys.len()).is_ok()
    };
    let longest = "x".repeat(MAX_KEY_BYTES);
    for (keys, expected) in [
        (&[(0, "a"), (1, "b"), (0, "b")][..], true),
        (&[(0, "")], true),
        (&[(0, "b"), (0, "a")], false),
        (&[(0, "a"), (0, "a")], false),
        (&[(1, "a")], false),
        (&[(0, "é"), (1, "a")], false),
        (&[(0, &longest)], true),
        (&[(0, &longest), (MAX_KEY_BYTES as u32, "x")], false),
    ] {
        assert_eq!(read(keys), expected, "{keys:?}");
    }
}

#[test]
fn growing_keys_use_bounded_memory() {
    let mut writer = Writer::new();
    writer.bytes(&directory().write()[..HEADER_BYTES]);
    writer.string("");
    [0, 0].into_iter().for_each(|count| writer.varint(count));
    (0..4).for_each(|_| writer.f32(1.0));
    // No pages and places; no file of texts, and one of terms.
    [0u32, 0, 0, 0, 0, 0, 0, 0].into_iter().for_each(|count| writer.varint(count));
    let blocks = 20_000;
    writer.varint(0);
    writer.varint(1);
    writer.u8(1);
    writer.bytes(&[0; 8]);
    writer.varint(blocks);
    (0..2 * blocks).for_each(|_| writer.u8(1));
    // Each key is the previous one plus a letter.
    for shared in 0..blocks {
        writer.varint(shared);
        writer.string("x");
    }
    check(&writer.finish());
}

/// A directory with leaves, and their blocks.
fn with_leaves() -> (Directory, Vec<Vec<u8>>) {
    let mut directory = directory();
    // Leaves begin and end within files.
    let files: Vec<Vec<u32>> = (0..60).map(|file| vec![file + 9; 5]).collect();
    let words: Vec<String> = (0..300).map(|number| format!("w{number:03}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    directory.page_starts = running_sums(&[400, 200]);
    directory.leaves = Leaves::new(table(&files, false), &[2; 300], table(&files, true), keys(&words));
    let whole = directory.clone();
    let blocks = directory.leaves.divide();
    let stored: Vec<u32> = blocks.iter().map(|block| block.len() as u32).collect();
    directory.leaves.table = table(&[stored], true);
    let mut filled = directory.clone();
    for (number, block) in blocks.iter().enumerate() {
        filled.leaves.read_leaf(number, &mut Cursor::new(block)).unwrap();
    }
    for number in 0..300 {
        for (kind, name) in [(BlockKind::Texts, "texts"), (BlockKind::Terms, "terms")] {
            let found = |directory: &Directory| {
                let (table, place) = directory.leaves.table_of(kind.block(number)).unwrap();
                table.range(name, place).unwrap()
            };
            assert_eq!(found(&filled), found(&whole), "{name} {number}");
        }
        let section = SectionId(2 * number as u32 + 1);
        assert_eq!((filled.locate(section), filled.text_sections(number).len()), (Some((number, 1)), 2));
        assert_eq!(filled.block_of(&format!("w{number:03}x")), Some(number));
    }
    (directory, blocks)
}

#[test]
fn leaves_survive_a_round_trip() {
    let (directory, blocks) = with_leaves();
    assert_eq!(blocks.len(), 6, "128, 128 and 44 blocks of texts, and as many of terms");
    let mut found = Directory::read(&directory.write()).unwrap();
    assert_eq!(found, directory);
    assert_eq!(
        found.locate(SectionId(299)),
        Some((128, 0)),
        "the first block of the leaf, until that is known"
    );
    assert_eq!((found.block_of("w200"), found.block_of("a")), (Some(128), None));
    assert_eq!((found.locate(SectionId(600)), found.text_sections(9).len()), (None, 0));
    let block = BlockKind::Terms.block(200);
    assert!(found.leaves.table_of(block).is_none());
    assert_eq!(found.leaves.unknown(block), Some(BlockKind::Leaves.block(4)));
    for (number, other) in [2, 2, 5, 5, 5, 1].into_iter().enumerate() {
        assert!(found.leaves.read_leaf(other, &mut Cursor::new(&blocks[number])).is_err(), "of other blocks");
        let cut =
            |length| found.clone().leaves.read_leaf(number, &mut Cursor::new(&blocks[number][..length]));
        assert!((0..blocks[number].len()).all(|length| cut(length).is_err()));
    }
    assert!(found.leaves.table_of(block).is_none(), "what is refused changes nothing");
    found.leaves.read_leaf(4, &mut Cursor::new(&blocks[4])).unwrap();
    assert_eq!((found.block_of("w200"), found.leaves.unknown(block)), (Some(200), None));
}

proptest! {
    #[test]
    fn altered_leaves_never_panic(number in 0usize..6, at in 0usize..2_000, value: u8, cut in 0usize..2_000) {
        let (directory, blocks) = with_leaves();
        each_alteration(blocks[number].clone(), at, value, cut, &|bytes| {
            let mut leaves = directory.leaves.clone();
            assert_modest(bytes, MULTIPLE, |bytes| {
                let _ = leaves.read_leaf(number, &mut Cursor::new(bytes));
            });
        });
        each_alteration(directory.write(), at, value, cut, &check);
    }

    #[test]
    fn any_table_survives_a_round_trip(
        files in prop::collection::vec(prop::collection::vec(1u32..100_000, 1..9), 0..9),
        together: bool,
    ) {
        let table = table(&files, together);
        let mut writer = Writer::new();
        table.write(&mut writer);
        let bytes = writer.finish();
        let mut cursor = Cursor::new(&bytes);
        prop_assert_eq!(&Table::read(&mut cursor).unwrap(), &table);
        prop_assert_eq!(cursor.remaining(), 0);
        prop_assert_eq!((table.file_count(), table.len()), (files.len(), files.iter().map(Vec::len).sum()));
        for block in 0..table.len() {
            let range = table.range("k", block).unwrap();
            prop_assert!(range.start < range.end && range.end <= range.size);
        }
    }

    #[test]
    fn any_keys_survive_a_round_trip(words in prop::collection::btree_set("[a-cé]{1,6}", 2..40), width in 1usize..4) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let blocks: Vec<KeyedBlock> = words
            .chunks(width)
            .map(|chunk| KeyedBlock { first: chunk[0].into(), last: chunk[chunk.len() - 1].into(), bytes: vec![] })
            .collect();
        let keys = Keys::new(&blocks);
        let mut writer = Writer::new();
        keys.write(0..blocks.len(), &mut writer);
        let bytes = writer.finish();
        prop_assert_eq!(&Keys::read(&mut Cursor::new(&bytes), blocks.len()).unwrap(), &keys);
        for (at, word) in words.iter().enumerate() {
            prop_assert_eq!(keys.block_of(word), Some(at / width));
            for end in (0..word.len()).filter(|end| word.is_char_boundary(*end)) {
                prop_assert!(keys.blocks_with_prefix(&word[..end]).contains(&(at / width)));
            }
        }
    }

    #[test]
    fn altered_directories_never_panic(which in 0usize..3, at in 0usize..400, value: u8, cut in 0usize..400) {
        each_alteration(samples()[which].clone(), at, value, cut, &check);
    }

    #[test]
    fn random_directories_never_panic(payload in prop::collection::vec(any::<u8>(), 0..200)) {
        for payload in [payload.clone(), payload.iter().map(|byte| byte % 4).collect()] {
            check(&payload);
            for header in &samples()[..2] {
                check(&[&header[..HEADER_BYTES], &payload].concat());
            }
        }
    }
}
