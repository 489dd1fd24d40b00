//! Limits that make `docfuse eval` fail: `--fail-under` and `--max-bytes`.

use super::baseline::Comparison;
use super::metrics::{MEASURES, Measure, measure};
use super::report::Report;
use crate::error::CliError;
use crate::output::bytes;

/// Slack for arithmetic on decimal fractions.
const NOISE: f64 = 1e-9;

/// One `--fail-under`.
pub struct FailUnder {
    typed: String,
    mode: String,
    measure: Measure,
    limit: Limit,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Limit {
    /// The measure must reach this.
    Least(f64),
    /// The measure must not fall by more than this below the baseline.
    Fall(f64),
}

impl FailUnder {
    /// Parses `[MODE.]MEASURE=VALUE`; a value with a minus sign is a fall below the baseline. `modes` are those that are
    /// measured. Without `MODE`, it is the last of them: hybrid, unless only another one is measured.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn parse(typed: &str, modes: &[&str], has_baseline: bool) -> Result<Self, CliError> {
        let wrong = |what: String| Err(CliError::Argument(format!("--fail-under {typed}: {what}")));
        let Some((name, value)) = typed.split_once('=') else {
            return wrong("MEASURE=VALUE expected, such as ndcg@10=0.8 or ndcg@10=-0.01".to_owned());
        };
        let last = modes.last().copied().unwrap_or_default();
        let (mode, name) = name.split_once('.').unwrap_or((last, name));
        if !modes.contains(&mode) {
            return wrong(format!("a measured mode expected ({}), {mode} found", modes.join(", ")));
        }
        let Some(measure) = measure(name) else {
            let known = MEASURES.map(|(known, _)| known).join(", ");
            return wrong(format!("one of {known} expected, {name} found"));
        };
        let limit = match value.parse::<f64>() {
            Ok(fall) if value.starts_with('-') && (-1.0..=0.0).contains(&fall) => Limit::Fall(-fall),
            Ok(least) if (0.0..=1.0).contains(&least) => Limit::Least(least),
            _ => {
                return wrong(format!(
                    "a value from 0 to 1, or a fall from -1 to -0, expected, {value} found"
                ));
            }
        };
        if matches!(limit, Limit::Fall(_)) && !has_baseline {
            return wrong("a fall needs --baseline FILE".to_owned());
        }
        Ok(FailUnder { typed: typed.to_owned(), mode: mode.to_owned(), measure, limit })
    }

    /// Why the limit is not kept; `None` if it is.
    ///
    /// # Errors
    /// The baseline has no figures of the mode.
    pub fn broken(
        &self,
        report: &Report,
        comparison: Option<&Comparison>,
    ) -> Result<Option<String>, CliError> {
        let FailUnder { typed, mode, measure: (name, measure), limit } = self;
        match limit {
            Limit::Least(least) => {
                let found = report.modes.get(mode).map_or(0.0, |figures| measure(&figures.means));
                Ok((found < least - NOISE).then(|| {
                    format!(
                        "{mode} {name}: at least {least} expected, {found:.4} found (--fail-under {typed})"
                    )
                }))
            }
            Limit::Fall(allowed) => {
                let Some((comparison, change)) =
                    comparison.and_then(|comparison| Some((comparison, comparison.modes.get(mode)?)))
                else {
                    return Err(CliError::Argument(format!(
                        "--fail-under {typed}: the baseline has no figures of mode {mode}; measure it there too"
                    )));
                };
                let (before, after) = (measure(&change.before), measure(&change.after));
                Ok((before - after > allowed + NOISE).then(|| {
                    format!(
                        "{mode} {name}: a fall of at most {allowed} below {} expected, {:.4} found, from {before:.4} \
                         to {after:.4} (--fail-under {typed})",
                        comparison.name,
                        before - after
                    )
                }))
            }
        }
    }
}

/// Parses a size such as `150KB` (1 KB = 1000 B).
///
/// # Errors
/// What was expected and what was found.
pub fn parse_size(typed: &str) -> Result<u64, CliError> {
    let number = typed.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match typed[number.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => Some(1.0),
        "KB" => Some(1e3),
        "MB" => Some(1e6),
        _ => None,
    };
    let size = unit.zip(number.trim().parse::<f64>().ok()).map(|(unit, number)| unit * number);
    match size.filter(|size| (0.0..1e15).contains(size)) {
        Some(size) => Ok(size as u64),
        None => Err(CliError::Argument(format!(
            "--max-bytes {typed}: a number of bytes expected, such as 150KB or 1.5MB"
        ))),
    }
}

/// Why the budget of bytes is not kept; `None` if it is.
pub fn too_many_bytes(budget: u64, report: &Report) -> Option<String> {
    let first = report.first_query.as_ref().filter(|first| first.most > budget)?;
    Some(format!(
        "a first lexical query: at most {} from the index expected, {} found for \"{}\" (--max-bytes)",
        bytes(budget),
        bytes(first.most),
        first.largest
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_parsed() {
        let parse = |typed: &str| FailUnder::parse(typed, &["lexical", "hybrid"], true);
        for (typed, mode, name, limit) in [
            ("ndcg@10=0.8", "hybrid", "ndcg@10", Limit::Least(0.8)),
            ("lexical.recall@100=-0.01", "lexical", "recall@100", Limit::Fall(0.01)),
            ("mrr@10=-0", "hybrid", "mrr@10", Limit::Fall(0.0)),
            ("mrr@10=0", "hybrid", "mrr@10", Limit::Least(0.0)),
        ] {
            let parsed = parse(typed).unwrap();
            assert_eq!(
                (parsed.mode.as_str(), parsed.measure.0, parsed.limit),
                (mode, name, limit),
                "{typed}"
            );
        }
        for (typed, part) in [
            ("ndcg@10", "MEASURE=VALUE expected"),
            ("ndcg@11=0.5", "recall@100, success@1"),
            ("dense.ndcg@10=0.5", "(lexical, hybrid), dense found"),
            ("ndcg@10=80", "from 0 to 1"),
            ("ndcg@10=NaN", "from 0 to 1"),
            ("ndcg@10=-2", "from -1"),
        ] {
            let message = parse(typed).err().unwrap().to_string();
            assert!(message.contains(part) && message.contains(typed), "{message}");
        }
        let message = FailUnder::parse("ndcg@10=-0.1", &["hybrid"], false).err().unwrap().to_string();
        assert!(message.contains("--baseline"), "{message}");
    }

    #[test]
    fn sizes_have_units() {
        for (typed, size) in [("150KB", 150_000), ("1.5 mb", 1_500_000), ("12", 12), ("12B", 12)] {
            assert_eq!(parse_size(typed).unwrap(), size, "{typed}");
        }
        for typed in ["", "KB", "1GB", "-1", "1e99", "NaN", "é"] {
            assert!(parse_size(typed).unwrap_err().to_string().contains("150KB"), "{typed}");
        }
    }
}
