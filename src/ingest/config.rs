//! The author's settings for reading a site: [`SiteSettings`] as written, [`IngestConfig`] once checked.

use std::sync::Arc;

use ego_tree::NodeRef;
use scraper::{Node, Selector};

use super::capture::{Capture, MAX_NAME_BYTES, is_name, matching};
use super::generators;
use super::language_tag::{primary, tag};
use super::left_out::LeftOut;
use super::page_pattern::names_page;
use super::selector_use::{SelectorUse, Unmatched};
use super::weight::WEIGHTS;

/// Default weight of secondary pages.
const SECONDARY_WEIGHT: f32 = 0.5;

/// Name patterns of generated pages that are not for reading: indices, print pages, lists of members, source listings,
/// error and search pages. A pattern is compared with the file name; with a `/`, with the path from the site's root. A
/// leading `/` is not part of the path: `/search.html` is the page at the root. `*` matches any number of characters.
pub fn default_excludes() -> Vec<String> {
    generators::excludes().into_iter().map(str::to_owned).collect()
}

/// Default language of pages that declare none.
pub const DEFAULT_LANGUAGE: &str = "en";

/// A filter or metadata key read from elements of all pages: `[[site.filter]]`, `[[site.meta]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureSetting {
    /// Name of the filter, or metadata key.
    pub name: String,
    /// CSS selector of the elements.
    pub selector: String,
    /// The attribute with the value; without it, the text of the element.
    pub attribute: Option<String>,
}

/// What a weight is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weighed {
    /// Elements, by a CSS selector.
    Elements(String),
    /// Whole pages, by a name pattern as in [`default_excludes`].
    Pages(String),
}

/// Weight of the text of some elements or pages: `[[site.weight]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSetting {
    /// The elements or pages.
    pub of: Weighed,
    /// Within [`WEIGHTS`]; default 1.
    pub weight: f32,
}

/// The settings of a site as written.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteSettings {
    /// CSS selectors of the main content; if empty, it is found automatically.
    pub content: Vec<String>,
    /// CSS selectors of elements whose text is left out.
    pub ignore: Vec<String>,
    /// Name patterns of pages that are left out, as in [`default_excludes`].
    pub exclude: Vec<String>,
    /// Filters.
    pub filters: Vec<CaptureSetting>,
    /// Metadata; a page's own values take precedence.
    pub meta: Vec<CaptureSetting>,
    /// Weights. The last match wins, a selector's before a page's; attributes take precedence over all.
    pub weights: Vec<WeightSetting>,
    /// Weight of release notes, changelogs and generated lists, and of symbols without description, where
    /// [`SiteSettings::weights`] give none. Within [`WEIGHTS`]; 1: like all other text.
    pub secondary_weight: f32,
    /// Language tag of pages that declare none.
    pub language: String,
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            content: Vec::new(),
            ignore: Vec::new(),
            exclude: default_excludes(),
            filters: Vec::new(),
            meta: Vec::new(),
            weights: Vec::new(),
            secondary_weight: SECONDARY_WEIGHT,
            language: DEFAULT_LANGUAGE.to_owned(),
        }
    }
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {expected} expected, {found} found")]
pub struct SettingError {
    /// The setting below `site`: `content`, `ignore`, `filter.name`, `weight.selector`, `language` and so on.
    pub key: &'static str,
    /// Its position in the list, from 0.
    pub at: usize,
    /// What is allowed.
    pub expected: String,
    /// What was found, and what is wrong with it.
    pub found: String,
}

/// A checked weight of elements.
#[derive(Clone, Debug)]
pub(super) struct WeightRule {
    pub(super) selector: Selector,
    pub(super) weight: f32,
}

/// The checked settings for reading a site.
#[derive(Clone, Debug)]
pub struct IngestConfig {
    pub(super) content: Vec<Selector>,
    pub(super) ignore: Vec<Selector>,
    pub(super) filters: Vec<Capture>,
    pub(super) meta: Vec<Capture>,
    pub(super) weights: Vec<WeightRule>,
    /// Name patterns of pages, and their weights.
    page_weights: Vec<(String, f32)>,
    secondary_weight: f32,
    language: String,
    excludes: Vec<String>,
    /// Shared by clones: what matches on one page counts for all.
    pub(super) uses: Arc<SelectorUse>,
}

impl Default for IngestConfig {
    /// Main content found automatically, nothing ignored besides navigation, [`default_excludes`].
    fn default() -> Self {
        IngestConfig {
            content: Vec::new(),
            ignore: Vec::new(),
            filters: Vec::new(),
            meta: Vec::new(),
            weights: Vec::new(),
            page_weights: Vec::new(),
            secondary_weight: SECONDARY_WEIGHT,
            language: DEFAULT_LANGUAGE.to_owned(),
            excludes: default_excludes(),
            uses: Arc::default(),
        }
    }
}

impl IngestConfig {
    /// Checks the settings of a site.
    ///
    /// # Errors
    /// The first invalid setting: a selector that is not CSS, a name that is empty or too long, a weight out of range,
    /// or an invalid language tag.
    pub fn new(settings: &SiteSettings) -> Result<Self, SettingError> {
        let selectors = |key: &'static str, list: &[String]| -> Result<Vec<Selector>, SettingError> {
            list.iter().enumerate().map(|(at, selector)| parse(key, at, selector)).collect()
        };
        let captures = |keys, list: &[CaptureSetting]| -> Result<Vec<Capture>, SettingError> {
            list.iter().enumerate().map(|(at, written)| capture(keys, at, written)).collect()
        };
        let (mut weights, mut page_weights) = (Vec::new(), Vec::new());
        for (at, written) in settings.weights.iter().enumerate() {
            let weight = checked_weight("weight.weight", at, written.weight)?;
            match &written.of {
                Weighed::Elements(selector) => {
                    weights.push(WeightRule { selector: parse("weight.selector", at, selector)?, weight });
                }
                Weighed::Pages(pattern) => page_weights.push((pattern.clone(), weight)),
            }
        }
        let language = tag(&settings.language).ok_or_else(|| SettingError {
            key: "language",
            at: 0,
            expected: "a language tag such as \"en\" or \"pt-BR\"".to_owned(),
            found: format!("{:?}", settings.language),
        })?;
        let content = selectors("content", &settings.content)?;
        let ignore = selectors("ignore", &settings.ignore)?;
        let filters = captures(["filter.name", "filter.selector"], &settings.filters)?;
        let meta = captures(["meta.name", "meta.selector"], &settings.meta)?;
        let mut uses = SelectorUse::default();
        for (key, written, selectors) in
            [("content", &settings.content, &content), ("ignore", &settings.ignore, &ignore)]
        {
            for (at, (written, selector)) in written.iter().zip(selectors).enumerate() {
                uses.watch(key, at, written, Some(selector.clone()));
            }
        }
        for (key, written, captures) in
            [("filter.selector", &settings.filters, &filters), ("meta.selector", &settings.meta, &meta)]
        {
            for (at, (written, capture)) in written.iter().zip(captures).enumerate() {
                uses.watch(key, at, &written.selector, Some(capture.selector.clone()));
            }
        }
        let mut of_elements = weights.iter();
        for (at, WeightSetting { of, .. }) in settings.weights.iter().enumerate() {
            match of {
                Weighed::Elements(written) => {
                    let selector = of_elements.next().map(|rule: &WeightRule| rule.selector.clone());
                    uses.watch("weight.selector", at, written, selector);
                }
                Weighed::Pages(pattern) => uses.watch("weight.path", at, pattern, None),
            }
        }
        Ok(IngestConfig {
            content,
            ignore,
            filters,
            meta,
            weights,
            uses: Arc::new(uses),
            page_weights,
            secondary_weight: checked_weight("secondary_weight", 0, settings.secondary_weight)?,
            language,
            excludes: settings.exclude.clone(),
        })
    }

    /// The author's selectors and patterns of weights that have matched nothing on the pages read so far.
    pub fn unmatched(&self) -> Vec<Unmatched> {
        self.uses.unmatched()
    }

    /// For each of the author's selectors and patterns, whether it has matched on the pages read so far.
    pub fn matched(&self) -> Vec<bool> {
        self.uses.matched()
    }

    /// Notes what matched on pages that were read elsewhere with the same settings.
    pub fn add_matched(&self, matched: &[bool]) {
        self.uses.add(matched);
    }

    /// Primary language subtag, in lower case, of pages that declare none.
    pub fn language(&self) -> &str {
        primary(&self.language)
    }

    /// The same with script and region.
    pub(super) fn language_tag(&self) -> &str {
        &self.language
    }

    /// Weight of secondary pages.
    pub(super) fn secondary_weight(&self) -> f32 {
        self.secondary_weight
    }

    /// Whether a rule reads a filter or metadata from the element.
    pub(super) fn captures(&self, node: NodeRef<'_, Node>) -> bool {
        matching(&self.filters, node).next().is_some() || matching(&self.meta, node).next().is_some()
    }

    /// Why a page is excluded by its name, if it is; its file need not be read then.
    pub fn excluded(&self, url: &str) -> Option<LeftOut> {
        let pattern = self.excludes.iter().find(|pattern| names_page(pattern, url))?;
        Some(LeftOut::Excluded { pattern: pattern.clone() })
    }

    /// The weight that a setting gives to a whole page: that of the last pattern that matches.
    pub(super) fn page_weight(&self, url: &str) -> Option<f32> {
        let rule = self.page_weights.iter().rev().find(|(pattern, _)| names_page(pattern, url));
        rule.map(|(_, weight)| *weight)
    }
}

fn parse(key: &'static str, at: usize, selector: &str) -> Result<Selector, SettingError> {
    Selector::parse(selector).map_err(|error| SettingError {
        key,
        at,
        expected: "a CSS selector such as \"main .content\"".to_owned(),
        found: format!("{selector:?} ({error})"),
    })
}

fn capture(
    [name, selector]: [&'static str; 2],
    at: usize,
    written: &CaptureSetting,
) -> Result<Capture, SettingError> {
    if !is_name(&written.name) {
        let expected = format!("a name of 1 to {MAX_NAME_BYTES} bytes");
        return Err(SettingError { key: name, at, expected, found: format!("{:?}", written.name) });
    }
    let (name, attribute) = (written.name.trim().to_owned(), written.attribute.clone());
    Ok(Capture { name, selector: parse(selector, at, &written.selector)?, attribute })
}

fn checked_weight(key: &'static str, at: usize, weight: f32) -> Result<f32, SettingError> {
    if !WEIGHTS.contains(&weight) {
        let expected = format!("a number from {} to {}", WEIGHTS.start(), WEIGHTS.end());
        return Err(SettingError { key, at, expected, found: weight.to_string() });
    }
    Ok(weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_leave_pages_out() {
        let exclude = vec!["print.html".into(), "old/*".into()];
        let config = IngestConfig::new(&SiteSettings { exclude, ..SiteSettings::default() }).unwrap();
        assert_eq!(config.excluded("a/print.html").map(|left_out| left_out.key()), Some("excluded"));
        assert!(config.excluded("old/a.html").is_some());
        assert!(config.excluded("a/old/b.html").is_none());
        let default = IngestConfig::default();
        for (url, expected) in [
            ("library/os.html", false),
            ("search.html", true),
            ("topics/db/search.html", false),
            ("en/latest/genindex-A.html", true),
            ("api/java/util/class-use/HashMap.html", true),
            ("api/java/util/HashMap.html", false),
            ("html/DenseBase_8h_source.html", true),
            ("open_source.html", false),
            ("html/classEigen_1_1Matrix-members.html", true),
            ("html/struct_car-members.html", true),
            ("catalog-pg-auth-members.html", false),
            ("class-members.html", false),
            ("_modules/django/db.html", true),
            ("en/latest/_modules/index.html", true),
            ("drivers/kernel_modules/loading.html", false),
            ("_static/webpack-macros.html", true),
            ("src/serde/de/mod.rs.html", true),
            ("doc/src/syn/lib.rs.html", true),
            ("hosting/docs.rs.html", false),
            ("src_lib.js.html", true),
            ("aeson/doc-index-All.html", true),
            ("doc-indexing.html", false),
            ("en/genindex/index.html", true),
            ("py-modindex/index.html", true),
            ("api/index-files/index-12.html", true),
            ("storage/index-files/overview.html", false),
            ("docs/allclasses-noframe.html", true),
            ("docs/com/example/package-frame.html", true),
            ("glib/api-index-full.html", true),
            ("theindex.html", true),
        ] {
            assert_eq!(default.excluded(url).is_some(), expected, "{url}");
        }
    }

    #[test]
    fn bad_settings_are_named() {
        let capture = |name: &str, selector: &str| {
            vec![CaptureSetting { name: name.into(), selector: selector.into(), attribute: None }]
        };
        let weight = |weight: f32| WeightSetting { of: Weighed::Elements("p".into()), weight };
        let usual = SiteSettings::default;
        for (settings, key, at, found) in [
            (SiteSettings { content: vec!["main".into(), "div[".into()], ..usual() }, "content", 1, "div["),
            (SiteSettings { filters: capture(" ", "p"), ..usual() }, "filter.name", 0, "\" \""),
            (SiteSettings { meta: capture("m", ">>"), ..usual() }, "meta.selector", 0, ">>"),
            (
                SiteSettings { weights: vec![weight(10.0), weight(10.5)], ..usual() },
                "weight.weight",
                1,
                "10.5",
            ),
            (SiteSettings { weights: vec![weight(f32::NAN)], ..usual() }, "weight.weight", 0, "NaN"),
            (SiteSettings { language: "English".into(), ..usual() }, "language", 0, "English"),
        ] {
            let error = IngestConfig::new(&settings).unwrap_err();
            assert_eq!((error.key, error.at), (key, at));
            assert!(error.found.contains(found), "{error}");
        }
        let settings = SiteSettings { language: "pt-BR".into(), ..usual() };
        assert_eq!(IngestConfig::new(&settings).unwrap().language(), "pt");
    }
}
