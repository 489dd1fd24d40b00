//! Jekyll's highlighter Rouge, and its theme Minima.

use super::{Generator, NONE};
use crate::ingest::inject::search_place::{SearchPlace, Side};

pub(super) const JEKYLL: Generator = Generator {
    // Line numbers.
    furniture: &["rouge-gutter", "gutter"],
    search_places: &[SearchPlace {
        at: ".site-header .site-nav",
        side: Side::Before,
        hides: "",
        // On phones a button of the theme is in the corner.
        style: "docfuse-search{float:inline-end;margin-block-start:.4rem;margin-inline-start:1rem}\
                @media(max-width:600px){docfuse-search{margin-inline-end:3rem}}",
    }],
    ..NONE
};
