//! The table `[site]` of `docfuse.toml`: [`SiteTable`].

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::given::{Given, Texts};
use docfuse_site::wording::Step;
use docfuse_site::{
    CaptureSetting, Captured, DEFAULT_LANGUAGE, IngestConfig, LanguageSetting, SettingError, SiteSettings,
    WEIGHTS, Weighed, WeightSetting, default_excludes,
};

/// The table as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SiteTable {
    content: Texts,
    ignore: Texts,
    exclude: Option<Texts>,
    exclude_also: Texts,
    keep: Texts,
    secondary_weight: Option<Spanned<Given>>,
    language: Option<Spanned<String>>,
    /// By name pattern of the pages.
    languages: BTreeMap<String, Spanned<String>>,
    filter: Vec<CaptureTable>,
    sort: Vec<CaptureTable>,
    meta: Vec<CaptureTable>,
    weight: Vec<WeightTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptureTable {
    name: Spanned<String>,
    selector: Option<Spanned<String>>,
    path: Option<Spanned<String>>,
    attribute: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightTable {
    selector: Option<Spanned<String>>,
    path: Option<Spanned<String>>,
    weight: Spanned<Given>,
}

impl SiteTable {
    /// The checked settings, or the first invalid one with its byte offset.
    pub(crate) fn checked(&self) -> Result<IngestConfig, (SettingError, Option<usize>)> {
        let settings = self.settings();
        let checked = settings.and_then(|settings| IngestConfig::new(&settings));
        checked.map_err(|error| {
            let start = self.start(&error);
            (error, start)
        })
    }

    fn settings(&self) -> Result<SiteSettings, SettingError> {
        let captures = |keys, list: &[CaptureTable]| -> Result<Vec<CaptureSetting>, SettingError> {
            list.iter().enumerate().map(|(at, table)| table.setting(keys, at)).collect()
        };
        let weights = self.weight.iter().enumerate().map(|(at, table)| table.setting(at));
        let language = self.language.as_ref().map_or(DEFAULT_LANGUAGE, |language| language.get_ref());
        let defaults = SiteSettings::default();
        Ok(SiteSettings {
            content: self.content.plain(),
            ignore: self.ignore.plain(),
            exclude: self.exclude.as_ref().map_or_else(default_excludes, Texts::plain),
            exclude_also: self.exclude_also.plain(),
            filters: captures("filter", &self.filter)?,
            sort_keys: captures("sort", &self.sort)?,
            meta: captures("meta", &self.meta)?,
            weights: weights.collect::<Result<_, _>>()?,
            secondary_weight: self
                .secondary_weight
                .as_ref()
                .map_or(Ok(defaults.secondary_weight), |weight| number("secondary_weight", 0, weight))?,
            keep: self.keep.plain(),
            language: language.to_owned(),
            languages: self
                .languages
                .iter()
                .map(|(path, language)| LanguageSetting {
                    path: path.clone(),
                    language: language.get_ref().clone(),
                })
                .collect(),
        })
    }

    /// Key, place in the list and byte offset of each selector and name pattern.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = (&'static str, usize, usize)> {
        let plain = |key, list: Option<&Texts>| {
            let list = list.into_iter().flat_map(|list| &list.0).enumerate();
            list.map(move |(at, text)| (key, at, text.span().start)).collect::<Vec<_>>()
        };
        let captures = |[of_elements, of_path]: [&'static str; 2], list: &[CaptureTable]| {
            let places = list.iter().enumerate().filter_map(|(at, table)| {
                let selector = table.selector.as_ref().map(|selector| (of_elements, selector));
                let (key, text) = selector.or(table.path.as_ref().map(|path| (of_path, path)))?;
                Some((key, at, text.span().start))
            });
            places.collect::<Vec<_>>()
        };
        let weights =
            self.weight.iter().enumerate().filter_map(|(at, table)| match (&table.selector, &table.path) {
                (Some(selector), _) => Some(("weight.selector", at, selector.span().start)),
                (None, Some(path)) => Some(("weight.path", at, path.span().start)),
                (None, None) => None,
            });
        let languages = self.languages.values().enumerate();
        let languages = languages.map(|(at, language)| ("languages", at, language.span().start));
        let all = [
            plain("content", Some(&self.content)),
            plain("ignore", Some(&self.ignore)),
            plain("exclude", self.exclude.as_ref()),
            plain("exclude_also", Some(&self.exclude_also)),
            captures(["filter.selector", "filter.path"], &self.filter),
            captures(["sort.selector", "sort.path"], &self.sort),
            captures(["meta.selector", "meta.path"], &self.meta),
            weights.collect(),
            languages.collect(),
        ];
        all.into_iter().flatten()
    }

    /// The way from the table to the setting that an error names.
    pub(crate) fn steps(&self, error: &SettingError) -> Vec<Step<'_>> {
        let at = error.at;
        let steps = match error.key.split_once('.') {
            Some((list, name)) => [Some(Step::Name(list)), Some(Step::Table(at)), Some(Step::Name(name))],
            None => match error.key {
                list @ ("filter" | "sort" | "meta" | "weight") => {
                    [Some(Step::Name(list)), Some(Step::Table(at)), None]
                }
                list @ ("content" | "ignore" | "keep") => {
                    [Some(Step::Name(list)), Some(Step::Item(at)), None]
                }
                "languages" => {
                    let pattern = self.languages.keys().nth(at).map(|pattern| Step::Name(pattern));
                    [Some(Step::Name("languages")), pattern, None]
                }
                name => [Some(Step::Name(name)), None, None],
            },
        };
        steps.into_iter().flatten().collect()
    }

    /// Byte offset of the setting that an error names.
    fn start(&self, error: &SettingError) -> Option<usize> {
        let text = |text: &Spanned<String>| text.span().start;
        let at = error.at;
        match error.key {
            "content" => self.content.0.get(at).map(text),
            "ignore" => self.ignore.0.get(at).map(text),
            "keep" => self.keep.0.get(at).map(text),
            "filter" | "filter.name" => self.filter.get(at).map(|table| text(&table.name)),
            "filter.selector" => self.filter.get(at).and_then(|table| table.selector.as_ref()).map(text),
            "filter.path" => self.filter.get(at).and_then(|table| table.path.as_ref()).map(text),
            "sort" | "sort.name" => self.sort.get(at).map(|table| text(&table.name)),
            "sort.selector" => self.sort.get(at).and_then(|table| table.selector.as_ref()).map(text),
            "sort.path" => self.sort.get(at).and_then(|table| table.path.as_ref()).map(text),
            "meta" | "meta.name" => self.meta.get(at).map(|table| text(&table.name)),
            "meta.selector" => self.meta.get(at).and_then(|table| table.selector.as_ref()).map(text),
            "meta.path" => self.meta.get(at).and_then(|table| table.path.as_ref()).map(text),
            "weight.selector" => self.weight.get(at).and_then(|table| table.selector.as_ref()).map(text),
            "weight" | "weight.weight" => self.weight.get(at).map(|table| table.weight.span().start),
            "secondary_weight" => self.secondary_weight.as_ref().map(|weight| weight.span().start),
            "language" => self.language.as_ref().map(text),
            "languages" => self.languages.values().nth(at).map(text),
            _ => None,
        }
    }
}

/// A weight; what is allowed is checked with the other settings.
fn number(key: &'static str, at: usize, weight: &Spanned<Given>) -> Result<f32, SettingError> {
    let weight = weight.get_ref();
    let (least, most) = (WEIGHTS.start(), WEIGHTS.end());
    let expected = || format!("a number from {least} to {most}");
    let wrong = || SettingError { key, at, expected: expected(), found: weight.to_string() };
    weight.number().map(|number| number as f32).ok_or_else(wrong)
}

impl CaptureTable {
    /// The setting; `key` is that of its list, `at` its position.
    fn setting(&self, key: &'static str, at: usize) -> Result<CaptureSetting, SettingError> {
        let wrong = |expected: &str, found: &str| SettingError {
            key,
            at,
            expected: expected.to_owned(),
            found: found.to_owned(),
        };
        let from = match (&self.selector, &self.path) {
            (Some(selector), None) => {
                Captured::Elements { selector: selector.get_ref().clone(), attribute: self.attribute.clone() }
            }
            (None, Some(path)) if self.attribute.is_none() => Captured::Path(path.get_ref().clone()),
            (None, Some(_)) => {
                return Err(wrong("`attribute` beside `selector`", "`attribute` beside `path`"));
            }
            (None, None) => return Err(wrong("`selector` or `path`", "neither")),
            (Some(_), Some(_)) => return Err(wrong("`selector` or `path`", "both")),
        };
        Ok(CaptureSetting { name: self.name.get_ref().clone(), from })
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
        Ok(WeightSetting { of, weight: number("weight.weight", at, &self.weight)? })
    }
}

#[cfg(test)]
mod tests {
    use crate::config::parse;

    #[test]
    fn errors_name_line_key_and_what_is_allowed() {
        for (text, expected) in [
            (
                "[[site.meta]]\nname = \"a\"\npath = \"docs/*\"",
                &["line 3: [[site.meta]] 1, path: a pattern such as \"docs/{}/*\"", "\"docs/*\" found"][..],
            ),
            (
                "[[site.filter]]\nname = \"a\"\npath = \"{}/*\"\nattribute = \"b\"",
                &[
                    "line 2: [[site.filter]] 1: `attribute` beside `selector` expected, `attribute` beside `path` found",
                ],
            ),
            (
                "[site.languages]\n\"fr/*\" = \"French\"",
                &["line 2: site.languages.\"fr/*\": a language tag", "\"French\" found"],
            ),
            (
                "[site]\nkeep = [\"line\", \"nav\"]",
                &["line 2: site.keep, item 2: one of element, role", "\"nav\" found"],
            ),
        ] {
            let message = parse(text).err().unwrap().to_string();
            for part in expected {
                assert!(message.contains(part), "{text:?}: {message:?} lacks {part:?}");
            }
        }
    }

    #[test]
    fn pages_have_languages_by_their_paths() {
        let config = parse("[site.languages]\n\"a/*\" = \"fr\"\n\"a/b/*\" = \"pt-BR\"").unwrap();
        let languages = ["fr".to_owned(), "pt-br".to_owned()];
        let of = |path: &str| config.ingest.language_around(path, &languages);
        let found = ["a/x.html", "a/b/x.html", "c/x.html", "pt/x.html", "de/x.html"]
            .map(|path| of(path).unwrap_or_default());
        assert_eq!(found, ["fr", "pt-br", "", "pt", ""]);
    }
}
