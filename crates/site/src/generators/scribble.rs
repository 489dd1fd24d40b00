//! Scribble, of Racket.

use super::{Generator, NONE};

pub(super) const SCRIBBLE: Generator = Generator {
    // Contents beside the text, and the bars above and below it.
    furniture: &["tocset", "navsettop", "navsetbottom"],
    ..NONE
};
