//! Which of the author's selectors and name patterns match anything: [`SelectorUse`]. A misspelt one matches nothing, and
//! nothing else would tell.

use std::sync::atomic::{AtomicBool, Ordering};

use scraper::{Html, Selector};

use super::page_pattern::{names_page, value_in};

/// A setting that matched nothing on the pages read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The setting below `site`: `content`, `filter.selector`, `weight.path` and so on.
    pub key: &'static str,
    /// Its position in the list, from 0.
    pub at: usize,
    /// As written.
    pub written: String,
}

/// What a setting matches.
#[derive(Debug)]
enum Matcher {
    Elements(Selector),
    Pages,
}

#[derive(Debug)]
struct Watched {
    setting: Unmatched,
    matcher: Matcher,
    matched: AtomicBool,
}

/// The selectors and patterns of a site's settings. Pages are read in parallel, so each has a flag of its own.
#[derive(Debug, Default)]
pub(crate) struct SelectorUse(Vec<Watched>);

impl SelectorUse {
    /// Watches a selector, or without one, a name pattern.
    pub(crate) fn watch(&mut self, key: &'static str, at: usize, written: &str, selector: Option<Selector>) {
        self.0.push(Watched {
            setting: Unmatched { key, at, written: written.to_owned() },
            matcher: selector.map_or(Matcher::Pages, Matcher::Elements),
            matched: AtomicBool::new(false),
        });
    }

    /// Notes which name patterns match a page, which may be one that is left out.
    pub(crate) fn look_at_name(&self, url: &str) {
        self.note(|watched| {
            let written = &watched.setting.written;
            matches!(watched.matcher, Matcher::Pages)
                && (names_page(written, url) || value_in(written, url).is_some())
        });
    }

    /// Notes which selectors match on a page. For each that has matched nothing yet, one pass over the page.
    pub(crate) fn look(&self, html: &Html) {
        self.note(|watched| {
            matches!(&watched.matcher, Matcher::Elements(selector) if html.select(selector).next().is_some())
        });
    }

    fn note(&self, matches: impl Fn(&Watched) -> bool) {
        let silent = self.0.iter().filter(|watched| !watched.matched.load(Ordering::Relaxed));
        silent
            .filter(|watched| matches(watched))
            .for_each(|watched| watched.matched.store(true, Ordering::Relaxed));
    }

    /// Whether each setting has matched.
    pub(crate) fn matched(&self) -> Vec<bool> {
        self.0.iter().map(|watched| watched.matched.load(Ordering::Relaxed)).collect()
    }

    /// Notes which of the same settings have matched elsewhere.
    pub(crate) fn add(&self, matched: &[bool]) {
        for (watched, _) in self.0.iter().zip(matched).filter(|(_, matched)| **matched) {
            watched.matched.store(true, Ordering::Relaxed);
        }
    }

    /// The settings that have matched nothing, in their order.
    pub(crate) fn unmatched(&self) -> Vec<Unmatched> {
        let unmatched = self.0.iter().filter(|watched| !watched.matched.load(Ordering::Relaxed));
        unmatched.map(|watched| watched.setting.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::read_page;
    use crate::{CaptureSetting, Captured, IngestConfig, SiteSettings, Weighed, WeightSetting};

    #[test]
    fn settings_that_match_nothing_are_named() {
        let capture = |selector: &str| CaptureSetting {
            name: "x".into(),
            from: Captured::Elements { selector: selector.into(), attribute: None },
        };
        let weight = |of: Weighed| WeightSetting { of, weight: 0.5 };
        let settings = SiteSettings {
            content: vec!["main".into(), ".contnet".into()],
            // In navigation, which is left out anyway: it matches all the same.
            ignore: vec!["nav .advert".into(), ".missing".into()],
            filters: vec![capture("html[data-version]")],
            meta: vec![capture(".author")],
            weights: vec![weight(Weighed::Elements("p".into())), weight(Weighed::Pages("old/*".into()))],
            exclude_also: vec!["draft-*".into(), "secret/*".into()],
            ..SiteSettings::default()
        };
        let config = IngestConfig::new(&settings).unwrap();
        assert_eq!(config.unmatched().len(), 10, "before any page");
        let page = "<html data-version=1><nav><div class=advert>Buy</div></nav><main><p>Text</main>";
        read_page("a.html", page.as_bytes(), &config).unwrap();
        let names = |config: &IngestConfig| {
            let unmatched = config.unmatched().into_iter();
            unmatched.map(|it| format!("{} {} {}", it.key, it.at, it.written)).collect::<Vec<_>>()
        };
        let expected = [
            "exclude_also 0 draft-*",
            "exclude_also 1 secret/*",
            "content 1 .contnet",
            "ignore 1 .missing",
            "meta.selector 0 .author",
            "weight.path 1 old/*",
        ];
        assert_eq!(names(&config), expected);
        // A page that is left out for another reason has a name, too.
        for url in ["secret/draft-a.html", "secret/b.html"] {
            assert!(config.excluded(url).is_some(), "{url}");
        }
        assert_eq!(names(&config), expected[2..]);
        read_page(
            "old/b.html",
            b"<main class=contnet><p>Text<p class=missing>More<b class=author>A</b></main>",
            &config,
        )
        .unwrap();
        assert_eq!(names(&config), [""; 0]);
        assert_eq!(names(&IngestConfig::default()), [""; 0]);
    }
}
