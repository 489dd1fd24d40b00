//! The kind of the symbol that a section documents: [`symbol_kind`]. Hits show it.

use super::documented_symbol::{Documented, TitleForm};
use crate::generators;
use docfuse::index::Section;

/// Whether it is a kind of symbols that hold others, which readers call by their last name.
pub(super) fn is_module_kind(kind: &str) -> bool {
    matches!(kind, "crate" | "module" | "namespace" | "package")
}

/// The kind of symbol, such as `function`, by the page if the section is its first one, else by heading or anchor;
/// empty for none. What is around the heading says it better, and was read with it. `documented` is the result of
/// [`documented`](super::documented_symbol::documented).
pub(crate) fn symbol_kind(
    url: &str,
    is_first: bool,
    documented: Option<Documented<'_>>,
    section: &Section,
) -> &'static str {
    let of_url = generators::page_symbol(url).map(|page| page.kind);
    if is_first {
        let of_page = of_url.or_else(|| documented.map(|documented| documented.kind));
        if let Some(kind) = of_page {
            return kind;
        }
    }
    // "Class: Buffer"
    let in_heading = || section.heading.split_once(": ").and_then(|(word, _)| generators::heading_kind(word));
    // Anchors of other pages only look like those of symbols.
    let is_sure = |documented: Documented<'_>| documented.title != TitleForm::Stem;
    let is_about_symbol = of_url.is_some() || documented.is_some_and(is_sure);
    let in_anchor = || generators::anchor_kind(&section.anchor).filter(|_| is_about_symbol);
    in_heading().or_else(in_anchor).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::documented_symbol::documented;
    use crate::{IngestConfig, finish_site, read_page};

    #[test]
    fn pages_headings_and_anchors_say_the_kind() {
        for (url, title, is_first, heading, anchor, expected) in [
            ("std/vec/struct.Vec.html", "Vec in std::vec", true, "Struct Vec", "", "struct"),
            ("std/vec/struct.Vec.html", "Vec in std::vec", false, "pub fn push", "method.push", "method"),
            ("std/vec/struct.Vec.html", "Vec in std::vec", false, "Examples", "examples", ""),
            ("java/util/HashMap.html", "Class HashMap<K,V>", true, "Class HashMap<K,V>", "", "class"),
            ("java/util/HashMap.html", "Class HashMap<K,V>", false, "get", "get(java.lang.Object)", "method"),
            ("java/util/HashMap.html", "Class HashMap<K,V>", false, "get", "get-java.lang.Object-", "method"),
            ("java/util/HashMap.html", "Class HashMap<K,V>", false, "HashMap", "<init>()", "constructor"),
            ("java/util/HashMap.html", "Class HashMap<K,V>", false, "Details", "method-detail", ""),
            ("a.html", "Enum Class StandardOpenOption", true, "", "", "enum"),
            ("a.html", "Annotation Type Override", true, "", "", "annotation"),
            ("a.html", "abstract class Seq", true, "", "", "class"),
            ("a.html", "Eigen::DenseBase< Derived > Class Template Reference", true, "", "", "class"),
            ("buffer.html", "Buffer | Node.js", false, "Class: Buffer", "class-buffer", "class"),
            ("net.html", "Net | Node.js", false, "Event: 'close'", "event-close", "event"),
            ("guide.html", "Class diagrams in reports", true, "", "", ""),
            ("guide.html", "Guide", false, "Calling f()", "calling-f()", ""),
            ("guide.html", "Guide", false, "Note: classes", "note", ""),
        ] {
            let titles = [title.to_owned()];
            let section = Section::new(anchor.to_owned(), heading.to_owned(), String::new());
            let kind = symbol_kind(url, is_first, documented(url, titles.iter(), &[]), &section);
            assert_eq!(kind, expected, "{title} {heading} {anchor}");
        }
    }

    #[test]
    fn elements_around_say_the_kind() {
        for (html, expected) in [
            ("<dl class='py function'><dt class='sig' id=a.b>b()</dt><dd>Text.</dd></dl>", "function"),
            ("<dl class='py staticmethod'><dt class='sig' id=a.b>b()</dt><dd>Text.</dd></dl>", "method"),
            ("<dl class='exception'><dt id=a.b>b</dt><dd>Text.</dd></dl>", "exception"),
            ("<dl class='std option'><dt class='sig' id=a.b>-b</dt><dd>Text.</dd></dl>", "option"),
            ("<dl class='simple'><dt id=a.b>b</dt><dd>Text.</dd></dl>", ""),
            ("<div class='doc doc-object doc-class'><h2 id=a.b>b</h2><p>Text.</p></div>", "class"),
            ("<div class='doc doc-class'><h2 id=a.b>b</h2><p>Text.</p></div>", ""),
        ] {
            let html = format!("<main><h1>Page</h1><p>Text before.</p>{html}</main>");
            let raw = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
            let page = finish_site(vec![raw]).0.remove(0);
            let section = page.sections.iter().find(|section| section.anchor == "a.b").unwrap();
            assert_eq!(section.symbol_kind, expected, "{html}");
        }
    }
}
