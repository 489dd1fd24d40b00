//! Parts of a site, which `docfuse merge` reads.

use docfuse_cli::{check_part, check_part_pages, check_part_vectors};
use docfuse_site::finish_site;

use super::input::Input;
use super::texts::check_sections;

/// A file of a part. The first byte says which: lines of pages, the description, or vectors, whose dimensions are the
/// next byte.
pub fn part(bytes: &[u8]) {
    let mut input = Input(bytes);
    match input.byte() % 3 {
        0 => match check_part_pages(input.0) {
            Ok(pages) => check_sections(finish_site(pages).0),
            Err(reason) => assert!(!reason.is_empty()),
        },
        1 => {
            if let Err(reason) = check_part(input.0) {
                assert!(!reason.is_empty());
            }
        }
        _ => {
            let dimensions = input.byte().into();
            let windows = check_part_vectors(input.0, dimensions).unwrap_or_default();
            assert!(windows * 16 <= input.0.len());
        }
    }
}
