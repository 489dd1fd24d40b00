//! MkDocs' theme Material. Permalinks and line numbers are the same as in Sphinx.

use super::{Generator, NONE};

pub(super) const MKDOCS: Generator = Generator { content_classes: &["md-content"], ..NONE };
