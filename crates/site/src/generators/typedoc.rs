//! TypeDoc.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const TYPEDOC: Generator = Generator {
    // Behind the description and its other tags.
    deprecates: Some(|_, _, attributes| attributes.has_class("tsd-tag-deprecated")),
    // "Readonly".
    flags: &["tsd-tag"],
    title_kinds: &["class", "enum", "interface", "module", "namespace"],
    search_places: &[
        SearchPlace {
            at: "#tsd-search-trigger",
            side: Side::Before,
            hides: "#tsd-search-trigger",
            keys: "",
            style: IN_BAR,
        },
        SearchPlace {
            at: ".tsd-page-toolbar #tsd-search",
            side: Side::Before,
            hides: "#tsd-search",
            keys: "",
            style: IN_BAR,
        },
    ],
    ..NONE
};
