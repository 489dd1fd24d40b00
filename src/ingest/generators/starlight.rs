//! Starlight.

use super::{Generator, NONE};

pub(super) const STARLIGHT: Generator = Generator { flags: &["sl-badge"], ..NONE };
