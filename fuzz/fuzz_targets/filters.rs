//! The filters file. The first byte of the input is the number of pages.
#![no_main]

use docfuse::filters::Filters;
use docfuse::format::{FileKind, Generation, Writer, write_header};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (pages, payload) = input;
    let mut file = Writer::new();
    write_header(&mut file, FileKind::Filters, Generation::default());
    file.bytes(payload);
    let Ok(filters) = Filters::read(&file.finish(), Generation::default(), pages.into()) else { return };
    let values = || filters.filters.iter().flat_map(|filter| &filter.values);
    assert!(values().all(|value| value.pages.is_sorted_by(|a, b| a < b)));
    assert!(values().flat_map(|value| &value.pages).all(|page| *page < pages.into()));
    filters.admits(&[("a".to_owned(), vec!["b".to_owned()])], 0);
});
