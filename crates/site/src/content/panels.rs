//! Panels: hidden elements that a control of the page shows ([`Panels`]). Tabs and accordions are content; dialogs and menus
//! stay out.

use std::collections::HashSet;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use crate::html::class_words::{has_any, words};
use crate::html::dom::Attributes;

/// Attributes by which controls name what they show: their values are ids, or selectors of ids.
const TARGETS: [&str; 4] = ["aria-controls", "data-bs-target", "data-target", "data-tab-target"];

/// Words in classes and ids of what opens over the page.
const OVERLAYS: [&str; 11] = [
    "dialog",
    "drawer",
    "dropdown",
    "flyout",
    "lightbox",
    "menu",
    "modal",
    "offcanvas",
    "overlay",
    "popover",
    "tooltip",
];

/// Words in ids that say nothing of what the element is.
const BOXES: [&str; 9] =
    ["body", "box", "container", "content", "inner", "panel", "root", "window", "wrapper"];

/// Most beginnings and ends of elements and texts of a panel that are looked at for what it is.
const LOOK_INSIDE: usize = 200;

/// Ids that the controls of a page name.
#[derive(Debug, Default)]
pub(crate) struct Panels(HashSet<String>);

impl Panels {
    /// O(page).
    pub(crate) fn of(html: &Html) -> Panels {
        let (mut ids, mut tabs) = (HashSet::new(), HashSet::new());
        for element in html.tree.nodes().filter_map(|node| node.value().as_element()) {
            if opens_overlay(element) {
                continue;
            }
            let targets = element.attrs().filter(|(name, value)| is_target(name, value));
            let toggle = element.attrs().find(|(name, _)| is_toggle(name)).map(|(_, kind)| kind);
            let is_tab = element.attr("role") == Some("tab") || matches!(toggle, Some("tab" | "pill"));
            let href = element.attr("href").filter(|href| href.starts_with('#'));
            let href = href.filter(|_| is_tab || toggle.is_some());
            let values = targets.map(|(_, value)| value).chain(href);
            let named = values.flat_map(str::split_ascii_whitespace).map(|id| id.trim_start_matches('#'));
            (if is_tab { &mut tabs } else { &mut ids }).extend(named.map(str::to_owned));
        }
        if !ids.is_empty() {
            for node in html.tree.nodes() {
                let id = node.value().as_element().and_then(|element| element.attr("id"));
                if let Some(id) = id.filter(|id| ids.contains(*id) && is_overlay(id, node)) {
                    ids.remove(id);
                }
            }
        }
        ids.extend(tabs);
        Panels(ids)
    }

    /// Whether an element, which is hidden, becomes content when its tab is chosen or its control pressed.
    pub(crate) fn has(&self, attributes: &Attributes<'_>) -> bool {
        attributes.role == "tabpanel"
            || attributes.id.is_some_and(|id| self.0.contains(id)) && !has_any(attributes.class, &OVERLAYS)
    }
}

/// Whether an attribute names what the element shows.
fn is_target(name: &str, value: &str) -> bool {
    let is_selector = name.starts_with("data-") && name.ends_with("-target") && value.starts_with('#');
    is_selector || TARGETS.contains(&name)
}

/// Whether an attribute says what kind of thing the element shows: `data-toggle`, `data-bs-toggle`.
fn is_toggle(name: &str) -> bool {
    name.starts_with("data-") && name.ends_with("toggle")
}

/// Whether a control opens a menu or a dialog.
fn opens_overlay(control: &Element) -> bool {
    control.attr("aria-haspopup").is_some_and(|popup| popup != "false")
        || control.attrs().any(|(name, kind)| {
            is_toggle(name) && OVERLAYS.contains(&kind)
                || name.starts_with("data-")
                    && has_any(name, &OVERLAYS)
                    && (is_toggle(name) || is_target(name, kind))
        })
}

/// Whether what a control opens is an overlay by its id. A text may be about menus: it is none if most of it is outside of
/// links and controls.
fn is_overlay(id: &str, node: NodeRef<'_, Node>) -> bool {
    let is_one_of = |word: &str, known: &[&str]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
    let named = words(id).map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    let named: Vec<&str> = named.filter(|word| !word.is_empty() && !is_one_of(word, &BOXES)).collect();
    let Some(last) = named.last().filter(|_| named.iter().any(|word| is_one_of(word, &OVERLAYS))) else {
        return false;
    };
    let is_surely = is_one_of(last, &OVERLAYS) && !is_one_of(last, &["menu", "dropdown"]);
    is_surely || !is_mostly_text(node)
}

fn is_mostly_text(panel: NodeRef<'_, Node>) -> bool {
    let (mut inside, mut outside, mut controls) = (0, 0, 0);
    let is_control = |node: NodeRef<'_, Node>| {
        node.value().as_element().is_some_and(|element| matches!(element.name(), "a" | "button" | "label"))
    };
    for edge in panel.traverse().take(LOOK_INSIDE) {
        match edge {
            Edge::Open(node) => match node.value().as_text() {
                Some(text) => *if controls > 0 { &mut inside } else { &mut outside } += text.trim().len(),
                None => controls += usize::from(is_control(node)),
            },
            Edge::Close(node) => controls -= usize::from(is_control(node)),
        }
    }
    outside > inside
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;

    #[test]
    fn hidden_panels_are_content_and_overlays_are_not() {
        for (html, is_read) in [
            ("<div role=tabpanel style='display:none'>P</div>", true),
            ("<div role=tabpanel hidden>P</div>", true),
            ("<div role=tabpanel aria-hidden=true style='DISPLAY : none'>P</div>", true),
            ("<button aria-controls='x p' aria-expanded=false>Q</button><div id=p hidden>P</div>", true),
            ("<a role=tab href=#p>Q</a><div id=p style='color:red;display: none'>P</div>", true),
            ("<a data-toggle=tab href=#p>Q</a><div id=p style='display:none'>P</div>", true),
            (
                "<button data-bs-target=#p data-bs-toggle=collapse>Q</button><div id=p aria-hidden=true>P</div>",
                true,
            ),
            ("<a data-bs-toggle=collapse href=#p>Q</a><div id=p hidden>P</div>", true),
            (
                "<a data-bs-toggle=pill href='#the-menu'>Q</a><ul id=the-menu hidden><li><a href=x>P</a></ul>",
                true,
            ),
            ("<button data-tabs-target=#p>Q</button><div id=p hidden>P</div>", true),
            // About menus.
            (
                "<button aria-controls=menu-install>Q</button><div id=menu-install hidden>P with <a href=x>it</a></div>",
                true,
            ),
            ("<button aria-controls=install-menu>Q</button><div id=install-menu hidden><p>P</div>", true),
            // Menus and dialogs.
            (
                "<button aria-controls=menu-items>Q</button><ul id=menu-items hidden><li><a href=x>P</a></ul>",
                false,
            ),
            (
                "<button aria-controls=navMenu2>Q</button><ul id=navMenu2 hidden><li><a href=x>P</a></ul>",
                false,
            ),
            ("<button aria-controls=modal-content>Q</button><div id=modal-content hidden><p>P</div>", false),
            ("<button aria-controls=cookieDialog1>Q</button><div id=cookieDialog1 hidden><p>P</div>", false),
            ("<button data-modal-target=#p>Q</button><div id=p hidden>P</div>", false),
            ("<a data-bs-toggle=offcanvas href=#p>Q</a><div id=p hidden>P</div>", false),
            ("<button aria-controls=p>Q</button><div id=p role=alertdialog hidden>P</div>", false),
            ("<input aria-controls=p><ul id=p role=listbox hidden><li role=option>P</ul>", false),
            ("<div hidden>P</div>", false),
            ("<div style='display:none'>P</div>", false),
            ("<div style='color:display:nonesuch'>P</div>", true),
            ("<a href=#p>Q</a><div id=p style='display:none'>P</div>", false),
            ("<button aria-controls=p aria-haspopup=menu>Q</button><div id=p hidden>P</div>", false),
            (
                "<button data-bs-target=#p data-bs-toggle=modal>Q</button><div id=p class=fade hidden>P</div>",
                false,
            ),
            (
                "<button aria-controls=p>Q</button><div id=p class='modal fade' style='display:none'>P</div>",
                false,
            ),
            ("<button aria-controls=p>Q</button><div id=p role=dialog hidden>P</div>", false),
            ("<button aria-controls=p>Q</button><template id=p>P</template>", false),
            ("<button aria-controls=p>Q</button><nav id=p hidden>P</nav>", false),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x</p>{html}</main>");
            let found = outline(&page).iter().any(|line| line.contains('P'));
            assert_eq!(found, is_read, "{html}");
        }
    }
}
