//! GAPDoc.

use super::{Generator, NONE};

pub(super) const GAPDOC: Generator = Generator {
    // Links to all chapters, and to the one before and behind.
    furniture: &["chlinktop", "chlinkbot", "chlinkprevnexttop", "chlinkprevnextbot"],
    // "[MathJax on]".
    is_furniture: Some(|_, attributes| attributes.id == Some("mathjaxlink")),
    // The contents of a chapter.
    is_contents: Some(|attributes| attributes.has_class("ChapSects")),
    // `chap42_mj.html` has formulas for MathJax.
    original: Some(|url| Some([url.strip_suffix("_mj.html")?, ".html"].concat())),
    ..NONE
};
