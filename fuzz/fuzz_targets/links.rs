//! The link graph. The first byte of the input is the number of pages.
#![no_main]

use docfuse::format::{FileKind, Generation, Writer, write_header};
use docfuse::ids::PageId;
use docfuse::links::LinkGraph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (pages, payload) = input;
    let mut file = Writer::new();
    write_header(&mut file, FileKind::Links, Generation::default());
    file.bytes(payload);
    let Ok(graph) = LinkGraph::read(&file.finish(), Generation::default(), pages.into()) else { return };
    for page in (0..=u32::from(pages)).map(PageId) {
        let near = graph.neighbours(page);
        assert!(near.iter().all(|near| near.page.0 < pages.into() && near.page != page));
    }
});
