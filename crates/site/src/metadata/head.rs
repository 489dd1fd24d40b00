//! The head of a page: [`Head`].

use scraper::{Html, Node};

use super::page_metadata::{MAX_META_BYTES, MAX_VALUES};
use crate::generators;
use crate::html::dom::{collapse, plain_text};
use crate::html::keyword_list::join;
use crate::languages::language_tag::tag;
use crate::site::versions;
use docfuse::index::MAX_HEADING_BYTES;

/// Most bytes of script of a page that only redirects.
const REDIRECT_SCRIPT_BYTES: usize = 2_000;

/// What scripts call that write the text of their page.
const MAKERS: [&str; 7] = [
    "import(",
    "document.write(",
    ".appendChild(",
    ".innerHTML",
    ".replaceChildren(",
    "createRoot(",
    ".mount(",
];

/// The head of a page.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) title: String,
    pub(crate) og_title: String,
    /// `<meta name="description">`, at most [`MAX_META_BYTES`].
    pub(crate) description: String,
    /// `<meta name="keywords">`, at most [`MAX_META_BYTES`].
    pub(crate) keywords: String,
    /// `data-docfuse-keywords` of the whole page: on `html`, `body` or `meta`.
    pub(crate) own_keywords: String,
    /// The versions that it states.
    pub(crate) versions: Vec<String>,
    /// Language tag in lower case (`en-gb`), from `<html lang>`, else from a `meta` element.
    pub(crate) language: Option<String>,
    /// `<base href>`.
    pub(crate) base: Option<String>,
    pub(crate) no_index: bool,
    /// `<meta http-equiv="refresh">` with an address.
    pub(crate) refresh: bool,
    /// Whether a short script goes to another address.
    pub(crate) script_redirect: bool,
    pub(crate) frames: bool,
    /// Whether scripts run that may make the page: of files, or modules.
    pub(crate) loads_scripts: bool,
}

impl Head {
    /// Reads the head. Scans the whole tree, because damaged pages have their `meta` in the body.
    pub(crate) fn of(html: &Html) -> Head {
        let mut head = Head::default();
        let mut meta_language = None;
        let mut in_svg = false;
        for node in html.tree.nodes() {
            let Node::Element(element) = node.value() else { continue };
            if matches!(element.name(), "html" | "body" | "meta") {
                join(&mut head.own_keywords, element.attr("data-docfuse-keywords").unwrap_or_default());
            }
            match element.name() {
                "html" if head.language.is_none() => {
                    let lang = element.attr("lang").or_else(|| {
                        element.attrs().find(|(name, _)| *name == "xml:lang").map(|(_, value)| value)
                    });
                    head.language = lang.and_then(tag);
                }
                "svg" => in_svg = true,
                "title" if head.title.is_empty() && !in_svg => head.title = title(plain_text(node)),
                "base" if head.base.is_none() => head.base = element.attr("href").map(str::to_owned),
                "meta" => {
                    head.meta(element);
                    meta_language = meta_language.or_else(|| language_of_meta(element));
                }
                "frameset" => head.frames = true,
                "script" => {
                    let script = node.first_child().and_then(|child| child.value().as_text());
                    head.loads_scripts |= makes_pages(element, script.map_or("", |script| &**script));
                    head.script_redirect |=
                        element.attr("src").is_none() && script.is_some_and(|script| redirects(script));
                }
                _ => {}
            }
        }
        head.language = head.language.or(meta_language);
        head
    }

    fn meta(&mut self, meta: &scraper::node::Element) {
        let content = meta.attr("content").unwrap_or("");
        let lower = || content.to_ascii_lowercase();
        let name = meta.attr("name").unwrap_or("");
        if name.eq_ignore_ascii_case("robots") {
            self.no_index |= lower().split(',').any(|word| matches!(word.trim(), "noindex" | "none"));
        }
        if meta.attr("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh")) {
            self.refresh |= lower().contains("url");
        }
        if name.eq_ignore_ascii_case("description") && self.description.is_empty() {
            self.description = collapse(content);
            let end = self.description.floor_char_boundary(MAX_META_BYTES);
            self.description.truncate(end);
        }
        if name.eq_ignore_ascii_case("keywords") && self.keywords.is_empty() {
            join(&mut self.keywords, content);
        }
        if generators::states_version(name) {
            for version in versions::stated(content) {
                if self.versions.len() < MAX_VALUES && self.versions.iter().all(|known| known != version) {
                    self.versions.push(version.to_owned());
                }
            }
        }
        if meta.attr("property").unwrap_or(name) == "og:title" && self.og_title.is_empty() {
            self.og_title = title(collapse(content));
        }
    }
}

/// A title, cut to [`MAX_HEADING_BYTES`], because every section is indexed with it.
pub(crate) fn title(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MAX_HEADING_BYTES));
    text
}

/// The page's language from a `meta` element: `http-equiv="content-language"` or `og:locale`.
fn language_of_meta(meta: &scraper::node::Element) -> Option<String> {
    let equivalent = meta.attr("http-equiv").is_some_and(|it| it.eq_ignore_ascii_case("content-language"));
    let says = equivalent || meta.attr("property").or(meta.attr("name")) == Some("og:locale");
    meta.attr("content").filter(|_| says).and_then(tag)
}

/// Whether a script may make the text of its page: one of a file, a module, or one that adds elements or imports others.
/// Scripts in the page that only count readers or set a theme do not.
fn makes_pages(element: &scraper::node::Element, script: &str) -> bool {
    let kind = element.attr("type").unwrap_or_default();
    let is_module = kind.eq_ignore_ascii_case("module");
    let is_code = is_module || kind.is_empty() || kind.to_ascii_lowercase().contains("javascript");
    let writes = || MAKERS.iter().any(|maker| script.contains(maker));
    match element.attr("src") {
        Some(address) => !is_own(address),
        None => is_module && !script.trim().is_empty() || is_code && writes(),
    }
}

/// Whether a script is that of the search box, which writes no page.
fn is_own(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.starts_with("docfuse") && name.ends_with(".js")
}

/// Whether a script does little but go to another address.
fn redirects(script: &str) -> bool {
    script.len() <= REDIRECT_SCRIPT_BYTES
        && (script.contains("location.replace(")
            || ["location.href", "window.location"].iter().any(|place| is_assigned(script, place)))
}

/// Whether a script assigns to `place`, rather than compares with it.
fn is_assigned(script: &str, place: &str) -> bool {
    script.match_indices(place).any(|(at, _)| {
        let behind = script[at + place.len()..].trim_start().strip_prefix('=');
        behind.is_some_and(|behind| !behind.starts_with('='))
    })
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn pages_that_scripts_make_are_told_from_empty_ones() {
        for (script, makes) in [
            ("<script src=app.js></script>", true),
            ("<script type=module src=docfuse/docfuse.js?v=1></script>", false),
            ("<script src=../docfuse-classic.js></script>", false),
            ("<script type=module>import { start } from './app.js'; start()</script>", true),
            ("<script type=Module>document.body.textContent = 'x'</script>", true),
            ("<script>import('./app.js')</script>", true),
            ("<script type=text/javascript>app.innerHTML = '<p>x'</script>", true),
            ("<script>Vue.createApp(App).mount('#app')</script>", true),
            ("<script type=module></script>", false),
            ("<script>document.documentElement.dataset.theme = 'dark'</script>", false),
            ("<script type=application/ld+json>{ \"text\": \"import(\" }</script>", false),
            ("<script type=importmap>{ \"imports\": {} }</script>", false),
        ] {
            let page = format!("<body><div id=app></div>{script}</body>");
            let found = read_page("a.html", page.as_bytes(), &IngestConfig::default()).err();
            let expected = if makes { LeftOut::MadeByScripts } else { LeftOut::Empty };
            assert_eq!(found, Some(expected), "{script}");
        }
    }
}
