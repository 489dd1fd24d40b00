//! The attributes of an element that reading a page needs, and small questions to the tree.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;
use scraper::node::Element;

use super::class_words::names_breadcrumb;

/// The attributes that decide what an element means, gathered in one pass.
#[derive(Clone, Copy, Default)]
pub(crate) struct Attributes<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) class: &'a str,
    pub(crate) role: &'a str,
    pub(crate) href: Option<&'a str>,
    pub(crate) alt: &'a str,
    pub(crate) title: &'a str,
    /// Whether a template is shown as it stands.
    pub(crate) is_shadow_root: bool,
    /// `data-docfuse-body` or `data-pagefind-body`: marks the content.
    pub(crate) is_body: bool,
    /// `data-docfuse-ignore` or `data-pagefind-ignore`: not indexed.
    pub(crate) is_ignored: bool,
    /// `data-docfuse-weight`, else `data-pagefind-weight`.
    pub(crate) weight: Option<&'a str>,
    /// `data-docfuse-keywords`: words that are searched and not shown.
    pub(crate) keywords: Option<&'a str>,
    /// Whether it says that it is a breadcrumb, other than by its class.
    pub(crate) is_breadcrumb: bool,
    /// `data-docfuse-index-attrs` or `data-pagefind-index-attrs`: names of attributes whose values are text.
    pub(crate) index_attributes: Option<&'a str>,
    /// `data-nosnippet`: in code, line numbers and the like.
    pub(crate) is_no_snippet: bool,
    style: &'a str,
    hidden: Option<&'a str>,
    aria_hidden: bool,
}

impl<'a> Attributes<'a> {
    pub(crate) fn of(element: &'a Element) -> Self {
        let mut attributes = Attributes::default();
        for (name, value) in element.attrs() {
            match name {
                "id" if !value.is_empty() => attributes.id = Some(value),
                "name" if !value.is_empty() => attributes.name = Some(value),
                "class" => attributes.class = value,
                "role" => attributes.role = value,
                "href" => attributes.href = Some(value),
                "alt" => attributes.alt = value,
                "title" => attributes.title = value,
                "shadowrootmode" => attributes.is_shadow_root = true,
                "style" => attributes.style = value,
                "hidden" => attributes.hidden = Some(value),
                "aria-hidden" => attributes.aria_hidden = value == "true",
                "data-docfuse-body" | "data-pagefind-body" => attributes.is_body = true,
                "data-docfuse-ignore" | "data-pagefind-ignore" => attributes.is_ignored = true,
                "data-docfuse-index-attrs" | "data-pagefind-index-attrs" => {
                    attributes.index_attributes = Some(value);
                }
                "data-docfuse-keywords" => attributes.keywords = Some(value),
                "aria-label" => attributes.is_breadcrumb |= names_breadcrumb(value),
                "itemtype" => attributes.is_breadcrumb |= value.ends_with("/BreadcrumbList"),
                "data-nosnippet" => attributes.is_no_snippet = true,
                "data-docfuse-weight" => attributes.weight = Some(value),
                "data-pagefind-weight" => attributes.weight = attributes.weight.or(Some(value)),
                _ => {}
            }
        }
        attributes
    }

    /// The target of fragments: the id, or the name of an old-style anchor.
    pub(crate) fn anchor(&self, tag: &str) -> Option<&'a str> {
        self.id.or(if tag == "a" { self.name } else { None })
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.class.split_ascii_whitespace().any(|found| found == class)
    }

    /// Whether the element is hidden from readers at first. The browser's own search reveals content that is hidden
    /// "until-found".
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden.is_some_and(|value| value != "until-found")
            || self.aria_hidden
            || is_display_none(self.style)
    }
}

/// Whether an element's own style hides it.
fn is_display_none(style: &str) -> bool {
    let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let is = |written: &str, name: &str| written.trim().eq_ignore_ascii_case(name);
    let values = declarations.filter(|(name, _)| is(name, "display")).map(|(_, value)| value);
    values.into_iter().any(|value| is(value.split('!').next().unwrap_or(value), "none"))
}

/// Elements that browsers lay out as blocks.
pub(crate) fn is_block(tag: &str) -> bool {
    #[rustfmt::skip]
    let is_block = matches!(tag,
        "address" | "article" | "aside" | "blockquote" | "body" | "br" | "caption" | "center" | "dd" | "details"
        | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure" | "footer" | "form" | "h1" | "h2"
        | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "hr" | "legend" | "li" | "listing" | "main" | "menu"
        | "nav" | "ol" | "p" | "plaintext" | "pre" | "section" | "summary" | "table" | "tbody" | "tfoot"
        | "thead" | "tr" | "ul" | "xmp");
    is_block
}

pub(crate) fn is_cell(tag: &str) -> bool {
    matches!(tag, "td" | "th")
}

/// The elements below `node` that come before `limit` others, in document order: a bounded look ahead.
pub(crate) fn first_elements<'a>(node: NodeRef<'a, Node>, limit: usize) -> impl Iterator<Item = &'a Element> {
    node.descendants().skip(1).filter_map(|node| node.value().as_element()).take(limit)
}

/// The text below `node`, white space collapsed.
pub(crate) fn plain_text(node: NodeRef<'_, Node>) -> String {
    let mut text = String::new();
    for part in node.descendants().filter_map(|node| node.value().as_text()) {
        text.push_str(part);
    }
    collapse(&text)
}

/// The text below `node` that browsers show, white space collapsed.
pub(crate) fn visible_text(node: NodeRef<'_, Node>) -> String {
    let mut text = String::new();
    let mut skipping = None;
    for edge in node.traverse() {
        match edge {
            Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
            Edge::Open(node) if skipping.is_none() => match node.value() {
                Node::Text(part) => text.push_str(part),
                Node::Element(element) => match element.name() {
                    "script" | "style" | "template" | "noscript" => skipping = Some(node.id()),
                    name if is_block(name) || is_cell(name) => text.push(' '),
                    _ => {}
                },
                _ => {}
            },
            _ => {}
        }
    }
    collapse(&text)
}

/// `text` with each run of white space as one space, and none at the ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}
