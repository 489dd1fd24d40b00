//! [`Written`]: what one page gets for its box, by the place that was found.

use super::BoxPlace;
use super::search_place::{IN_CORNER, SearchPlace, Side};
use super::signs::{Signs, Tag};

/// What is written for a box.
pub(super) struct Written {
    pub(super) at: usize,
    /// Of CSS.
    pub(super) rules: String,
    pub(super) place: BoxPlace,
    /// Further ones of the box.
    pub(super) attributes: String,
}

impl Written {
    pub(super) fn plain(at: usize, rules: &str, place: BoxPlace) -> Self {
        Self { at, rules: rules.to_owned(), place, attributes: String::new() }
    }

    /// For a known theme, whose element has this tag.
    pub(super) fn by(known: &SearchPlace, tag: Tag, signs: &Signs) -> Self {
        let SearchPlace { at, side, hides, keys, style } = *known;
        let is_over = side == Side::Over;
        let hiding = if is_over { "visibility:hidden" } else { "display:none" };
        let hides_rule = match hides {
            "" => String::new(),
            selector => format!("{selector}{{{hiding}!important}}"),
        };
        let over = if is_over { format!(" data-over=\"{at}\"") } else { String::new() };
        let hotkey = match keys {
            "" => String::new(),
            keys => format!(" hotkey=\"ctrl+k / {keys}\""),
        };
        Self {
            at: match side {
                Side::Before => tag.start,
                Side::Inside => tag.end,
                Side::Over => signs.body.map_or(tag.start, |body| body.end),
            },
            rules: format!("{hides_rule}{style}"),
            place: match hides {
                "" if style == IN_CORNER => BoxPlace::Window,
                "" => BoxPlace::Header,
                _ => BoxPlace::Theme,
            },
            attributes: format!("{over}{hotkey}"),
        }
    }
}
