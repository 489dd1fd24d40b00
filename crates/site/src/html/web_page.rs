//! What a page says to those who fetch a site page by page: [`PageLinks`].

use scraper::node::Element;

use super::charset::decode;
use super::parse::parse;

/// Most links of a page that are followed: those of the largest lists.
const MAX_LINKS: usize = 20_000;

/// Most bytes of an address.
const MAX_ADDRESS_BYTES: usize = 2_000;

/// The links of a page as they are written, and what it says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLinks {
    /// Of links, and of a redirect by `meta`. Empty if the page wants none of them followed.
    pub links: Vec<String>,
    /// `<link rel="canonical">`.
    pub canonical: Option<String>,
    /// `<base href>`.
    pub base: Option<String>,
}

impl PageLinks {
    /// Reads a page; nothing of one that is too deep or too large to parse. O(page).
    pub fn of(bytes: &[u8]) -> PageLinks {
        let Ok(html) = parse(&decode(bytes)) else { return PageLinks::default() };
        let mut found = PageLinks::default();
        let mut is_followed = true;
        for element in html.tree.nodes().filter_map(|node| node.value().as_element()) {
            match element.name() {
                "a" | "area"
                    if !has_word(element, "rel", "nofollow") && element.attr("download").is_none() =>
                {
                    found.add(element.attr("href"));
                }
                "base" if found.base.is_none() => found.base = element.attr("href").map(str::to_owned),
                "link" if found.canonical.is_none() && has_word(element, "rel", "canonical") => {
                    found.canonical = element.attr("href").filter(|href| is_address(href)).map(str::to_owned);
                }
                "meta" => {
                    let content = element.attr("content").unwrap_or_default();
                    let is = |attribute: &str, name: &str| {
                        element.attr(attribute).is_some_and(|found| found.trim().eq_ignore_ascii_case(name))
                    };
                    if is("name", "robots") {
                        let lower = content.to_ascii_lowercase();
                        is_followed &=
                            !lower.split(',').any(|word| matches!(word.trim(), "nofollow" | "none"));
                    }
                    if is("http-equiv", "refresh") {
                        found.add(refresh_target(content));
                    }
                }
                _ => {}
            }
        }
        if !is_followed {
            found.links.clear();
        }
        found
    }

    fn add(&mut self, href: Option<&str>) {
        let href = href.map(str::trim).filter(|href| is_address(href));
        if self.links.len() < MAX_LINKS {
            self.links.extend(href.map(str::to_owned));
        }
    }
}

/// Whether something may be an address of another page.
fn is_address(href: &str) -> bool {
    !href.is_empty() && !href.starts_with('#') && href.len() <= MAX_ADDRESS_BYTES
}

fn has_word(element: &Element, attribute: &str, word: &str) -> bool {
    let words = element.attr(attribute).unwrap_or_default();
    words.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word))
}

/// The address in `0; url=guide.html`.
fn refresh_target(content: &str) -> Option<&str> {
    let (_, rest) = content.split_once([';', ','])?;
    let rest = rest.trim_start();
    let value = rest.get(..3).filter(|start| start.eq_ignore_ascii_case("url")).and(rest.get(3..))?;
    Some(value.trim_start().strip_prefix('=')?.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_those_that_may_be_followed() {
        let found = PageLinks::of(
            b"<base href=/docs/><link rel='icon' href=i><link rel=canonical href=' /docs/a '><a href=' b.html '>b</a>\
              <a href=c rel='noopener NOFOLLOW'>c</a><a href=#d>d</a><a>e</a><a href=f.zip download>f</a>\
              <map><area href=g></map><meta http-equiv=Refresh content=\"0; URL='h'\">",
        );
        assert_eq!(found.links, ["b.html", "g", "h"]);
        assert_eq!((found.base.as_deref(), found.canonical.as_deref()), (Some("/docs/"), Some(" /docs/a ")));
        for robots in ["noindex, NoFollow", "none"] {
            let page = format!("<meta name=robots content='{robots}'><a href=b>b</a>");
            assert_eq!(PageLinks::of(page.as_bytes()).links, [""; 0], "{robots}");
        }
        assert_eq!(PageLinks::of(b"<meta name=robots content=noindex><a href=b>b</a>").links, ["b"]);
        assert_eq!(PageLinks::of(&b"<div>".repeat(5_000)), PageLinks::default());
    }
}
