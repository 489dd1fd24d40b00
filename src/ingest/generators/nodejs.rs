//! The documentation of Node.js.

use super::{Generator, NONE};

pub(super) const NODEJS: Generator = Generator {
    // The title and a menu of all pages stand in boxes like that of the content, whose id alone tells it.
    is_main: Some(|_, attributes| attributes.id == Some("apicontent")),
    ..NONE
};
