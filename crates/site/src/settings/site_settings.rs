//! The author's settings for reading a site, as written: [`SiteSettings`]. [`IngestConfig`](crate::IngestConfig) has them once
//! checked.

use crate::generators;

/// Default weight of secondary pages.
pub(super) const SECONDARY_WEIGHT: f32 = 0.5;

/// Name patterns of generated pages that are not for reading: indices, print pages, lists of members, source listings,
/// error and search pages. A pattern is compared with the file name; with a `/`, with the path from the site's root. A
/// leading `/` is not part of the path: `/search.html` is the page at the root. `*` matches any number of characters.
pub fn default_excludes() -> Vec<String> {
    generators::excludes().into_iter().map(str::to_owned).collect()
}

/// Default language of pages that declare none.
pub const DEFAULT_LANGUAGE: &str = "en";

/// A filter or metadata key read from all pages: `[[site.filter]]`, `[[site.meta]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureSetting {
    /// Name of the filter, or metadata key.
    pub name: String,
    /// Where the values are.
    pub from: Captured,
}

/// Where values of a filter or metadata key are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Captured {
    /// In elements.
    Elements {
        /// CSS selector.
        selector: String,
        /// The attribute with the value; without it, the text of the element.
        attribute: Option<String>,
    },
    /// In the paths of pages, by a name pattern with `{}` where the value is.
    Path(String),
}

/// The language of some pages: an entry of `[site.languages]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageSetting {
    /// Name pattern of the pages, as in [`default_excludes`].
    pub path: String,
    /// Language tag.
    pub language: String,
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
    /// Within [`WEIGHTS`](crate::WEIGHTS); default 1.
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
    /// Further ones.
    pub exclude_also: Vec<String>,
    /// Filters.
    pub filters: Vec<CaptureSetting>,
    /// Keys to sort pages by.
    pub sort_keys: Vec<CaptureSetting>,
    /// Metadata; a page's own values take precedence.
    pub meta: Vec<CaptureSetting>,
    /// Weights. The last match wins, a selector's before a page's; attributes take precedence over all.
    pub weights: Vec<WeightSetting>,
    /// Weight of release notes, changelogs and generated lists, and of symbols without description, where
    /// [`SiteSettings::weights`] give none. Within [`WEIGHTS`](crate::WEIGHTS); 1: like all other text.
    pub secondary_weight: f32,
    /// Language tag of pages that declare none.
    pub language: String,
    /// Languages of pages, whatever they declare; the longest pattern that matches a page decides.
    pub languages: Vec<LanguageSetting>,
    /// Words of rules whose parts of pages are kept: [`PartRule::words`](crate::PartRule::words).
    pub keep: Vec<String>,
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            content: Vec::new(),
            ignore: Vec::new(),
            exclude: default_excludes(),
            exclude_also: Vec::new(),
            filters: Vec::new(),
            sort_keys: Vec::new(),
            meta: Vec::new(),
            weights: Vec::new(),
            secondary_weight: SECONDARY_WEIGHT,
            language: DEFAULT_LANGUAGE.to_owned(),
            languages: Vec::new(),
            keep: Vec::new(),
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
