//! The Snowball stemmer of one language, the one of the feature, as a module for browsers.
//!
//! A caller writes a word to where `word` says, and calls `stem` with its number of bytes; then the stem is there.

#[cfg_attr(feature = "de", path = "german.rs")]
mod algorithm;

use std::cell::RefCell;

use rlsf::SmallGlobalTlsf;

#[global_allocator]
static ALLOCATOR: SmallGlobalTlsf = SmallGlobalTlsf::new();

/// Bytes for a word and its stem. A caller writes no more.
const BUFFER: usize = 1024;

thread_local! {
    static WORD: RefCell<[u8; BUFFER]> = const { RefCell::new([0; BUFFER]) };
}

/// Where a word is written.
#[unsafe(no_mangle)]
pub extern "C" fn word() -> *mut u8 {
    WORD.with_borrow_mut(|word| word.as_mut_ptr())
}

/// Replaces the word, in lower case and of `length` bytes, with its stem. Returns the number of its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn stem(length: usize) -> usize {
    // A copy, so that a stemmer that traps leaves nothing borrowed.
    let word = WORD.with_borrow(|word| word.get(..length).unwrap_or_default().to_vec());
    let Ok(text) = std::str::from_utf8(&word) else { return length };
    let stem = algorithm::stem(text);
    WORD.with_borrow_mut(|word| {
        let Some(place) = word.get_mut(..stem.len()) else { return length };
        place.copy_from_slice(stem.as_bytes());
        stem.len()
    })
}
