//! gtk-doc.

use super::{Generator, NONE};

pub(super) const GTK_DOC: Generator = Generator { excludes: &["api-index-*.html"], ..NONE };
