//! The documentation of Node.js.

use super::{Generator, NONE};

pub(super) const NODEJS: Generator = Generator {
    // The title and a menu of all pages have the same classes as the content, so only its id identifies it.
    // "Event: 'close'".
    heading_kinds: &["event"],
    is_main: Some(|_, attributes| attributes.id == Some("apicontent")),
    ..NONE
};
