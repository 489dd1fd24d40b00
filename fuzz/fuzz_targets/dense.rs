//! Vectors and graph. The first byte of the input is the number of sections.
#![no_main]

use docfuse::dense::DenseIndex;
use docfuse::format::{FileKind, Generation, Writer, write_header};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (sections, payload) = input;
    let mut file = Writer::new();
    write_header(&mut file, FileKind::Dense, Generation::default());
    file.bytes(payload);
    let Ok(index) = DenseIndex::read(file.finish(), Generation::default(), sections.into()) else { return };
    let mut query = vec![0.0; index.dimensions()];
    query[0] = 1.0;
    let Ok(found) = index.sections(&query, 10, 10) else { return };
    assert!(found.iter().all(|hit| hit.section.0 < sections.into()));
});
