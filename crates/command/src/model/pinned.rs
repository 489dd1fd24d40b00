//! [`Pinned`]: a file whose length and SHA-256 are known before it is there, and what else may come in its place.

use crate::error::CliError;
use docfuse::format::sha256_hex;

/// A file that is known before it is fetched.
#[derive(Clone, Copy)]
pub struct Pinned<'a> {
    /// Path below the source's address or folder.
    pub path: &'a str,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256, 64 hex digits.
    pub sha256: &'a str,
}

/// What hosts and networks send in place of a file: a page to log in, or one that says what is wrong.
pub const PAGE: &str = "this is not the file, but a page of HTML";

/// The content, if it is the pinned one.
///
/// # Errors
/// What was expected and what was found.
pub fn checked(pinned: Pinned, content: Vec<u8>) -> Result<Vec<u8>, String> {
    let length = content.len() as u64;
    let found = sha256_hex(&content);
    match found == pinned.sha256 {
        true if length == pinned.bytes => Ok(content),
        _ if is_page(&content) => Err(PAGE.to_owned()),
        _ if length != pinned.bytes => Err(other_length(pinned, length)),
        _ => Err(format!("expected SHA-256 {}, found {found}: {ANOTHER}", pinned.sha256)),
    }
}

/// What a file of another content may be.
const ANOTHER: &str = "this is another version of the file, or an error page";

/// A file of this length is another one.
pub fn other_length(pinned: Pinned, found: u64) -> String {
    format!("expected {} bytes, found {found}: {ANOTHER}", pinned.bytes)
}

/// Whether content begins as a page does. No file of a model does.
pub fn is_page(content: &[u8]) -> bool {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content).trim_ascii_start();
    let begins_with =
        |tag: &[u8]| content.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag));
    begins_with(b"<!doctype html") || begins_with(b"<html")
}

/// The source has another file under the address.
pub fn other_file(from: &str, message: &str) -> CliError {
    CliError::Host(format!("{from}: {message}; give another source with --from"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_the_file_or_is_said_to_be_something_else() {
        let sha256 = sha256_hex(b"file");
        let pinned = Pinned { path: "file", bytes: 4, sha256: &sha256 };
        assert_eq!(checked(pinned, b"file".to_vec()), Ok(b"file".to_vec()));
        for (content, part) in [
            (&b"fill"[..], "expected SHA-256"),
            (b"files", "expected 4 bytes, found 5: this is another version of the file, or an error page"),
            (b"", "expected 4 bytes, found 0"),
            (b"<html lang=en>", PAGE),
            (b"\xef\xbb\xbf \n<!DOCTYPE HTML><title>Log in", PAGE),
        ] {
            let message = checked(pinned, content.to_vec()).unwrap_err();
            assert!(message.contains(part), "{message} lacks {part}");
        }
    }
}
