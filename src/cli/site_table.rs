//! The table `[site]` of `docfuse.toml`: [`SiteTable`].

use serde::Deserialize;
use toml::Spanned;

use crate::ingest::{
    CaptureSetting, DEFAULT_LANGUAGE, IngestConfig, SettingError, SiteSettings, Weighed, WeightSetting,
    default_excludes,
};

/// The table as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SiteTable {
    content: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
    exclude: Option<Vec<String>>,
    exclude_also: Vec<String>,
    secondary_weight: Option<Spanned<f32>>,
    language: Option<Spanned<String>>,
    filter: Vec<CaptureTable>,
    meta: Vec<CaptureTable>,
    weight: Vec<WeightTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptureTable {
    name: Spanned<String>,
    selector: Spanned<String>,
    attribute: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightTable {
    selector: Option<Spanned<String>>,
    path: Option<Spanned<String>>,
    weight: Spanned<f32>,
}

impl SiteTable {
    /// The checked settings, or the first invalid one with its byte offset.
    pub(super) fn checked(&self) -> Result<IngestConfig, (SettingError, Option<usize>)> {
        let settings = self.settings();
        let checked = settings.and_then(|settings| IngestConfig::new(&settings));
        checked.map_err(|error| {
            let start = self.start(&error);
            (error, start)
        })
    }

    fn settings(&self) -> Result<SiteSettings, SettingError> {
        let plain = |list: &[Spanned<String>]| list.iter().map(|item| item.get_ref().clone()).collect();
        let captures = |list: &[CaptureTable]| list.iter().map(CaptureTable::setting).collect();
        let weights = self.weight.iter().enumerate().map(|(at, table)| table.setting(at));
        let language = self.language.as_ref().map_or(DEFAULT_LANGUAGE, |language| language.get_ref());
        let defaults = SiteSettings::default();
        let mut exclude = self.exclude.clone().unwrap_or_else(default_excludes);
        exclude.extend_from_slice(&self.exclude_also);
        Ok(SiteSettings {
            content: plain(&self.content),
            ignore: plain(&self.ignore),
            exclude,
            filters: captures(&self.filter),
            meta: captures(&self.meta),
            weights: weights.collect::<Result<_, _>>()?,
            secondary_weight: self
                .secondary_weight
                .as_ref()
                .map_or(defaults.secondary_weight, |weight| *weight.get_ref()),
            language: language.to_owned(),
        })
    }

    /// Key, place in the list and byte offset of each selector, and of each name pattern of a weight.
    pub(super) fn selectors(&self) -> impl Iterator<Item = (&'static str, usize, usize)> {
        let plain = |key, list: &[Spanned<String>]| {
            list.iter().enumerate().map(move |(at, text)| (key, at, text.span().start)).collect::<Vec<_>>()
        };
        let captures = |key, list: &[CaptureTable]| {
            list.iter()
                .enumerate()
                .map(move |(at, table)| (key, at, table.selector.span().start))
                .collect::<Vec<_>>()
        };
        let weights =
            self.weight.iter().enumerate().filter_map(|(at, table)| match (&table.selector, &table.path) {
                (Some(selector), _) => Some(("weight.selector", at, selector.span().start)),
                (None, Some(path)) => Some(("weight.path", at, path.span().start)),
                (None, None) => None,
            });
        let all = [
            plain("content", &self.content),
            plain("ignore", &self.ignore),
            captures("filter.selector", &self.filter),
            captures("meta.selector", &self.meta),
            weights.collect(),
        ];
        all.into_iter().flatten()
    }

    /// Byte offset of the setting that an error names.
    fn start(&self, error: &SettingError) -> Option<usize> {
        let text = |text: &Spanned<String>| text.span().start;
        let at = error.at;
        match error.key {
            "content" => self.content.get(at).map(text),
            "ignore" => self.ignore.get(at).map(text),
            "filter.name" => self.filter.get(at).map(|table| text(&table.name)),
            "filter.selector" => self.filter.get(at).map(|table| text(&table.selector)),
            "meta.name" => self.meta.get(at).map(|table| text(&table.name)),
            "meta.selector" => self.meta.get(at).map(|table| text(&table.selector)),
            "weight.selector" => self.weight.get(at).and_then(|table| table.selector.as_ref()).map(text),
            "weight" | "weight.weight" => self.weight.get(at).map(|table| table.weight.span().start),
            "secondary_weight" => self.secondary_weight.as_ref().map(|weight| weight.span().start),
            "language" => self.language.as_ref().map(text),
            _ => None,
        }
    }
}

impl CaptureTable {
    fn setting(&self) -> CaptureSetting {
        CaptureSetting {
            name: self.name.get_ref().clone(),
            selector: self.selector.get_ref().clone(),
            attribute: self.attribute.clone(),
        }
    }
}

impl WeightTable {
    /// The setting; `at` is its position in the list.
    fn setting(&self, at: usize) -> Result<WeightSetting, SettingError> {
        let wrong = |found: &str| SettingError {
            key: "weight",
            at,
            expected: "`selector` or `path`".to_owned(),
            found: found.to_owned(),
        };
        let of = match (&self.selector, &self.path) {
            (Some(selector), None) => Weighed::Elements(selector.get_ref().clone()),
            (None, Some(path)) => Weighed::Pages(path.get_ref().clone()),
            (None, None) => return Err(wrong("neither")),
            (Some(_), Some(_)) => return Err(wrong("both")),
        };
        Ok(WeightSetting { of, weight: *self.weight.get_ref() })
    }
}
