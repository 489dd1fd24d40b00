//! The documentation of Node.js.

use super::{Generator, NONE};

pub(super) const NODEJS: Generator = Generator {
    // The version that added a symbol, and the list of its changes.
    furniture: &["api_metadata"],
    // "Event: 'close'".
    heading_kinds: &["event"],
    // The title and a menu of all pages have the same classes as the content, so only its id identifies it.
    is_main: Some(|_, attributes| attributes.id == Some("apicontent")),
    ..NONE
};
