//! JSDoc.

use super::{Generator, NONE};

pub(super) const JSDOC: Generator = Generator {
    // Listings of sources.
    excludes: &["*.js.html"],
    ..NONE
};
