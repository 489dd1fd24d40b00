//! The text of a page that a reader sees, by a plain walk of the parsed tree: without hidden elements, landmarks and form
//! controls. Nothing of `docfuse-site` is used.

use std::collections::HashMap;

use ego_tree::NodeId;
use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use super::tokens;

/// What a page shows.
#[derive(Default)]
pub struct Visible {
    /// Its words, once each, with the place of the first one: the nearest element with a class or an id.
    pub words: Vec<(String, String)>,
    /// Its headings in order, on one line.
    pub headings: Vec<String>,
    /// Its `<title>`.
    pub title: String,
}

/// Elements whose content is no text of the page.
const WITHOUT_TEXT: [&str; 23] = [
    "head",
    "script",
    "style",
    "noscript",
    "iframe",
    "object",
    "video",
    "audio",
    "canvas",
    "nav",
    "aside",
    "select",
    "option",
    "datalist",
    "textarea",
    "button",
    "rp",
    "annotation",
    "annotation-xml",
    "title",
    "desc",
    "noframes",
    "metadata",
];

const LANDMARKS: [&str; 5] = ["navigation", "banner", "contentinfo", "search", "complementary"];

/// Elements that stand on lines of their own, or apart from what is beside them.
const APART: [&str; 55] = [
    "address",
    "article",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "img",
    "input",
    "legend",
    "li",
    "main",
    "menu",
    "ol",
    "optgroup",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "text",
    "svg",
    "template",
];

impl Visible {
    pub fn of(html: &str) -> Self {
        let html = Html::parse_document(html);
        let mut found = Visible::default();
        let mut text = String::new();
        // Where the text of each node begins.
        let mut nodes: Vec<(usize, NodeId)> = Vec::new();
        let mut hidden = 0;
        let mut headings: Vec<usize> = Vec::new();
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Element(element) => {
                        if element.name() == "title" && found.title.is_empty() {
                            found.title = one_line(&texts_below(node));
                        }
                        if hidden > 0 || is_hidden(element, node) {
                            hidden += 1;
                            continue;
                        }
                        if APART.contains(&element.name()) {
                            text.push('\n');
                        }
                        if is_heading(element) {
                            headings.push(text.len());
                        }
                    }
                    Node::Text(part) if hidden == 0 => {
                        nodes.push((text.len(), node.id()));
                        text.push_str(part);
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    let Node::Element(element) = node.value() else { continue };
                    if hidden > 0 {
                        hidden -= 1;
                        continue;
                    }
                    if is_heading(element)
                        && let Some(start) = headings.pop()
                    {
                        let heading = one_line(&text[start..]);
                        found.headings.extend((!heading.is_empty()).then_some(heading));
                    }
                    if APART.contains(&element.name()) {
                        text.push('\n');
                    }
                }
            }
        }
        let mut first: HashMap<String, usize> = HashMap::new();
        for (at, word) in tokens::words(&text) {
            first.entry(word).or_insert(at);
        }
        let place = |at: usize| {
            let node = nodes.partition_point(|&(start, _)| start <= at).saturating_sub(1);
            nodes.get(node).and_then(|&(_, id)| html.tree.get(id)).map_or_else(String::new, place)
        };
        found.words = first.into_iter().map(|(word, at)| (word, place(at))).collect();
        found.words.sort_unstable();
        found
    }

    /// The number of the heading that names the page: the one with which `<title>` begins, or that it has soonest; else
    /// the first.
    pub fn naming(&self) -> Option<usize> {
        let title = self.title.to_lowercase();
        let place = |number: &usize| title.find(&self.headings[*number].to_lowercase());
        let named = (0..self.headings.len()).filter_map(|number| Some((place(&number)?, number))).min();
        named.map(|(_, number)| number).or((!self.headings.is_empty()).then_some(0))
    }
}

fn is_heading(element: &Element) -> bool {
    matches!(element.name(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

fn is_hidden(element: &Element, node: NodeRef<'_, Node>) -> bool {
    let inside = |names: &[&str]| {
        let names_one = |above: NodeRef<'_, Node>| matches!(above.value(), Node::Element(it) if names.contains(&it.name()));
        node.ancestors().any(names_one)
    };
    let style = || element.attr("style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
    let by_name = match element.name() {
        "template" => element.attr("shadowrootmode").is_none(),
        "header" => !inside(&["main", "article", "section"]),
        "footer" => !inside(&["article"]),
        "dialog" => element.attr("open").is_none(),
        name => WITHOUT_TEXT.contains(&name),
    };
    by_name
        || element.attr("role").is_some_and(|role| LANDMARKS.contains(&role.trim()))
        || element.attr("aria-hidden") == Some("true")
        || element.attr("hidden").is_some_and(|value| value != "until-found")
        || style().contains("display:none")
        || style().contains("visibility:hidden")
}

/// Text of all nodes below one.
fn texts_below(node: NodeRef<'_, Node>) -> String {
    let texts = node.descendants().filter_map(|below| below.value().as_text().map(|text| text.to_string()));
    texts.collect()
}

/// The nearest element with a class or an id, by its name and the first of them.
fn place(node: NodeRef<'_, Node>) -> String {
    let elements = || node.ancestors().filter_map(|above| above.value().as_element());
    let named = elements().find_map(|element| {
        let class = element.attr("class").and_then(|class| class.split_whitespace().next());
        let class = class.map(|class| format!("{}.{class}", element.name()));
        // Ids of sections differ from page to page.
        class.or_else(|| {
            matches!(element.name(), "main" | "article" | "body").then(|| element.name().to_owned())
        })
    });
    let nearest = elements().next().map_or("", Element::name);
    match named {
        Some(named) if named.starts_with(&format!("{nearest}.")) || named == nearest => named,
        Some(named) => format!("{named} {nearest}"),
        None => nearest.to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
