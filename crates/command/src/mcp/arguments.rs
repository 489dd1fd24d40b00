//! [`Arguments`]: the arguments of a call, checked one by one, so that an error names the wrong one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::tools::WrongCall;
use docfuse_site::wording::shortened;

/// Arguments by name, of which each is taken once.
pub struct Arguments<'a> {
    tool: &'a str,
    left: Map<String, Value>,
}

impl<'a> Arguments<'a> {
    /// Those of a tool that knows these names.
    ///
    /// # Errors
    /// Another name.
    pub fn of(tool: &'a str, found: Map<String, Value>, expected: &[&str]) -> Result<Self, WrongCall> {
        let unknown = found.keys().find(|name| !expected.contains(&name.as_str()));
        if let Some(unknown) = unknown {
            let expected = expected.join(", ");
            let message = format!("{tool}: one of {expected} expected, {} found", shortened(unknown));
            return Err(WrongCall::Arguments(message));
        }
        Ok(Arguments { tool, left: found })
    }

    /// A text; `None` without one.
    ///
    /// # Errors
    /// Something else.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, WrongCall> {
        self.take(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// A text that is not empty.
    ///
    /// # Errors
    /// Something else, or none.
    pub fn required_text(&mut self, name: &str) -> Result<String, WrongCall> {
        match self.text(name)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            Some(_) => Err(self.wrong(name, "a text", "an empty one")),
            None => Err(self.wrong(name, "a text", "none")),
        }
    }

    /// What stands for one of the given texts; `None` without one.
    ///
    /// # Errors
    /// Another value.
    pub fn one_of(
        &mut self,
        name: &str,
        expected: &[(&str, &'static str)],
    ) -> Result<Option<&'static str>, WrongCall> {
        let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
        self.take(name, &names.join(" or "), |value| {
            expected.iter().find(|(name, _)| value.as_str() == Some(name)).map(|(_, meant)| *meant)
        })
    }

    /// A number from 1 to `most`; `None` without one.
    ///
    /// # Errors
    /// Something else.
    pub fn whole(&mut self, name: &str, most: usize) -> Result<Option<usize>, WrongCall> {
        self.take(name, &format!("a whole number from 1 to {most}"), |value| {
            let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
            (1.0..=most as f64).contains(&number).then_some(number as usize)
        })
    }

    /// Accepted values by name of a filter: each a text or a list of texts.
    ///
    /// # Errors
    /// Something else; for a value, with the name of its filter.
    pub fn filters(&mut self, name: &str) -> Result<BTreeMap<String, Vec<String>>, WrongCall> {
        let found = self.take(name, "an object with texts by name", |value| value.as_object().cloned())?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let values = |(filter, value): (String, Value)| {
            let values = match &value {
                Value::Array(values) => values.iter().map(text).collect(),
                value => text(value).map(|value| vec![value]),
            };
            let wrong = || {
                let place = format!("{name}.{}", shortened(&filter));
                self.wrong(&place, "a text or a list of texts", &shortened(&value.to_string()))
            };
            Ok((filter.clone(), values.ok_or_else(wrong)?))
        };
        found.unwrap_or_default().into_iter().map(values).collect()
    }

    fn take<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, WrongCall> {
        let Some(value) = self.left.remove(name) else { return Ok(None) };
        let wrong = || self.wrong(name, expected, &shortened(&value.to_string()));
        read(&value).map(Some).ok_or_else(wrong)
    }

    fn wrong(&self, name: &str, expected: &str, found: &str) -> WrongCall {
        WrongCall::Arguments(format!("{}: {name}: {expected} expected, {found} found", self.tool))
    }
}
