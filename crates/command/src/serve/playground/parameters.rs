//! The parameters of a request, from the part of its address behind `?`.

use crate::error::CliError;
use docfuse_site::percent_decode;

/// Names and values in their order, decoded.
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Parses `a=1&a=2&b`. A parameter without `=` has an empty value.
    pub fn parse(query: &str) -> Self {
        let parts = query.split('&').filter(|part| !part.is_empty());
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let decoded = |text: &str| percent_decode(&text.replace('+', " "));
            (decoded(name), decoded(value))
        };
        Parameters(parts.map(pair).collect())
    }

    /// The first value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a name that must be there.
    ///
    /// # Errors
    /// There is none.
    pub fn required(&self, name: &str) -> Result<&str, CliError> {
        self.get(name).ok_or_else(|| CliError::Argument(format!("parameter {name} expected, none found")))
    }

    /// A number; `default` if there is none.
    ///
    /// # Errors
    /// Something else.
    pub fn number(&self, name: &str, default: usize) -> Result<usize, CliError> {
        let Some(value) = self.get(name) else { return Ok(default) };
        value.parse().map_err(|_| {
            CliError::Argument(format!(
                "parameter {name}: a whole number from 0 up expected, {value:?} found"
            ))
        })
    }

    /// All values of a name.
    pub fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn names_repeat_and_values_are_decoded() {
        let parsed = Parameters::parse("q=a%26b+c&set=fusion.k=20&set=x&&limit=5&empty");
        assert_eq!(parsed.get("q"), Some("a&b c"));
        assert_eq!(parsed.all("set"), ["fusion.k=20", "x"]);
        assert_eq!(parsed.get("empty"), Some(""));
        assert_eq!((parsed.number("limit", 10).ok(), parsed.number("offset", 3).ok()), (Some(5), Some(3)));
        let message = parsed.number("q", 1).unwrap_err().to_string();
        assert!(message.contains("parameter q: a whole number"), "{message}");
        assert!(parsed.required("url").is_err());
    }
}
