//! `minimum_should_match`: how many of a query's optional clauses must match, in Elasticsearch's notation.

use super::QueryError;

/// Longest text accepted, in bytes; the manual's longest example has 10.
const MAX_LENGTH: usize = 64;

/// The value of `minimum_should_match`: rules, each for more than a given number of clauses.
///
/// `2`: two clauses. `-1`: all but one. `75%`: this percentage, rounded down. `-25%`: all but this percentage, rounded
/// down. `2<75%`: all of up to two clauses, 75 % of more. `2<-25% 9<-3`: several rules; the last that applies wins. The
/// default requires none.
///
/// Source: <https://www.elastic.co/guide/en/elasticsearch/reference/current/query-dsl-minimum-should-match.html>
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinimumShouldMatch {
    rules: Vec<(usize, Amount)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Clauses(i32),
    Percent(i32),
}

impl MinimumShouldMatch {
    /// Parses the notation; blank text gives the default.
    ///
    /// # Errors
    /// Text that is not in the notation, or a percentage beyond ±100.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let wrong = || QueryError::MinimumShouldMatch { found: text.chars().take(MAX_LENGTH).collect() };
        if text.len() > MAX_LENGTH {
            return Err(wrong());
        }
        // Blanks separate rules, but are allowed around `<`.
        let mut spec = String::new();
        for token in text.split_whitespace() {
            if !spec.is_empty() && !spec.ends_with('<') && !token.starts_with('<') {
                spec.push(' ');
            }
            spec.push_str(token);
        }
        let sole = !spec.contains(' ');
        let rule = |rule: &str| match rule.split_once('<') {
            Some((bound, amount)) => Some((bound.parse().ok()?, Amount::parse(amount)?)),
            None => Some((0, Amount::parse(rule).filter(|_| sole)?)),
        };
        let mut rules = Vec::new();
        for text in spec.split_ascii_whitespace() {
            rules.push(rule(text).ok_or_else(wrong)?);
        }
        Ok(MinimumShouldMatch { rules })
    }

    /// How many of `clauses` must match; never more than `clauses`.
    pub fn of(&self, clauses: usize) -> usize {
        let holding = self.rules.iter().take_while(|(bound, _)| clauses > *bound).last();
        match holding {
            Some((_, amount)) => amount.of(clauses),
            None if self.rules.is_empty() => 0,
            None => clauses,
        }
    }
}

impl Amount {
    fn parse(text: &str) -> Option<Self> {
        match text.strip_suffix('%') {
            Some(percent) => {
                percent.parse().ok().filter(|percent| (-100..=100).contains(percent)).map(Amount::Percent)
            }
            None => text.parse().ok().map(Amount::Clauses),
        }
    }

    fn of(self, clauses: usize) -> usize {
        let (share, counts_down) = match self {
            Amount::Clauses(count) => (count.unsigned_abs() as usize, count < 0),
            Amount::Percent(percent) => (clauses * percent.unsigned_abs() as usize / 100, percent < 0),
        };
        if counts_down { clauses.saturating_sub(share) } else { share.min(clauses) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_notation() {
        for (text, clauses, expected) in [
            ("", 5, 0),
            ("2", 5, 2),
            ("2", 1, 1),
            ("-1", 5, 4),
            ("-9", 5, 0),
            ("75%", 4, 3),
            ("75%", 5, 3),
            ("-25%", 5, 4),
            ("-25%", 3, 3),
            ("100%", 7, 7),
            ("2<75%", 2, 2),
            ("2<75%", 4, 3),
            ("2 < 75%", 4, 3),
            ("2<-25% 9<-3", 2, 2),
            ("2<-25% 9<-3", 8, 6),
            ("2<-25% 9<-3", 12, 9),
            ("2<-25% 9<-3", 0, 0),
        ] {
            let minimum = MinimumShouldMatch::parse(text).unwrap();
            assert_eq!(minimum.of(clauses), expected, "{text} of {clauses}");
        }
    }

    #[test]
    fn rejects_everything_else() {
        let long = "1".repeat(65);
        for text in
            ["two", "%", "2.5", "101%", "-101%", "2 3", "<3", "-1<3", "2<", "2<3<4", "99999999999", &long]
        {
            let error = MinimumShouldMatch::parse(text).unwrap_err();
            assert_eq!(error.code(), "request", "{text}");
            assert!(error.to_string().contains("75%") && error.to_string().len() < 250, "{error}");
        }
    }
}
