//! TypeDoc.

use super::{Generator, NONE};

pub(super) const TYPEDOC: Generator = Generator {
    // "Readonly".
    flags: &["tsd-tag"],
    title_kinds: &["class", "enum", "interface", "module", "namespace"],
    ..NONE
};
