//! YARD.

use super::{Generator, NONE};

pub(super) const YARD: Generator = Generator {
    // Line numbers beside a method's source.
    is_furniture: Some(|tag, attributes| tag == "pre" && attributes.class == "lines"),
    // "Module: YARD::Registry".
    title_kinds: &["class", "exception", "module"],
    ..NONE
};
