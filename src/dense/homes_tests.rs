//! Homes of sections, written, read and damaged.

use proptest::prelude::*;

use super::homes::write_homes;
use super::tests::{built, clustered};
use super::*;
use crate::altered::each_alteration;
use crate::format::FormatError;
use crate::ids::SectionId;

/// The clusters of 2,500 sections, of which every third one has none, among 700.
fn homes() -> Vec<Vec<u32>> {
    let of = |section: u32| match section % 3 {
        0 => vec![],
        1 => vec![section % 700],
        _ => vec![section % 256, 256 + section % 300, 699],
    };
    (0..2_500).map(of).collect()
}

#[test]
fn homes_are_read_as_they_were_written() {
    let homes = homes();
    let blocks: Vec<Homes> =
        write_homes(&homes).iter().map(|bytes| Homes::read(bytes, 700).unwrap()).collect();
    assert_eq!(blocks.len(), 3);
    for (section, expected) in (0..).map(SectionId).zip(&homes) {
        let (block, place) = Homes::locate(section);
        assert_eq!(blocks[block].of(place), expected, "{section:?}");
    }
    assert_eq!(blocks[2].of(2_500 - 2 * 1_024), [0; 0], "beyond the last section");
    assert!(write_homes(&[]).is_empty());
}

#[test]
fn homes_of_an_index_are_the_clusters_that_hold_the_section() {
    let parts = built(&clustered(3_000, 21), Bits::Four);
    let root = Root::read(&parts.root, parts.blocks.len()).unwrap();
    let mut expected = vec![Vec::new(); 1_500];
    let clusters = parts.blocks.iter().flat_map(|block| &block.clusters);
    for (number, bytes) in (0u32..).zip(clusters) {
        let cluster = Cluster::read(bytes, &root, 1_500).unwrap();
        let repeated = cluster.repeats.iter().map(|(_, section)| section);
        for section in cluster.sections.iter().chain(repeated) {
            expected[section.index()].push(number);
            expected[section.index()].dedup();
        }
    }
    let read = |bytes: &Vec<u8>| Homes::read(bytes, root.nodes()).unwrap();
    let blocks: Vec<Homes> = parts.homes.iter().map(read).collect();
    for (section, expected) in (0..).map(SectionId).zip(&expected) {
        let (block, place) = Homes::locate(section);
        assert_eq!(blocks[block].of(place), expected);
    }
    assert!(expected.iter().any(|of| of.len() == 2), "windows of a section lie apart");
    assert!(built(&[], Bits::Four).homes.is_empty());
}

#[test]
fn damaged_homes_are_refused() {
    let blocks = write_homes(&homes());
    let good = &blocks[0];
    let refused = |bytes: &[u8], clusters| Homes::read(bytes, clusters).map(|_| ()).unwrap_err();
    for len in 0..good.len() {
        let error = refused(&good[..len], 700);
        assert!(
            matches!(error, FormatError::Truncated { .. } | FormatError::OutOfRange { .. }),
            "cut at {len}: {error}"
        );
    }
    assert!(matches!(refused(&[good, &[0][..]].concat(), 700), FormatError::Trailing { found: 1, .. }));
    let what = "home of a section";
    for clusters in [0, 1, 255, 698] {
        assert!(matches!(refused(good, clusters), FormatError::OutOfRange { .. }), "{clusters}");
    }
    assert_eq!(refused(good, 699), FormatError::OutOfRange { what, at_most: 698, found: 699 });
    // A section in the clusters 3 and 3, and one in 3 and 2.
    for (low, found) in [(3, 3), (2, 2)] {
        let error = FormatError::NotRising { what, after: 3, found };
        assert_eq!(refused(&[1, 2, 0, 0, 3, low], 700), error);
    }
    // Too many sections; more clusters than bytes, without memory for them.
    assert!(matches!(refused(&[0x81, 0x08], 700), FormatError::OutOfRange { at_most: 1_024, .. }));
    assert!(matches!(refused(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f], 700), FormatError::OutOfRange { .. }));
    assert!(matches!(refused(&[], 700), FormatError::Truncated { .. }));
}

proptest! {
    #[test]
    fn altered_homes_never_panic(block in 0usize..3, at in 0usize..5_000, value: u8, cut in 0usize..5_000) {
        each_alteration(write_homes(&homes())[block].clone(), at, value, cut, &|bytes| {
            let Ok(homes) = Homes::read(bytes, 700) else { return };
            for place in 0..1_100 {
                let of = homes.of(place);
                assert!(of.iter().all(|number| *number < 700) && of.windows(2).all(|pair| pair[0] < pair[1]));
            }
        });
    }
}
