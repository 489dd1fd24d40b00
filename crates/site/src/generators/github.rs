//! GitHub: its Markdown style sheet, which many sites borrow, and pages made from its data.

use super::{Generator, NONE};

pub(super) const GITHUB: Generator = Generator {
    content_classes: &["markdown-body"],
    release_notes: &["githubstatistics", "githubstats"],
    ..NONE
};
