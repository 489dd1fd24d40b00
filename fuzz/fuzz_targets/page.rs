//! An HTML file.
#![no_main]

use docfuse::ingest::{IngestConfig, finish_site, read_page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let config = IngestConfig::default();
    let Ok(page) = read_page("a/b.html", bytes, &config) else { return };
    for page in finish_site(vec![page]).0 {
        for section in page.sections {
            let mut end = 0;
            for code in section.code {
                assert!(
                    code.start >= end && section.text.get(code.clone()).is_some_and(|code| !code.is_empty())
                );
                end = code.end;
            }
        }
    }
});
