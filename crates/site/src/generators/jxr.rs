//! Maven's JXR: source code with links, in a folder of its own. The listings are known by what they are.

use super::{Generator, NONE};

pub(super) const JXR: Generator = Generator {
    lists: &[
        "*xref/*/package-summary.html",
        "*xref/overview-summary.html",
        "*xref-test/*/package-summary.html",
        "*xref-test/overview-summary.html",
    ],
    furniture: &["jxr_linenumber"],
    page_tools: &["view javadoc"],
    ..NONE
};
