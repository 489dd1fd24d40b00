//! Filters are read back and admit pages; altered bytes never panic.

use proptest::prelude::*;

use super::*;
use crate::altered::each_alteration;
use crate::format::Generation;

const GENERATION: Generation = Generation([4; 8]);

fn editions() -> Vec<Edition> {
    let edition = |section, group, rank, versions: &str| Edition {
        section,
        group,
        rank,
        versions: versions.to_owned(),
    };
    vec![
        edition(0, 0, 1, "1"),
        edition(1, 1, 0, "1,latest"),
        edition(300, 0, 0, "2"),
        edition(301, 1, 0, "2"),
    ]
}

fn file() -> Vec<u8> {
    let of = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let pages = [
        of(&[("version", "1"), ("kind", "guide")]),
        of(&[("version", "2")]),
        of(&[]),
        of(&[("version", "2"), ("kind", "api")]),
    ];
    let pages: Vec<&[(String, String)]> = pages.iter().map(Vec::as_slice).collect();
    build(&pages, &editions(), GENERATION).unwrap()
}

#[test]
fn filters_are_read_back_and_admit_pages() {
    let filters = Filters::read(&file(), GENERATION, 4).unwrap();
    let admitted = |wanted: &[(&str, &[&str])]| -> Vec<u32> {
        let wanted: Vec<(String, Vec<String>)> = wanted
            .iter()
            .map(|(name, values)| {
                ((*name).to_owned(), values.iter().map(|value| (*value).to_owned()).collect())
            })
            .collect();
        (0..4).filter(|page| filters.admits(&wanted, *page)).collect()
    };
    for (wanted, expected) in [
        (&[][..], &[0, 1, 2, 3][..]),
        (&[("version", &["2"][..])], &[1, 3]),
        (&[("version", &["1", "2"])], &[0, 1, 3]),
        (&[("version", &["2"]), ("kind", &["api"])], &[3]),
        (&[("version", &["9"])], &[]),
        (&[("size", &["9"])], &[]),
        (&[("size", &["9", ""])], &[0, 1, 2, 3]),
        (&[("version", &[""])], &[2]),
        (&[("version", &["1", ""])], &[0, 2]),
        (&[("version", &["2", ""]), ("kind", &[""])], &[1, 2]),
    ] {
        assert_eq!(admitted(wanted), expected, "{wanted:?}");
    }
    assert_eq!(filters.editions, editions());
    assert!(build(&[&[], &[]], &[], GENERATION).is_none());
}

proptest! {
    #[test]
    fn a_mutated_file_never_panics(at in 0usize..200, value: u8, cut in 0usize..200) {
        each_alteration(file(), at, value, cut, &|bytes| {
            let _ = Filters::read(bytes, GENERATION, 4);
        });
    }
}
