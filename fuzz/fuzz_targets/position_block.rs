//! A block of positions, read and used for a phrase. The first half of the input is its block of terms.
#![no_main]

use docfuse::lexical::{PhraseTerm, PositionBlock, TermBlock, phrase};
use libfuzzer_sys::fuzz_target;

const SECTIONS: u32 = 64;

fuzz_target!(|bytes: &[u8]| {
    let (terms, positions) = bytes.split_at(bytes.len() / 2);
    let (Ok(terms), Ok(positions)) =
        (TermBlock::read(terms.to_vec(), 0, SECTIONS), PositionBlock::read(positions.to_vec()))
    else {
        return;
    };
    let term = |text: &str| -> PhraseTerm<'_> {
        terms.find(text).ok().flatten().map(|entry| (entry, &positions)).into_iter().collect()
    };
    if let Ok(found) = phrase(&[term("a"), term("b")]) {
        assert!(found.iter().all(|(section, count)| section.0 < SECTIONS && *count > 0));
    }
});
