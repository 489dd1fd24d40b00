//! Weights of text: [`WEIGHTS`], [`read_weight`] from an attribute, and [`weight_of`] an element.

use std::ops::RangeInclusive;

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::config::IngestConfig;
use super::dom::Attributes;

/// Valid weights of text, the same as in Pagefind.
pub const WEIGHTS: RangeInclusive<f32> = 0.0..=10.0;

/// The default weight of text.
pub const USUAL_WEIGHT: f32 = 1.0;

/// The weight in an attribute, clamped to [`WEIGHTS`]; `None` if it is not a number.
pub(super) fn read_weight(written: &str) -> Option<f32> {
    let weight: f32 = written.trim().parse().ok()?;
    (!weight.is_nan()).then(|| weight.clamp(*WEIGHTS.start(), *WEIGHTS.end()))
}

/// The weight of an element's text, by its attribute, else by the last configured rule that matches.
pub(super) fn weight_of(
    node: NodeRef<'_, Node>,
    attributes: &Attributes<'_>,
    config: &IngestConfig,
) -> Option<f32> {
    attributes.weight.and_then(read_weight).or_else(|| {
        let rules = if config.weights.is_empty() { return None } else { config.weights.iter().rev() };
        let element = ElementRef::wrap(node)?;
        rules.into_iter().find(|rule| rule.selector.matches(&element)).map(|rule| rule.weight)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_clamped() {
        for (written, expected) in [
            ("2", Some(2.0)),
            (" 0.5 ", Some(0.5)),
            ("-1", Some(0.0)),
            ("1e9", Some(10.0)),
            ("inf", Some(10.0)),
            ("NaN", None),
            ("heavy", None),
            ("", None),
        ] {
            assert_eq!(read_weight(written), expected, "{written}");
        }
    }
}
