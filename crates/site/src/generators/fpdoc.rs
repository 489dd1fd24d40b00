//! fpdoc, of Free Pascal.

use super::{Generator, NONE};

pub(super) const FPDOC: Generator = Generator {
    // "[Overview][Constants][Types]" above each page.
    is_furniture: Some(|tag, attributes| tag == "table" && attributes.class == "bar"),
    ..NONE
};
