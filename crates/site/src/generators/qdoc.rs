//! QDoc.

use super::{Generator, NONE};

pub(super) const QDOC: Generator = Generator { deprecated_pages: &["*-obsolete.html"], ..NONE };
