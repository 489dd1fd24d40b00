//! A block of the spelling dictionary, read in both directions.
#![no_main]

use docfuse::lexical::SpellingBlock;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for backward in [false, true] {
        let block = SpellingBlock::new(bytes.to_vec(), backward);
        let mut found = Vec::new();
        let _ = block.near(&['t', 'h', 'r', 'a', 'e', 'd'], 2, &mut found);
        assert!(!backward || found.iter().all(|candidate| candidate.edits <= 2));
        let _ = block.completions("th", &mut found);
        assert!(found.len() <= bytes.len());
    }
});
