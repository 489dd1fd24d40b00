//! `docfuse.toml`: what an author can set, checked once.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::error::CliError;
use super::files;
use crate::index::Ranking;
use crate::ingest::{IngestConfig, default_excludes};
use crate::lexical::Field;

/// Name of the settings file that is read if none is named.
pub const CONFIG_NAME: &str = "docfuse.toml";

/// Checked settings.
pub struct Config {
    /// How pages are read.
    pub ingest: IngestConfig,
    /// How queries are ranked.
    pub ranking: Ranking,
}

/// The file as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    site: SiteTable,
    bm25: Bm25Table,
    fusion: FusionTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SiteTable {
    content: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
    exclude: Option<Vec<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Bm25Table {
    k1: Option<Spanned<f32>>,
    b: FieldTable,
    boost: FieldTable,
    bonus: FieldTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FieldTable {
    title: Option<Spanned<f32>>,
    path: Option<Spanned<f32>>,
    heading: Option<Spanned<f32>>,
    body: Option<Spanned<f32>>,
    code: Option<Spanned<f32>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FusionTable {
    k: Option<Spanned<f32>>,
    candidates: Option<Spanned<u32>>,
    lexical: Option<Spanned<f32>>,
    dense: Option<Spanned<f32>>,
}

/// Reads the named settings, else `docfuse.toml` of the current folder, else the defaults.
///
/// # Errors
/// A named file that is missing, and anything in it that is not allowed: the message says line, key, and what is.
pub fn load(named: Option<&Path>) -> Result<Config, CliError> {
    let path = named.map_or_else(|| PathBuf::from(CONFIG_NAME), Path::to_owned);
    let text = match (named, files::read_if_there(&path)?) {
        (_, Some(bytes)) => String::from_utf8(bytes).map_err(|_| CliError::Config {
            path: path.clone(),
            message: "UTF-8 text expected".to_owned(),
        })?,
        (None, None) => String::new(),
        (Some(_), None) => return Err(CliError::Input(format!("{}: no such settings file", path.display()))),
    };
    parse(&text).map_err(|message| CliError::Config { path, message })
}

fn parse(text: &str) -> Result<Config, String> {
    let written: Written = toml::from_str(text).map_err(|error| error.to_string())?;
    let source = Source { text };
    let mut ranking = Ranking::default();
    let bm25 = &mut ranking.bm25;
    source.number("bm25.k1", &written.bm25.k1, 0.0, 10.0, &mut bm25.k1)?;
    source.fields("bm25.b", &written.bm25.b, 1.0, &mut bm25.b)?;
    source.fields("bm25.boost", &written.bm25.boost, 100.0, &mut bm25.boost)?;
    source.fields("bm25.bonus", &written.bm25.bonus, 100.0, &mut bm25.bonus)?;
    source.number("fusion.k", &written.fusion.k, 1.0, 1_000.0, &mut ranking.rrf_k)?;
    source.number("fusion.lexical", &written.fusion.lexical, 0.0, 100.0, &mut ranking.lexical_weight)?;
    source.number("fusion.dense", &written.fusion.dense, 0.0, 100.0, &mut ranking.dense_weight)?;
    if let Some(candidates) = &written.fusion.candidates {
        let found = *candidates.get_ref();
        if !(1..=1_000).contains(&found) {
            return Err(source.wrong(
                candidates,
                "fusion.candidates",
                "a whole number from 1 to 1000",
                found,
            ));
        }
        ranking.candidates = found;
    }
    let plain = |list: &[Spanned<String>]| list.iter().map(|item| item.get_ref().clone()).collect::<Vec<_>>();
    let SiteTable { content, ignore, exclude } = &written.site;
    let excludes = exclude.as_ref().map_or_else(default_excludes, |globs| globs.clone());
    let ingest = IngestConfig::new(&plain(content), &plain(ignore), excludes).map_err(|error| {
        let both = content.iter().chain(ignore);
        let culprit = both.into_iter().find(|item| *item.get_ref() == error.selector);
        culprit.map_or_else(|| error.to_string(), |item| format!("line {}: site.{error}", source.line(item)))
    })?;
    Ok(Config { ingest, ranking })
}

/// The text of the settings, to say where something stands.
struct Source<'a> {
    text: &'a str,
}

impl Source<'_> {
    fn line<T>(&self, value: &Spanned<T>) -> usize {
        self.text[..value.span().start].matches('\n').count() + 1
    }

    fn wrong<T>(&self, at: &Spanned<T>, key: &str, allowed: &str, found: impl std::fmt::Display) -> String {
        format!("line {}: {key}: {allowed} expected, {found} found", self.line(at))
    }

    fn number(
        &self,
        key: &str,
        value: &Option<Spanned<f32>>,
        least: f32,
        most: f32,
        setting: &mut f32,
    ) -> Result<(), String> {
        let Some(value) = value else { return Ok(()) };
        let found = *value.get_ref();
        if !(least..=most).contains(&found) {
            return Err(self.wrong(value, key, &format!("a number from {least} to {most}"), found));
        }
        *setting = found;
        Ok(())
    }

    fn fields(&self, key: &str, table: &FieldTable, most: f32, settings: &mut [f32]) -> Result<(), String> {
        for (name, field, value) in [
            ("title", Field::Title, &table.title),
            ("path", Field::Path, &table.path),
            ("heading", Field::Heading, &table.heading),
            ("body", Field::Body, &table.body),
            ("code", Field::Code, &table.code),
        ] {
            self.number(&format!("{key}.{name}"), value, 0.0, most, &mut settings[field as usize])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn settings_are_read() {
        let config = parse(
            "[site]\ncontent = [\"main\"]\nexclude = [\"old/*\"]\n[bm25]\nk1 = 1.2\nboost.title = 3\n[fusion]\nk = 10",
        )
        .unwrap();
        assert_eq!(config.ranking.bm25.k1, 1.2);
        assert_eq!(config.ranking.bm25.boost[0], 3.0);
        assert_eq!(config.ranking.rrf_k, 10.0);
        assert!(config.ingest.excluded("old/page.html").is_some());
        assert!(parse("").is_ok());
    }

    #[test]
    fn mistakes_are_told_with_line_and_what_is_allowed() {
        for (text, expected) in [
            ("[bm25]\nk2 = 1", &["line 2", "k2", "k1"][..]),
            ("[bm25]\n\nk1 = -1", &["line 3", "bm25.k1", "a number from 0 to 10", "-1"]),
            ("[bm25]\nk1 = \"a\"", &["line 2", "k1"]),
            ("[bm25]\nb.body = 2", &["line 2", "bm25.b.body", "from 0 to 1"]),
            ("[fusion]\ncandidates = 0", &["line 2", "fusion.candidates", "from 1 to 1000"]),
            ("[site]\nignore = [\"p[\"]", &["line 2", "p["]),
            ("[site]\nexclude = 1", &["line 2", "exclude"]),
            ("[sight]", &["line 1", "sight", "site"]),
            ("[bm25", &["line 1"]),
        ] {
            let message = parse(text).err().unwrap_or_default();
            for part in expected {
                assert!(message.contains(part), "{text:?}: {message:?} lacks {part:?}");
            }
        }
    }
}
