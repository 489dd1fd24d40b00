//! In place of `stemmer`, in the module of English.

/// What an index in another language throws.
pub(super) const MISSING: &str = "pages in this language need the search module for all languages";

/// There is nothing to connect.
pub(super) fn connect() {}
