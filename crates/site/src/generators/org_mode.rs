//! Org mode's HTML export.

use super::{Generator, NONE};

pub(super) const ORG_MODE: Generator =
    Generator { is_section: Some(|class| class.starts_with("outline-")), ..NONE };
