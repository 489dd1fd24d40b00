//! One block each of windows, vectors and graph. The first byte of the input is the number of sections.
#![no_main]

use docfuse::dense::DenseIndex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>, Vec<u8>, Vec<u8>)| {
    let (sections, windows, codes, graph) = input;
    let blocks = if codes.is_empty() { vec![windows] } else { vec![windows, codes] };
    let Ok(mut index) = DenseIndex::read(blocks, sections.into()) else { return };
    let _ = index.add_graph(&[graph]);
    let mut query = vec![0.0; index.dimensions()];
    query[0] = 1.0;
    let Ok(found) = index.sections(&query, 10) else { return };
    assert!(found.iter().all(|hit| hit.section.0 < sections.into()));
});
