//! The author's settings for reading a site, checked: [`IngestConfig`].

use std::cmp::Reverse;
use std::sync::Arc;

use ego_tree::NodeRef;
use scraper::{Node, Selector};

use super::capture::{Capture, MAX_NAME_BYTES, PathCapture, is_name, matching};
use super::page_pattern::{VALUE, names_page};
use super::selector_use::{SelectorUse, Unmatched};
use super::site_settings::{
    CaptureSetting, Captured, DEFAULT_LANGUAGE, LanguageSetting, SECONDARY_WEIGHT, SettingError,
    SiteSettings, Weighed, WeightSetting, default_excludes,
};
use super::weight::WEIGHTS;
use crate::generators::is_entry_index;
use crate::languages::language_tag::{folders, of_country, primary, tag};
use crate::left_out::LeftOut;
use crate::left_parts::{PartRule, PartRules};
use docfuse::index::SORT_KEY;

/// A checked weight of elements.
#[derive(Clone, Debug)]
pub(crate) struct WeightRule {
    pub(crate) selector: Selector,
    pub(crate) weight: f32,
}

/// The checked settings for reading a site.
#[derive(Clone, Debug)]
pub struct IngestConfig {
    pub(crate) content: Vec<Selector>,
    pub(crate) ignore: Vec<Selector>,
    pub(crate) filters: Vec<Capture>,
    pub(crate) meta: Vec<Capture>,
    pub(crate) path_filters: Vec<PathCapture>,
    pub(crate) path_meta: Vec<PathCapture>,
    pub(crate) weights: Vec<WeightRule>,
    /// Name patterns of pages, and their weights.
    page_weights: Vec<(String, f32)>,
    secondary_weight: f32,
    language: String,
    /// Name patterns of pages, and their languages, the longest pattern first.
    languages: Vec<(String, String)>,
    excludes: Vec<String>,
    /// Rules that leave nothing out.
    pub(crate) kept: PartRules,
    /// Whether pages tell what rules left out of them.
    pub(crate) tells_left_parts: bool,
    /// Shared by clones: what matches on one page counts for all.
    pub(crate) uses: Arc<SelectorUse>,
}

impl Default for IngestConfig {
    /// Main content found automatically, nothing ignored besides navigation, [`default_excludes`].
    fn default() -> Self {
        IngestConfig {
            content: Vec::new(),
            ignore: Vec::new(),
            filters: Vec::new(),
            meta: Vec::new(),
            path_filters: Vec::new(),
            path_meta: Vec::new(),
            weights: Vec::new(),
            page_weights: Vec::new(),
            secondary_weight: SECONDARY_WEIGHT,
            language: DEFAULT_LANGUAGE.to_owned(),
            languages: Vec::new(),
            excludes: default_excludes(),
            kept: PartRules::default(),
            tells_left_parts: false,
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
        let kept = settings.keep.iter().enumerate().map(|(at, word)| checked_rule(at, word));
        let kept = kept.collect::<Result<PartRules, SettingError>>()?;
        let language = checked_language("language", 0, &settings.language)?;
        let languages = settings.languages.iter().enumerate().map(|(at, written)| {
            Ok((written.path.clone(), checked_language("languages", at, &written.language)?))
        });
        let mut languages = languages.collect::<Result<Vec<_>, SettingError>>()?;
        languages.sort_by_key(|(pattern, _)| Reverse(pattern.len()));
        let content = selectors("content", &settings.content)?;
        let ignore = selectors("ignore", &settings.ignore)?;
        let mut uses = SelectorUse::default();
        let defaults = default_excludes();
        let own = |list: &'static str, patterns: &[String], uses: &mut SelectorUse| {
            let own = patterns.iter().enumerate().filter(|(_, pattern)| !defaults.contains(pattern));
            own.for_each(|(at, pattern)| uses.watch(list, at, pattern, None));
        };
        own("exclude", &settings.exclude, &mut uses);
        own("exclude_also", &settings.exclude_also, &mut uses);
        for (key, written, selectors) in
            [("content", &settings.content, &content), ("ignore", &settings.ignore, &ignore)]
        {
            for (at, (written, selector)) in written.iter().zip(selectors).enumerate() {
                uses.watch(key, at, written, Some(selector.clone()));
            }
        }
        let (mut filters, mut path_filters) =
            captures(["filter.name", "filter.selector", "filter.path"], &settings.filters, &mut uses)?;
        let (keys, path_keys) =
            captures(["sort.name", "sort.selector", "sort.path"], &settings.sort_keys, &mut uses)?;
        let key = |name: &str| format!("{SORT_KEY}{name}");
        filters.extend(keys.into_iter().map(|rule| Capture { name: key(&rule.name), ..rule }));
        path_filters.extend(path_keys.into_iter().map(|rule| PathCapture { name: key(&rule.name), ..rule }));
        let (meta, path_meta) =
            captures(["meta.name", "meta.selector", "meta.path"], &settings.meta, &mut uses)?;
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
        for (at, LanguageSetting { path, .. }) in settings.languages.iter().enumerate() {
            uses.watch("languages", at, path, None);
        }
        Ok(IngestConfig {
            content,
            ignore,
            filters,
            meta,
            path_filters,
            path_meta,
            weights,
            uses: Arc::new(uses),
            page_weights,
            secondary_weight: checked_weight("secondary_weight", 0, settings.secondary_weight)?,
            language,
            languages,
            excludes: [settings.exclude.as_slice(), &settings.exclude_also].concat(),
            kept,
            tells_left_parts: false,
        })
    }

    /// The author's selectors and name patterns that have matched nothing on the pages read so far.
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

    /// The same settings, by which pages also tell what rules left out of them: [`Page::left_parts`]. Costs memory.
    ///
    /// [`Page::left_parts`]: docfuse::index::Page::left_parts
    pub fn telling(&self) -> Self {
        IngestConfig { tells_left_parts: true, ..self.clone() }
    }

    /// Primary language subtag, in lower case, of pages that declare none.
    pub fn language(&self) -> &str {
        primary(&self.language)
    }

    /// Language tag, with script and region, of pages that declare none.
    pub(crate) fn language_tag(&self) -> &str {
        &self.language
    }

    /// The language tag that a setting gives to a page.
    pub(crate) fn language_of(&self, url: &str) -> Option<&str> {
        let rule = self.languages.iter().find(|(pattern, _)| names_page(pattern, url));
        rule.map(|(_, language)| language.as_str())
    }

    /// The language of a page that states none, by the settings or the folders around it, if `languages` have it or a
    /// variant of it.
    pub fn language_around(&self, url: &str, languages: &[String]) -> Option<String> {
        let is_there = |language: &String| languages.iter().any(|known| primary(known) == primary(language));
        let of_folder = |name: &str| {
            let own = tag(name).filter(|tag| tag.len() == name.len());
            own.filter(is_there).or_else(|| of_country(name).filter(is_there))
        };
        match self.language_of(url) {
            Some(language) => Some(language.to_owned()).filter(is_there),
            None => folders(url).find_map(of_folder),
        }
    }

    /// Whether a setting reads the filter of this name.
    pub(crate) fn reads_filter(&self, name: &str) -> bool {
        let of_elements = self.filters.iter().map(|rule| &rule.name);
        of_elements.chain(self.path_filters.iter().map(|rule| &rule.name)).any(|known| known == name)
    }

    /// Weight of secondary pages.
    pub(crate) fn secondary_weight(&self) -> f32 {
        self.secondary_weight
    }

    /// Whether a rule reads a filter or metadata from the element.
    pub(crate) fn captures(&self, node: NodeRef<'_, Node>) -> bool {
        matching(&self.filters, node).next().is_some() || matching(&self.meta, node).next().is_some()
    }

    /// Why the file of a page need not be read: its name excludes it, and it is no general index, whose entries are words of
    /// other pages.
    pub fn unread(&self, url: &str) -> Option<LeftOut> {
        self.excluded(url).filter(|_| !is_entry_index(url))
    }

    /// Why a page is excluded by its name, if it is.
    pub fn excluded(&self, url: &str) -> Option<LeftOut> {
        self.uses.look_at_name(url);
        let pattern = self.excludes.iter().find(|pattern| names_page(pattern, url))?;
        Some(LeftOut::Excluded { pattern: pattern.clone() })
    }

    /// The weight that a setting gives to a whole page: that of the last pattern that matches.
    pub(crate) fn page_weight(&self, url: &str) -> Option<f32> {
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

/// The checked rules of a list, for elements and for paths; `keys`: those of name, selector and path. What matches is
/// noted in `uses`.
fn captures(
    [name, selector, path]: [&'static str; 3],
    list: &[CaptureSetting],
    uses: &mut SelectorUse,
) -> Result<(Vec<Capture>, Vec<PathCapture>), SettingError> {
    let (mut of_elements, mut of_paths) = (Vec::new(), Vec::new());
    for (at, written) in list.iter().enumerate() {
        if !is_name(&written.name) {
            let expected = format!("a name of 1 to {MAX_NAME_BYTES} bytes");
            return Err(SettingError { key: name, at, expected, found: format!("{:?}", written.name) });
        }
        let name = written.name.trim().to_owned();
        match &written.from {
            Captured::Elements { selector: css, attribute } => {
                let parsed = parse(selector, at, css)?;
                uses.watch(selector, at, css, Some(parsed.clone()));
                of_elements.push(Capture { name, selector: parsed, attribute: attribute.clone() });
            }
            Captured::Path(pattern) => {
                if pattern.matches(VALUE).count() != 1 {
                    let expected =
                        format!("a pattern such as \"docs/{VALUE}/*\", with one {VALUE} for the value,");
                    return Err(SettingError { key: path, at, expected, found: format!("{pattern:?}") });
                }
                uses.watch(path, at, pattern, None);
                of_paths.push(PathCapture { name, pattern: pattern.clone() });
            }
        }
    }
    Ok((of_elements, of_paths))
}

fn checked_language(key: &'static str, at: usize, written: &str) -> Result<String, SettingError> {
    tag(written).ok_or_else(|| SettingError {
        key,
        at,
        expected: "a language tag such as \"en\" or \"pt-BR\"".to_owned(),
        found: format!("{written:?}"),
    })
}

fn checked_rule(at: usize, word: &str) -> Result<PartRule, SettingError> {
    PartRule::named(word).ok_or_else(|| SettingError {
        key: "keep",
        at,
        expected: format!("one of {}", PartRule::words().collect::<Vec<_>>().join(", ")),
        found: format!("{word:?}"),
    })
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
            let from = Captured::Elements { selector: selector.into(), attribute: None };
            vec![CaptureSetting { name: name.into(), from }]
        };
        let path =
            |pattern: &str| vec![CaptureSetting { name: "v".into(), from: Captured::Path(pattern.into()) }];
        let weight = |weight: f32| WeightSetting { of: Weighed::Elements("p".into()), weight };
        let usual = SiteSettings::default;
        for (settings, key, at, found) in [
            (SiteSettings { content: vec!["main".into(), "div[".into()], ..usual() }, "content", 1, "div["),
            (SiteSettings { filters: capture(" ", "p"), ..usual() }, "filter.name", 0, "\" \""),
            (SiteSettings { meta: capture("m", ">>"), ..usual() }, "meta.selector", 0, ">>"),
            (SiteSettings { filters: path("docs/*"), ..usual() }, "filter.path", 0, "docs/*"),
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
