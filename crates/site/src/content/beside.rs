//! What stands beside the main content: prose, which is read too, and the rest, which authors are told of.

use std::collections::HashSet;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node};

use super::boilerplate::{Suspicion, never_content};
use super::main_content::{Content, Suspect, visible};
use crate::html::dom::{Attributes, visible_text};
use crate::left_parts::{PartRule, PartRules};
use crate::settings::config::IngestConfig;
use docfuse::index::LeftPart;

impl Content<'_> {
    /// The chosen element with what stands beside it and is no list of links, in the order of the page: its name alone does
    /// not say that it has all of the text. O(page).
    pub(super) fn with_prose_beside<'a>(
        &self,
        within: NodeRef<'a, Node>,
        config: &IngestConfig,
    ) -> Vec<NodeRef<'a, Node>> {
        let chosen = self.roots[0].id();
        let around: HashSet<NodeId> = self.roots[0].ancestors().map(|above| above.id()).collect();
        let (mut roots, mut skipping) = (Vec::new(), None);
        for edge in within.traverse() {
            match edge {
                Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
                Edge::Open(node) if skipping.is_none() && !around.contains(&node.id()) => {
                    skipping = Some(node.id());
                    roots.extend((node.id() == chosen || self.is_prose(node, config)).then_some(node));
                }
                _ => {}
            }
        }
        roots
    }

    /// Whether there is text besides headings and navigation, most of it in no links.
    fn is_prose(&self, node: NodeRef<'_, Node>, config: &IngestConfig) -> bool {
        let (mut chars, mut linked) = (0, 0);
        let (mut skipping, mut link) = (None, None);
        for edge in node.traverse() {
            match edge {
                Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
                Edge::Close(node) => link = link.filter(|open| *open != node.id()),
                Edge::Open(_) if skipping.is_some() => {}
                Edge::Open(node) => match node.value() {
                    Node::Text(text) => {
                        chars += visible(text);
                        linked += if link.is_some() { visible(text) } else { 0 };
                    }
                    Node::Element(element) => {
                        let (tag, attributes) = (element.name(), Attributes::of(element));
                        let ignores =
                            |element| config.ignore.iter().any(|selector| selector.matches(&element));
                        // Beside the content, a footer is one.
                        let is_sure = |suspect: &Suspect| suspect.is_sure && suspect.kind != Suspicion::Form;
                        let is_out = attributes.is_ignored
                            || ElementRef::wrap(node).is_some_and(ignores)
                            || never_content(node, tag, &attributes, &self.panels, config.kept).is_some()
                            || matches!(tag, "header" | "aside" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
                            || self.suspects.get(&node.id()).is_some_and(is_sure)
                            || self.navigation(node.id()).is_some();
                        skipping = is_out.then_some(node.id());
                        link = link.or((tag == "a").then_some(node.id()));
                    }
                    _ => {}
                },
            }
        }
        linked * 2 < chars
    }

    /// Whether readers can type in it.
    pub(crate) fn has_field(&self) -> bool {
        let mut elements = self
            .roots
            .iter()
            .flat_map(|root| root.descendants())
            .filter_map(|node| node.value().as_element());
        elements.any(|element| {
            element.name() == "input"
                && element.attr("type").is_none_or(|kind| matches!(kind, "text" | "search"))
        })
    }

    /// What stands beside the content.
    pub(super) fn left_beside(&self, kept: PartRules) -> Vec<LeftPart> {
        let mut parts = Vec::new();
        let around: HashSet<NodeId> =
            self.roots.iter().flat_map(|root| root.ancestors()).map(|above| above.id()).collect();
        let roots: HashSet<NodeId> = self.roots.iter().map(|root| root.id()).collect();
        let is_root = |node: &NodeRef<'_, Node>| roots.contains(&node.id());
        let mut open: Vec<NodeRef<'_, Node>> =
            self.roots.iter().take(1).map(|root| root.tree().root()).collect();
        while let Some(node) = open.pop().filter(|node| !is_root(node)) {
            for child in node.children().filter(|child| !is_root(child)) {
                if around.contains(&child.id()) {
                    open.push(child);
                    continue;
                }
                let rule = child.value().as_element().and_then(|element| {
                    never_content(child, element.name(), &Attributes::of(element), &self.panels, kept)
                });
                let text = visible_text(child);
                if !text.is_empty() && rule != Some(PartRule::Unseen) {
                    parts.push(LeftPart { rule: rule.unwrap_or(PartRule::Outside).word(), text });
                }
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::{IngestConfig, SiteSettings, read_page};

    #[test]
    fn what_the_author_ignores_is_ignored_beside_the_content() {
        let ignore = vec![".cookie".to_owned()];
        let config = IngestConfig::new(&SiteSettings { ignore, ..SiteSettings::default() }).unwrap();
        let long = "A long text of the page. ".repeat(20);
        let html =
            format!("<body><article><h1>T</h1><p>{long}</article><div class=cookie>We use cookies.</div>");
        let page = read_page("a.html", html.as_bytes(), &config).unwrap();
        assert!(page.sections.iter().all(|section| !section.text.contains("cookies")));
    }

    /// What is called like navigation, or stands beside what is called content, is text unless it is links.
    #[test]
    fn prose_stays_wherever_it_stands() {
        let long = "A long text of the page, of which there is more than of all else on it. ".repeat(3);
        for (html, kept) in [
            (
                "<h1 id=t>T</h1><div id=full-text-search><p>Compare a term with a document.</div>",
                "Compare a term",
            ),
            ("<h1 id=t>T</h1><div class=referer-header><p>Removing it breaks checks.</div>", "Removing it"),
            ("<h1 id=t>T</h1><div class=sidebar>Note of the margin.</div>", "Note of the margin."),
            ("<article><h1 id=t>T</h1><p>LONG</article><article><p>Second text.</article>", "Second text."),
            ("<h1 id=t>T</h1><p>Before all.<div id=content><h1 id=u>U</h1><p>LONG</div>", "Before all."),
            (
                "<form><h1 id=t>T</h1></form><form>A text that only a form holds, LONG</form>",
                "only a form holds",
            ),
        ] {
            let page = format!("<body>{}<p>More.", html.replace("LONG", &long));
            let found = outline(&page).join("\n");
            assert!(found.contains(kept), "{html}: {found}");
        }
        for html in [
            "<div class=sidebar><a href=a.html>Alpha</a> <a href=b.html>Beta</a></div>",
            "<div id=menu><a href=a.html>Alpha</a></div>",
            "<form><input> Alpha</form>",
            "<div class=breadcrumb>Home / Alpha</div>",
            "<div id=footer>Alpha</div>",
        ] {
            for (before, after) in [("", ""), ("<article>", "</article>")] {
                let page = format!("<body>{html}{before}<h1 id=t>T</h1><p>{long}{after}");
                let found = outline(&page).join("\n");
                assert!(!found.contains("Alpha"), "{page}: {found}");
            }
        }
    }
}
