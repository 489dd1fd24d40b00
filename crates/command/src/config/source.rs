//! [`Source`]: the text of a settings file, its lines, and what is [`Wrong`] in one of them.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::FieldTable;
use super::given::{Given, Texts};
use docfuse::lexical::Field;
use docfuse_site::language_tag;
use docfuse_site::wording::{self, Form, shortened};

/// What is wrong with settings.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where it stands, from 1, if it stands in one place.
    pub line: Option<usize>,
    /// The setting, what is allowed and what was found.
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line.map_or(Ok(()), |line| write!(f, "line {line}: "))?;
        f.write_str(&self.message)
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Wrong { line: None, message }
    }
}

/// The text of a settings file; turns byte offsets into line numbers.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub text: &'a str,
    /// How its author wrote it.
    pub form: Form,
}

impl Source<'_> {
    /// The tables as written.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Wrong> {
        let reader = toml::Deserializer::parse(self.text).map_err(|error| self.no_toml(&error))?;
        let read = wording::read(reader, self.form, |error| error.message().to_owned());
        read.map_err(|(error, message)| Wrong {
            line: error.span().map(|span| self.line(span.start)),
            message,
        })
    }

    /// A text that is no TOML.
    pub fn no_toml(&self, error: &toml::de::Error) -> Wrong {
        let line = error.span().map(|span| self.line(span.start));
        let found = self.text.lines().nth(line.unwrap_or(1) - 1).unwrap_or_default().trim();
        let reason = match error.message() {
            "duplicate key" => "; this name stands above already",
            message if message.starts_with("string values must be quoted") => {
                "; texts stand in quotation marks"
            }
            message if message.starts_with("unclosed") => "; the sign that ends it is missing",
            _ => "",
        };
        let expected = "a setting such as `k1 = 1.5`, or the name of a table such as `[bm25]`, expected";
        Wrong { line, message: format!("{expected}, `{}` found{reason}", shortened(found)) }
    }

    /// The line of a byte.
    pub fn line(&self, start: usize) -> usize {
        self.text.get(..start).unwrap_or(self.text).matches('\n').count() + 1
    }

    /// A setting that is not what is allowed, by its first byte.
    pub fn wrong(&self, start: usize, key: &str, allowed: &str, found: impl fmt::Display) -> Wrong {
        Wrong { line: Some(self.line(start)), message: format!("{key}: {allowed} expected, {found} found") }
    }

    /// How a table is called.
    pub fn table(&self) -> &'static str {
        if self.form == Form::Json { "an object" } else { "a table" }
    }

    /// Reads a number.
    pub fn number(
        &self,
        key: &str,
        value: &Option<Spanned<Given>>,
        least: f32,
        most: f32,
        setting: &mut f32,
    ) -> Result<(), Wrong> {
        let Some(value) = value else { return Ok(()) };
        let number = value.get_ref().number().map(|number| number as f32);
        let allowed = || format!("a number from {least} to {most}");
        *setting = number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.wrong(value.span().start, key, &allowed(), value.get_ref()))?;
        Ok(())
    }

    /// Reads a whole number.
    pub fn whole(
        &self,
        key: &str,
        value: &Option<Spanned<Given>>,
        range: RangeInclusive<usize>,
        setting: &mut usize,
    ) -> Result<(), Wrong> {
        let Some(value) = value else { return Ok(()) };
        let number = value.get_ref().number().filter(|number| number.fract() == 0.0 && *number >= 0.0);
        let allowed = || format!("a whole number from {} to {}", range.start(), range.end());
        *setting = number
            .map(|number| number as usize)
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.wrong(value.span().start, key, &allowed(), value.get_ref()))?;
        Ok(())
    }

    /// What stands for one of the given names; `None` without a value.
    pub fn named<T: Copy>(
        &self,
        key: &str,
        value: &Option<Spanned<Given>>,
        names: &[(&str, T)],
    ) -> Result<Option<T>, Wrong> {
        let Some(value) = value else { return Ok(None) };
        let found = value.get_ref().text().and_then(|text| names.iter().find(|(name, _)| *name == text));
        let quoted: Vec<String> = names.iter().map(|(name, _)| format!("{name:?}")).collect();
        let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        let wrong = || self.wrong(value.span().start, key, &wording::one_of(&quoted), value.get_ref());
        found.map(|(_, meant)| Some(*meant)).ok_or_else(wrong)
    }

    /// True or false; `None` without a value.
    pub fn truth(&self, key: &str, value: &Option<Spanned<Given>>) -> Result<Option<bool>, Wrong> {
        let Some(value) = value else { return Ok(None) };
        let wrong = || self.wrong(value.span().start, key, "true or false", value.get_ref());
        value.get_ref().truth().map(Some).ok_or_else(wrong)
    }

    /// Reads a list of language tags.
    pub fn tags(&self, key: &str, written: &Texts) -> Result<Vec<String>, Wrong> {
        let tag = |written: &Spanned<String>| {
            let found = format!("{:?}", shortened(written.get_ref()));
            let allowed = "a language tag such as \"en\" or \"pt-BR\"";
            language_tag(written.get_ref())
                .ok_or_else(|| self.wrong(written.span().start, key, allowed, found))
        };
        written.0.iter().map(tag).collect()
    }

    /// Reads a number for each field.
    pub(super) fn fields(
        &self,
        key: &str,
        table: &FieldTable,
        most: f32,
        settings: &mut [f32],
    ) -> Result<(), Wrong> {
        for (name, field, value) in [
            ("title", Field::Title, &table.title),
            ("path", Field::Path, &table.path),
            ("heading", Field::Heading, &table.heading),
            ("body", Field::Body, &table.body),
            ("code", Field::Code, &table.code),
            ("anchor", Field::Anchor, &table.anchor),
        ] {
            self.number(&format!("{key}.{name}"), value, 0.0, most, &mut settings[field as usize])?;
        }
        Ok(())
    }
}
