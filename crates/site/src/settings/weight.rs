//! Weights of text: [`WEIGHTS`], and [`read_weight`] from an attribute.

use std::ops::RangeInclusive;

/// Valid weights of text, the same as in Pagefind.
pub const WEIGHTS: RangeInclusive<f32> = 0.0..=10.0;

/// The weight in an attribute, clamped to [`WEIGHTS`]; `None` if it is not a number.
pub(crate) fn read_weight(written: &str) -> Option<f32> {
    let weight: f32 = written.trim().parse().ok()?;
    (!weight.is_nan()).then(|| weight.clamp(*WEIGHTS.start(), *WEIGHTS.end()))
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
