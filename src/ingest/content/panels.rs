//! Panels: hidden elements that a control of the page shows ([`Panels`]). Tabs and accordions are content; dialogs and menus
//! stay out.

use std::collections::HashSet;

use scraper::Html;
use scraper::node::Element;

use crate::ingest::html::class_words::has_any;
use crate::ingest::html::dom::Attributes;

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

/// Ids that the controls of a page name.
#[derive(Debug, Default)]
pub(in crate::ingest) struct Panels(HashSet<String>);

impl Panels {
    /// O(page).
    pub(in crate::ingest) fn of(html: &Html) -> Panels {
        let mut ids = HashSet::new();
        for element in html.tree.nodes().filter_map(|node| node.value().as_element()) {
            if opens_overlay(element) {
                continue;
            }
            for value in TARGETS.iter().filter_map(|name| element.attr(name)) {
                ids.extend(value.split_ascii_whitespace().map(|id| id.trim_start_matches('#').to_owned()));
            }
            let is_tab = element.attr("role") == Some("tab") || element.attr("data-toggle").is_some();
            if let Some(id) = element.attr("href").filter(|_| is_tab).and_then(|href| href.strip_prefix('#'))
            {
                ids.insert(id.to_owned());
            }
        }
        Panels(ids)
    }

    /// Whether an element, which is hidden, becomes content when its tab is chosen or its control pressed.
    pub(in crate::ingest) fn has(&self, attributes: &Attributes<'_>) -> bool {
        attributes.role == "tabpanel"
            || attributes.id.is_some_and(|id| self.0.contains(id)) && !is_overlay(attributes)
    }
}

/// Whether a control opens a menu or a dialog.
fn opens_overlay(control: &Element) -> bool {
    control.attr("aria-haspopup").is_some_and(|popup| popup != "false")
        || ["data-toggle", "data-bs-toggle"]
            .iter()
            .filter_map(|name| control.attr(name))
            .any(|kind| OVERLAYS.contains(&kind))
}

fn is_overlay(attributes: &Attributes<'_>) -> bool {
    [attributes.class, attributes.id.unwrap_or_default()].iter().any(|name| has_any(name, &OVERLAYS))
}

#[cfg(test)]
mod tests {
    use crate::ingest::generators_tests::outline;

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
