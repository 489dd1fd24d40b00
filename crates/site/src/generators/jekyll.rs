//! Jekyll's highlighter Rouge, and its themes Minima and Just the Docs.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const JEKYLL: Generator = Generator {
    // Line numbers.
    furniture: &["rouge-gutter", "gutter"],
    search_places: &[
        SearchPlace {
            at: ".site-header .site-nav",
            side: Side::Before,
            hides: "",
            keys: "",
            // On phones a button of the theme is in the corner.
            style: "docfuse-search{float:inline-end;margin-block-start:.4rem;margin-inline-start:1rem}\
                @media(max-width:600px){docfuse-search{margin-inline-end:3rem}}",
        },
        SearchPlace {
            at: ".main-header .search",
            side: Side::Before,
            hides: ".main-header .search",
            keys: "",
            style: IN_BAR,
        },
    ],
    ..NONE
};
