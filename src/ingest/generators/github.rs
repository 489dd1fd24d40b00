//! GitHub's Markdown style sheet, which many sites borrow.

use super::{Generator, NONE};

pub(super) const GITHUB: Generator = Generator { content_classes: &["markdown-body"], ..NONE };
