//! HonKit and GitBook.

use super::{Generator, NONE};

pub(super) const HONKIT: Generator = Generator { furniture: &["search-results"], ..NONE };
