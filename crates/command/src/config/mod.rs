//! `docfuse.toml`: the author's settings, validated into a [`Config`].

mod given;
pub mod ranking_config;
mod rules;
pub mod settings_file;
mod site_table;
mod source;
mod text_config;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::error::CliError;
use super::files;
use docfuse::dense::{Bits, MAX_DIMENSIONS};
use docfuse::index::{IndexSettings, Synonym};
use docfuse::model::{MIN_WINDOW, ModelInfo};
use docfuse::text::fold;
use docfuse_site::wording::{self, Form, Step, place};
use docfuse_site::{IngestConfig, Unmatched};
use given::{Given, Texts};
use ranking_config::{needs_all, ranking};
use rules::RuleTable;
use serde_json::Value;
use site_table::SiteTable;
use source::{Source, Wrong};
use text_config::{TextConfig, TextTable, is_same_language};

/// Most word pieces of a window that the settings may ask for: more than any encoder takes.
const MAX_WINDOW: usize = 8_192;

/// Fewest numbers of a vector that the settings may ask for.
const MIN_DIMENSIONS: usize = 16;

/// Name of the settings file that is read by default.
pub const CONFIG_NAME: &str = "docfuse.toml";

/// Validated settings.
pub struct Config {
    /// How pages are read.
    pub ingest: IngestConfig,
    /// How words are analysed and ranked, besides `words`.
    pub index: IndexSettings,
    /// Languages whose pages get vectors; `None` for those that the encoder was trained for.
    pub dense_languages: Option<Vec<String>>,
    /// Whether readers get the encoder; else their queries have vectors by the lexicon alone.
    pub ships_encoder: bool,
    /// Numbers of each vector at most, if readers get no encoder.
    pub dimensions: Option<usize>,
    /// Stop words and the least length of terms, by language.
    pub words: TextConfig,
    /// Text of the settings file; empty without one.
    pub text: String,
    /// The settings file, if there is one.
    pub path: Option<PathBuf>,
    /// Lines of the selectors and patterns below `site`, by key and place in the list.
    lines: BTreeMap<(&'static str, usize), usize>,
}

impl Config {
    /// The same settings, by which pages also tell what rules left out of them. Costs memory.
    pub fn telling(self) -> Self {
        Config { ingest: self.ingest.telling(), ..self }
    }

    /// Lets readers have this encoder, whatever the settings file says.
    ///
    /// # Errors
    /// Settings for another choice.
    pub fn ship(&mut self, encoder: ShippedEncoder) -> Result<(), CliError> {
        self.ships_encoder = encoder != ShippedEncoder::None;
        check_shipped(self.ships_encoder, self.dimensions, self.index.lexicon).map_err(|message| {
            let path = self.path.clone().unwrap_or_else(|| PathBuf::from(CONFIG_NAME));
            CliError::Config { path, message }
        })
    }

    /// Whether pages of a language get vectors of an encoder.
    pub fn embeds(&self, language: &str, encoder: &ModelInfo) -> bool {
        let is_named = |named: &Vec<String>| named.iter().any(|named| is_same_language(named, language));
        self.dense_languages.as_ref().map_or_else(|| encoder.knows(language), is_named)
    }

    /// The selectors and patterns of the settings file that have matched nothing on the pages read, each as a sentence.
    pub fn unmatched(&self) -> Vec<String> {
        let path = self.path.as_deref().unwrap_or(Path::new(CONFIG_NAME)).display();
        let sentence = |Unmatched { key, at, written }: Unmatched| {
            let line = self.lines.get(&(key, at)).map_or(String::new(), |line| format!(", line {line}"));
            format!("{path}{line}: site.{key}: {written:?} matches nothing on any page")
        };
        self.ingest.unmatched().into_iter().map(sentence).collect()
    }
}

/// The file as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawConfig {
    site: SiteTable,
    bm25: Bm25Table,
    // Tables that [`ranking`] reads.
    fusion: IgnoredAny,
    mix: IgnoredAny,
    intent: IgnoredAny,
    rerank: IgnoredAny,
    search: IgnoredAny,
    nothing: IgnoredAny,
    related: IgnoredAny,
    dense: DenseTable,
    text: TextTable,
    dictionary: Texts,
    synonyms: BTreeMap<String, Texts>,
    one_way_synonyms: BTreeMap<String, Texts>,
    rules: Vec<Spanned<RuleTable>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Bm25Table {
    k1: Option<Spanned<Given>>,
    b: FieldTable,
    boost: FieldTable,
    bonus: FieldTable,
    lengths: FieldTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FieldTable {
    title: Option<Spanned<Given>>,
    path: Option<Spanned<Given>>,
    heading: Option<Spanned<Given>>,
    body: Option<Spanned<Given>>,
    code: Option<Spanned<Given>>,
    anchor: Option<Spanned<Given>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DenseTable {
    bits: Option<Spanned<Given>>,
    languages: Option<Texts>,
    window: Option<Spanned<Given>>,
    overlap: Option<Spanned<Given>>,
    lexicon: Option<Spanned<Given>>,
    encoder: Option<Spanned<Given>>,
    dimensions: Option<Spanned<Given>>,
}

/// Whether readers get the encoder that makes the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ShippedEncoder {
    /// Readers get it
    Same,
    /// Readers get none: their queries have vectors by the lexicon alone
    None,
}

/// Reads the settings file `named`, or `docfuse.toml` in the current folder; defaults if neither exists.
///
/// # Errors
/// A missing `named` file, or an invalid setting: the message gives line, key, allowed values and what was found.
pub fn load(named: Option<&Path>) -> Result<Config, CliError> {
    let path = named.map_or_else(|| PathBuf::from(CONFIG_NAME), Path::to_owned);
    let wrong = |message: String| CliError::Config { path: path.clone(), message };
    let read = if named.is_some() { files::read_if_there } else { files::read_found };
    let bytes = match (named, read(&path)?) {
        (_, Some(bytes)) => bytes,
        (None, None) => return parse("").map_err(|error| wrong(error.to_string())),
        (Some(_), None) => {
            return Err(CliError::at(
                &path,
                "a settings file expected, none found; check the name after --config",
            ));
        }
    };
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong("text in UTF-8 expected, other bytes found; save the file as UTF-8".to_owned()))?;
    Ok(Config { path: Some(path.clone()), ..parse(&text).map_err(|error| wrong(error.to_string()))? })
}

/// Validates the text of a settings file.
///
/// # Errors
/// The setting that is wrong.
pub fn parse(text: &str) -> Result<Config, Wrong> {
    checked(Source { text, form: Form::Toml })
}

/// Validates settings that a program gives as an object.
///
/// # Errors
/// As [`parse`], in the words of JSON.
pub fn of_json(settings: &Value) -> Result<Config, String> {
    let table: toml::Table = wording::value(settings)?;
    let text = toml::to_string(&table).map_err(|error| error.to_string())?;
    checked(Source { text: &text, form: Form::Json }).map_err(|wrong| wrong.message)
}

fn checked(source: Source<'_>) -> Result<Config, Wrong> {
    let written: RawConfig = source.read()?;
    let mut index = IndexSettings { dictionary: written.dictionary.plain(), ..IndexSettings::default() };
    index.synonyms = synonyms(&written);
    let bm25 = &mut index.bm25;
    source.number("bm25.k1", &written.bm25.k1, 0.0, 10.0, &mut bm25.k1)?;
    source.fields("bm25.b", &written.bm25.b, 1.0, &mut bm25.b)?;
    source.fields("bm25.boost", &written.bm25.boost, 100.0, &mut bm25.boost)?;
    source.fields("bm25.bonus", &written.bm25.bonus, 100.0, &mut bm25.bonus)?;
    source.fields("bm25.lengths", &written.bm25.lengths, 1e6, &mut bm25.lengths)?;
    index.ranking = ranking(source)?;
    index.needs_all = needs_all(&index.ranking);
    index.rules = rules::checked(&written.rules, source)?;
    if let Some(bits) = &written.dense.bits {
        index.dense.bits = match bits.get_ref() {
            Given::Number(4.0) => Bits::Four,
            Given::Number(8.0) => Bits::Eight,
            found => return Err(source.wrong(bits.span().start, "dense.bits", "4 or 8", found)),
        };
    }
    let dense_languages = written.dense.languages.as_ref().map(|tags| source.tags("dense.languages", tags));
    index.lexicon = source.truth("dense.lexicon", &written.dense.lexicon)?.unwrap_or(true);
    let windows = &mut index.windows;
    let lengths = MIN_WINDOW..=MAX_WINDOW;
    source.whole("dense.window", &written.dense.window, lengths, &mut windows.length)?;
    source.whole("dense.overlap", &written.dense.overlap, 0..=MAX_WINDOW / 4, &mut windows.overlap)?;
    let ships_encoder =
        source.named("dense.encoder", &written.dense.encoder, &[("same", true), ("none", false)])?;
    let ships_encoder = ships_encoder.unwrap_or(true);
    let mut dimensions = 0;
    let allowed = MIN_DIMENSIONS..=MAX_DIMENSIONS;
    source.whole("dense.dimensions", &written.dense.dimensions, allowed, &mut dimensions)?;
    let dimensions = (dimensions > 0).then_some(dimensions);
    check_shipped(ships_encoder, dimensions, index.lexicon)?;
    let words = written.text.checked(source)?;
    let ingest = written.site.checked().map_err(|(error, start)| {
        let site = Step::Name("site");
        let steps = written.site.steps(&error);
        let steps: Vec<Step<'_>> = [site].into_iter().chain(steps).collect();
        let (place, expected, found) = (place(&steps, source.form), error.expected, error.found);
        let line = start.map(|start| source.line(start));
        Wrong { line, message: format!("{place}: {expected} expected, {found} found") }
    })?;
    let starts = written.site.selectors();
    let lines = starts.map(|(key, at, start)| ((key, at), source.line(start))).collect();
    Ok(Config {
        ingest,
        index,
        dense_languages: dense_languages.transpose()?,
        ships_encoder,
        dimensions,
        words,
        text: source.text.to_owned(),
        path: None,
        lines,
    })
}

/// Without an encoder, readers' queries need the lexicon; the encoder gives vectors of all dimensions.
fn check_shipped(ships_encoder: bool, dimensions: Option<usize>, lexicon: bool) -> Result<(), String> {
    match dimensions {
        Some(dimensions) if ships_encoder => Err(format!(
            "dense.encoder: \"none\" expected beside dense.dimensions = {dimensions}, \"same\" found: the encoder gives all \
             dimensions"
        )),
        _ if !ships_encoder && !lexicon => Err(
            "dense.lexicon: true expected beside dense.encoder = \"none\", false found: nothing would give a query its vector"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

/// Synonyms in both directions, and one-way synonyms, by folded word.
fn synonyms(written: &RawConfig) -> Vec<Synonym> {
    let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut stands_for = |word: &str, other: &str| {
        let known = others.entry(fold(word)).or_default();
        if word != other && known.iter().all(|known| known != other) {
            known.push(other.to_owned());
        }
    };
    for (word, list) in &written.synonyms {
        let list = list.plain();
        let all: Vec<&String> = std::iter::once(word).chain(&list).collect();
        for one in &all {
            all.iter().for_each(|other| stands_for(one, other));
        }
    }
    for (word, list) in &written.one_way_synonyms {
        list.plain().iter().for_each(|other| stands_for(word, other));
    }
    others.into_iter().map(|(word, others)| Synonym { word, others }).collect()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod wrong_tests;
