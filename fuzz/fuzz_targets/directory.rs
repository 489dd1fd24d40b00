//! The directory that travels in the manifest.
#![no_main]

use docfuse::format::{FileKind, Generation, Writer, write_header};
use docfuse::ids::SectionId;
use docfuse::index::Directory;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|payload: &[u8]| {
    let mut file = Writer::new();
    write_header(&mut file, FileKind::Directory, Generation::default());
    file.bytes(payload);
    let Ok(directory) = Directory::read(&file.finish()) else { return };
    for section in [0, 1, directory.section_count()].map(SectionId) {
        directory.page_of(section);
        let located = directory.locate(section);
        assert_eq!(located.is_some(), section.0 < directory.section_count());
        assert!(located.is_none_or(|(block, _)| directory.texts.range("texts", block).is_some()));
    }
    for key in ["", "a", "thread"] {
        assert!(directory.term_keys.block_of(key).is_none_or(|block| block < directory.terms.len()));
        assert!(directory.term_keys.blocks_with_prefix(key).end <= directory.terms.len());
    }
    assert_eq!(Directory::read(&directory.write()), Ok(directory));
});
