//! JSDoc.

use super::{Generator, NONE};

pub(super) const JSDOC: Generator = Generator {
    // Source listings.
    excludes: &["*.js.html"],
    ..NONE
};
