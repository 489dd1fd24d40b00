//! `minimum_should_match`: how many of a query's optional clauses must match.

use super::QueryError;

/// Longest part of a wrong text that the error repeats, in characters.
const MAX_SHOWN: usize = 64;

/// The value of `minimum_should_match`. The default requires none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinimumShouldMatch {
    /// `2`: two clauses, or all if there are fewer.
    Clauses(usize),
    /// `75%`: this percentage of them, at most 100, rounded down.
    Percent(usize),
}

impl Default for MinimumShouldMatch {
    fn default() -> Self {
        MinimumShouldMatch::Clauses(0)
    }
}

impl MinimumShouldMatch {
    /// Parses a whole number or a percentage; blank text gives the default.
    ///
    /// # Errors
    /// Other text, or a percentage above 100.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let text = text.trim();
        let value = match text.strip_suffix('%') {
            _ if text.is_empty() => Some(MinimumShouldMatch::default()),
            Some(percent) => {
                number(percent).filter(|percent| *percent <= 100).map(MinimumShouldMatch::Percent)
            }
            None => number(text).map(MinimumShouldMatch::Clauses),
        };
        value.ok_or_else(|| QueryError::MinimumShouldMatch { found: text.chars().take(MAX_SHOWN).collect() })
    }

    /// How many of `clauses` must match; never more than `clauses`.
    pub fn of(self, clauses: usize) -> usize {
        match self {
            MinimumShouldMatch::Clauses(count) => count.min(clauses),
            MinimumShouldMatch::Percent(percent) => clauses * percent / 100,
        }
    }
}

/// A whole number without a sign, which `parse` would accept.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numbers_and_percentages() {
        for (text, clauses, expected) in [
            ("", 5, 0),
            (" ", 5, 0),
            ("0", 5, 0),
            ("2", 5, 2),
            (" 2 ", 5, 2),
            ("2", 1, 1),
            ("2", 0, 0),
            ("0%", 5, 0),
            ("75%", 4, 3),
            ("75%", 5, 3),
            ("100%", 7, 7),
            ("100%", 0, 0),
        ] {
            let minimum = MinimumShouldMatch::parse(text).unwrap();
            assert_eq!(minimum.of(clauses), expected, "{text} of {clauses}");
        }
    }

    #[test]
    fn rejects_everything_else() {
        let long = "1".repeat(65);
        for text in ["two", "%", "2.5", "-1", "+1", "-25%", "+5%", "101%", "2 3", "5 %", "2<75%", &long] {
            let error = MinimumShouldMatch::parse(text).unwrap_err();
            assert_eq!(error.code(), "request", "{text}");
            assert!(error.to_string().contains("75%") && error.to_string().len() < 250, "{error}");
        }
    }
}
