//! How an author may name the element that the content of a page was found in: [`content_selectors`].

use scraper::node::Element;
use scraper::{Html, Selector};

use super::main_content::{Survey, outermost};
use crate::read_page::tree;
use crate::settings::config::IngestConfig;

/// Most classes of an element that are tried.
const MAX_CLASSES: usize = 8;
/// Most bytes of an id or a class.
const MAX_BYTES: usize = 60;

/// CSS selectors of the element that the content of a page was found in, each of which matches just that; the likeliest to
/// hold on other pages first. None where the page marks its content itself, or where it is the whole page. O(page), for each
/// of a few selectors.
pub fn content_selectors(bytes: &[u8]) -> Vec<String> {
    let Ok(html) = tree(bytes) else { return Vec::new() };
    let config = IngestConfig::default();
    let survey = Survey::of(&html, config.kept);
    if survey.has_body() {
        return Vec::new();
    }
    let content = survey.choose(&html, &config);
    let [root] = content.roots[..] else { return Vec::new() };
    let Some(element) = root.value().as_element() else { return Vec::new() };
    let selects = |html: &Html, selector: &str| {
        let parsed = Selector::parse(selector);
        parsed.is_ok_and(|parsed| matches!(outermost(html, &[parsed])[..], [found] if found == root))
    };
    names(element).filter(|selector| selects(&html, selector)).collect()
}

/// The element by its tag, if there is one on a page, by its role, its classes and its id.
fn names(element: &Element) -> impl Iterator<Item = String> {
    let tag = element.name();
    let of_tag = matches!(tag, "main" | "article").then(|| tag.to_owned());
    let role = element.attr("role").filter(|role| *role == "main").map(|_| "[role=main]".to_owned());
    let classes = element.classes().filter(|class| is_plain(class)).take(MAX_CLASSES);
    let id = element.attr("id").filter(|id| is_plain(id));
    let by_class: Vec<String> = classes.map(|class| format!("{tag}.{class}")).collect();
    let by_id = id.map(|id| format!("{tag}#{id}"));
    of_tag.into_iter().chain(role).chain(by_class).chain(by_id)
}

/// Whether a name stands in a selector as it is.
fn is_plain(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.len() <= MAX_BYTES
        && name.bytes().all(is_letter)
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_is_named_by_what_matches_nothing_else() {
        for (html, expected) in [
            (
                "<nav>a</nav><main id=content class='x m:y 1'><h1>T</h1><p>Text.</main>",
                &["main", "main.x", "main#content"][..],
            ),
            ("<div role=main class=body><h1>T</h1><p>Text.</div>", &["[role=main]", "div.body"]),
            // The class is also that of an element beside it.
            ("<div class=x>Menu</div><div role=main class=x><h1>T</h1><p>Some text.</div>", &["[role=main]"]),
            ("<h1>T</h1><p>Text of a page without a frame.", &[]),
            ("<main data-docfuse-body><p>Text.</main>", &[]),
            ("", &[]),
            ("\0\0\0\0\0", &[]),
        ] {
            assert_eq!(content_selectors(html.as_bytes()), expected, "{html}");
        }
    }
}
