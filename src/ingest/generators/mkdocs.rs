//! MkDocs' theme Material. Permalinks and line numbers are as Sphinx has them.

use super::{Generator, NONE};

pub(super) const MKDOCS: Generator = Generator { content_classes: &["md-content"], ..NONE };
