//! MkDocs' theme Material. Permalinks and line numbers are the same as in Sphinx.

use super::{Generator, NONE};

pub(super) const MKDOCS: Generator = Generator {
    // The date of the last change, feedback, labels of tabs.
    furniture: &["md-source-file", "md-feedback", "tabbed-labels"],
    content_classes: &["md-content"],
    breadcrumb_classes: &["md-path"],
    ..NONE
};
