//! A block of texts. The first byte of the input is the number of sections.
#![no_main]

use docfuse::index::Fragment;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (sections, bytes) = input;
    let Ok(fragment) = Fragment::read(bytes, sections.into()) else { return };
    assert_eq!(fragment.sections.len(), usize::from(sections));
    assert!(fragment.sections.iter().all(|section| section.page < fragment.pages.len()));
    assert_eq!(Fragment::read(&fragment.write(), sections.into()), Ok(fragment));
});
