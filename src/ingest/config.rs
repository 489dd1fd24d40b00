//! What the author of a site may decide about reading it: [`IngestConfig`], made once from strings.

use scraper::Selector;

use super::LeftOut;

/// Names of pages that generators write for looking things up, not for reading: Sphinx's indices, mdBook's
/// print and contents pages, DocBook's index, error and search pages. A pattern is compared with the file name,
/// or with the whole site-relative path if it holds a `/` (a leading one only says so: `/search.html` is the one at
/// the root, for a page of that name deeper down is likely to be about searching); `*` stands for any number of
/// characters.
pub const DEFAULT_EXCLUDES: &[&str] = &[
    "404.html",
    "bookindex.html",
    "genindex*.html",
    "print.html",
    "py-modindex.html",
    "/search.html",
    "/toc.html",
];

/// [`DEFAULT_EXCLUDES`] as the owned list that [`IngestConfig::new`] takes.
pub fn default_excludes() -> Vec<String> {
    DEFAULT_EXCLUDES.iter().map(|pattern| (*pattern).to_owned()).collect()
}

/// A CSS selector of the configuration that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: expected a CSS selector such as \"main .content\", found \"{selector}\": {reason}")]
pub struct SelectorError {
    /// The setting: `content` or `ignore`.
    pub key: &'static str,
    /// What was written.
    pub selector: String,
    /// What the CSS parser says.
    pub reason: String,
}

/// The validated settings of reading a site.
#[derive(Clone, Debug)]
pub struct IngestConfig {
    pub(super) content: Vec<Selector>,
    pub(super) ignore: Vec<Selector>,
    excludes: Vec<String>,
}

impl Default for IngestConfig {
    /// Main content found automatically, nothing ignored besides navigation, [`DEFAULT_EXCLUDES`].
    fn default() -> Self {
        IngestConfig { content: Vec::new(), ignore: Vec::new(), excludes: default_excludes() }
    }
}

impl IngestConfig {
    /// `content` are CSS selectors of the main content (none: found automatically), `ignore` of elements whose
    /// text is left out, `excludes` the name patterns of pages that are left out (see [`DEFAULT_EXCLUDES`], which
    /// they replace).
    ///
    /// # Errors
    /// The first selector that is not CSS.
    pub fn new(content: &[String], ignore: &[String], excludes: Vec<String>) -> Result<Self, SelectorError> {
        let parse = |key: &'static str, selectors: &[String]| -> Result<Vec<Selector>, SelectorError> {
            selectors
                .iter()
                .map(|selector| {
                    Selector::parse(selector).map_err(|error| SelectorError {
                        key,
                        selector: selector.clone(),
                        reason: error.to_string(),
                    })
                })
                .collect()
        };
        Ok(IngestConfig { content: parse("content", content)?, ignore: parse("ignore", ignore)?, excludes })
    }

    /// Whether the page's name alone leaves it out, so that its file need not be read.
    pub fn excluded(&self, url: &str) -> Option<LeftOut> {
        let name = url.rsplit('/').next().unwrap_or(url);
        self.excludes
            .iter()
            .find(|pattern| match pattern.strip_prefix('/') {
                Some(rooted) => matches_glob(rooted, url),
                None => matches_glob(pattern, if pattern.contains('/') { url } else { name }),
            })
            .map(|pattern| LeftOut::Excluded { pattern: pattern.clone() })
    }
}

/// Whether `name` is what `pattern` describes, `*` being any run of characters. Greedy from the left, which for
/// stars alone never needs more than one way back: O(pattern · name).
fn matches_glob(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (pattern, name, expected) in [
            ("a.html", "a.html", true),
            ("a.html", "aa.html", false),
            ("genindex*.html", "genindex-all.html", true),
            ("genindex*.html", "genindex.html", true),
            ("genindex*.html", "genindex.htm", false),
            ("*", "", true),
            ("a*b*c", "aXbYbc", true),
            ("a*a", "a", false),
            ("drafts/*", "drafts/x/y.html", true),
        ] {
            assert_eq!(matches_glob(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn names_leave_pages_out() {
        let config = IngestConfig::new(&[], &[], vec!["print.html".into(), "old/*".into()]).unwrap();
        assert_eq!(config.excluded("a/print.html").map(|left_out| left_out.key()), Some("excluded"));
        assert!(config.excluded("old/a.html").is_some());
        assert!(config.excluded("a/old/b.html").is_none());
        let default = IngestConfig::default();
        for (url, expected) in [
            ("library/os.html", false),
            ("search.html", true),
            ("topics/db/search.html", false),
            ("en/latest/genindex-A.html", true),
        ] {
            assert_eq!(default.excluded(url).is_some(), expected, "{url}");
        }
    }

    #[test]
    fn a_bad_selector_is_named() {
        let error = IngestConfig::new(&["main".into(), "div[".into()], &[], Vec::new()).unwrap_err();
        assert_eq!((error.key, error.selector.as_str()), ("content", "div["));
    }
}
