//! `--filters`: nested conditions on filters, in the JSON that `query` of the JavaScript package takes.

use serde_json::Value;

use crate::error::CliError;
use docfuse::filters::{Condition, MAX_DEPTH};
use docfuse_site::wording;

/// Reads a condition.
///
/// # Errors
/// Something else than an object of lists of texts, or of lists of such objects below `any`, `all` and `none`.
pub fn read(typed: &str) -> Result<Condition, CliError> {
    let wrong = |message: String| CliError::Argument(format!("--filters {typed}: {message}"));
    let value: Value = wording::json(typed.as_bytes()).map_err(wrong)?;
    of(&value).map_err(wrong)
}

/// The condition that a value is.
///
/// # Errors
/// As [`read`].
pub fn of(value: &Value) -> Result<Condition, String> {
    condition(value, 0)
}

fn condition(value: &Value, depth: usize) -> Result<Condition, String> {
    let Some(entries) = value.as_object() else { return Err(format!("an object expected, {value} found")) };
    if depth >= MAX_DEPTH {
        return Err(format!("at most {MAX_DEPTH} conditions within each other expected, more found"));
    }
    let all = entries.iter().map(|(name, value)| entry(name, value, depth)).collect::<Result<_, _>>()?;
    Ok(Condition::All(all))
}

fn entry(name: &str, value: &Value, depth: usize) -> Result<Condition, String> {
    let wrong = || format!("{name}: a list of texts expected, {value} found");
    // A text is a list of one.
    let list = match value {
        Value::String(_) => std::slice::from_ref(value),
        _ => value.as_array().ok_or_else(wrong)?,
    };
    match Condition::over(name).filter(|_| list.first().is_none_or(Value::is_object)) {
        Some(over) => Ok(over(list.iter().map(|each| condition(each, depth + 1)).collect::<Result<_, _>>()?)),
        None => {
            let values = list.iter().map(|each| each.as_str().map(str::to_owned).ok_or_else(wrong));
            Ok(Condition::Has([(name.to_owned(), values.collect::<Result<_, _>>()?)]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_and_errors_say_what_is_expected() {
        let has = |name: &str, value: &str| Condition::Has([(name.to_owned(), vec![value.to_owned()])]);
        let one = |condition| Condition::All(vec![condition]);
        let found = read(r#"{"any": [{"kind": ["guide"]}, {"none": [{"version": ["1"]}]}]}"#).unwrap();
        let none = Condition::None(vec![one(has("version", "1"))]);
        assert_eq!(found, one(Condition::Any(vec![one(has("kind", "guide")), one(none)])));
        // A filter may have the name of a condition.
        assert_eq!(read(r#"{"any": ["guide"]}"#).unwrap(), one(has("any", "guide")));
        assert_eq!(read(r#"{"kind": "guide"}"#).unwrap(), one(has("kind", "guide")));
        assert_eq!(read(r#"{"none": []}"#).unwrap(), one(Condition::None(Vec::new())));
        let deep = format!("{}{{}}{}", r#"{"all": [{"any": [{}, "#.repeat(9), "]}]}".repeat(9));
        for (typed, part) in [
            ("kind", "JSON expected"),
            ("[]", "an object expected, [] found"),
            (r#"{"kind": 5}"#, "kind: a list of texts expected, 5 found"),
            (r#"{"any": [{"kind": [1]}]}"#, "kind: a list of texts expected, [1] found"),
            (&deep, "at most 16 conditions"),
        ] {
            let message = read(typed).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
