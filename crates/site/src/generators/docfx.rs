//! DocFX.

use super::{Generator, NONE};

pub(super) const DOCFX: Generator = Generator { page_tools: &["improve this doc", "view source"], ..NONE };
