//! PlDoc, and the manual of SWI-Prolog.

use super::{Generator, NONE};

pub(super) const PLDOC: Generator = Generator {
    // "[det]".
    flags: &["pred-tag"],
    ..NONE
};
