//! Damaged parts are refused, with what is wrong.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::tests::{built, built_with, clustered};
use super::*;
use crate::altered::each_alteration;
use crate::format::FormatError;
use crate::ids::SectionId;

#[test]
fn damage_is_named() {
    type Read<'a> = &'a dyn Fn(&[u8]) -> FormatError;
    let parts = built(&clustered(200, 13), Bits::Four);
    let block = &parts.blocks[0];
    let root = Root::read(&parts.root, 1).unwrap();
    let read_root = |bytes: &[u8]| Root::read(bytes, 1).map(|_| ()).unwrap_err();
    let read_nodes = |bytes: &[u8]| Nodes::read(bytes, &root, 0).map(|_| ()).unwrap_err();
    let read_cluster = |bytes: &[u8]| Cluster::read(bytes, &root, 100).map(|_| ()).unwrap_err();
    let cases: [(&[u8], Read<'_>); 3] =
        [(&parts.root, &read_root), (&block.nodes, &read_nodes), (&block.clusters[0], &read_cluster)];
    for (good, read) in cases {
        for len in 0..good.len() {
            assert!(matches!(read(&good[..len]), FormatError::Truncated { .. }), "cut at {len}");
        }
        assert!(matches!(read(&[good, &[0]].concat()), FormatError::Trailing { found: 1, .. }));
    }
    let fewer = Cluster::read(block.clusters.last().unwrap(), &root, 1).map(|_| ()).unwrap_err();
    assert!(matches!(fewer, FormatError::OutOfRange { what: "section of a window", at_most: 0, .. }));
    assert!(matches!(Root::read(&parts.root, 2), Err(FormatError::Truncated { .. })));
    let bits = [&[5], &parts.root[1..]].concat();
    assert!(matches!(read_root(&bits), FormatError::OutOfRange { what: "bits of a component", .. }));
    // Huge counts fail before memory is allocated.
    for read in [&read_cluster as Read<'_>, &read_nodes] {
        assert!(matches!(read(&[0xff, 0xff, 0xff, 0xff, 0x0f]), FormatError::Truncated { .. }));
    }
}

static WITH_VALUES: LazyLock<DenseParts> = LazyLock::new(|| {
    let of = |section: SectionId| if section.0 < 30 { &[0, 2][..] } else { &[1][..] };
    built_with(&clustered(150, 14), &FilterValues { count: 3, of: &of }, Bits::Four)
});

proptest! {
    #[test]
    fn altered_parts_never_panic(at in 0usize..20_000, value: u8, cut in 0usize..20_000) {
        let parts = &*WITH_VALUES;
        let good = Root::read(&parts.root, 1).unwrap();
        each_alteration(parts.root.clone(), at, value, cut, &|bytes| {
            let _ = Root::read(bytes, 1).map(|root| root.locate(0));
        });
        each_alteration(parts.blocks[0].nodes.clone(), at, value, cut, &|bytes| {
            let Ok(nodes) = Nodes::read(bytes, &good, 0) else { return };
            for place in 0..nodes.centres.len() {
                assert!(nodes.links(place).iter().all(|link| *link < good.nodes()));
                assert!(nodes.held(place).unwrap().iter().all(|value| *value < 3));
            }
        });
        each_alteration(parts.blocks[0].clusters[0].clone(), at, value, cut, &|bytes| {
            let Ok(cluster) = Cluster::read(bytes, &good, 75) else { return };
            assert!(cluster.repeats.iter().all(|(vector, section)| {
                (*vector as usize) < cluster.len() && section.0 < 75
            }));
        });
    }
}
