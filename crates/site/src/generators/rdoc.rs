//! RDoc.

use super::{Generator, NONE};

pub(super) const RDOC: Generator =
    Generator { furniture: &["method-click-advice", "method-source-code"], ..NONE };
