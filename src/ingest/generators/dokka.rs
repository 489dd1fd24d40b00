//! Dokka.

use super::{Generator, NONE};

pub(super) const DOKKA: Generator = Generator { furniture: &["copy-popup-wrapper"], ..NONE };
