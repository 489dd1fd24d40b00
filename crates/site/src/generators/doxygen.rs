//! Doxygen.

use ego_tree::NodeRef;
use scraper::Node;

use super::{Generator, NONE};
use crate::html::dom::Attributes;
use crate::inject::search_place::{SearchPlace, Side};

pub(super) const DOXYGEN: Generator = Generator {
    // Lists of members and listings of sources. PostgreSQL's `catalog-pg-auth-members.html` is a chapter, so
    // patterns rely on how Doxygen writes `::` (`_1_1`), `.` (`_8`) and capitals (`_c`).
    excludes: &["*_1_1*-members.html", "*_8*_source.html", "class_*-members.html", "struct_*-members.html"],
    list_titles: &[
        "bug list",
        "class hierarchy",
        "class index",
        "class list",
        "class members",
        "data fields",
        "data structure index",
        "deprecated list",
        "file list",
        "file members",
        "hierarchical index",
        "namespace list",
        "namespace members",
        "test list",
        "todo list",
    ],
    deprecates: Some(deprecates),
    // Frames of its search, which only scripts fill.
    furniture: &["SRStatus"],
    breadcrumb_classes: &["navpath"],
    page_tools: &["go to the source code of this file."],
    permalink_signs: &['◆'],
    is_main: Some(is_below_header),
    header_title: Some(header_title),
    // "Eigen::DenseBase< Derived > Class Template Reference".
    title_kinds: &[
        "class",
        "exception",
        "interface",
        "module",
        "namespace",
        "protocol",
        "reference",
        "struct",
        "template",
        "union",
    ],
    search_places: &[SearchPlace {
        at: "#titlearea",
        side: Side::Inside,
        hides: "#MSearchBox",
        keys: "",
        style: "docfuse-search{float:inline-end;margin:.5rem}",
    }],
    ..NONE
};

/// A paragraph of its own, behind others. Those in tables are about values and parameters.
fn deprecates(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> bool {
    let above = node.parent().and_then(|parent| parent.value().as_element());
    tag == "dl" && attributes.has_class("deprecated") && above.is_some_and(|above| above.name() != "td")
}

/// `SFML/Graphics.hpp` of "SFML: SFML/Graphics.hpp File Reference".
fn header_title(title: &str) -> Option<&str> {
    let title = title.strip_suffix(" File Reference")?;
    let name = title.rsplit_once(": ").map_or(title, |(_, name)| name);
    (name.contains(['.', '/']) && !name.contains(char::is_whitespace)).then_some(name)
}

/// Whether an element is the box of a page's content, after one with the title. Texinfo's tables of contents also have
/// this class.
fn is_below_header(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool {
    let above = || node.prev_siblings().find_map(|before| before.value().as_element());
    attributes.class == "contents" && above().is_some_and(|above| above.attr("class") == Some("header"))
}
