//! JSDoc.

use super::{Generator, NONE};

pub(super) const JSDOC: Generator = Generator {
    // Source listings.
    excludes: &["*.js.html"],
    // Among the details behind the description.
    deprecates: Some(|_, tag, attributes| tag == "dt" && attributes.has_class("tag-deprecated")),
    ..NONE
};
