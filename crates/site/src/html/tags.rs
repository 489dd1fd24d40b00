//! What a tag is by its name: a box of the layout, a heading, a control.

/// Whether an id belongs to a box of the page's layout: links to it work, but it is not a section's anchor.
pub(crate) fn names_layout(tag: &str, id: &str) -> bool {
    const LAYOUT: [&str; 12] = [
        "app",
        "bd",
        "body",
        "container",
        "content",
        "document",
        "header",
        "main",
        "main-content",
        "page",
        "root",
        "wrapper",
    ];
    matches!(tag, "html" | "body" | "main")
        || (matches!(tag, "div" | "header" | "article" | "section") && LAYOUT.contains(&id))
}

/// The level of a heading, 1 to 6.
pub(crate) fn heading_level(tag: &str) -> Option<u8> {
    match tag.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Controls, whose text is separate from the words beside them: tabs are a row of labels.
pub(crate) fn is_control(tag: &str) -> bool {
    matches!(tag, "button" | "input" | "label" | "meter" | "output" | "progress" | "select" | "textarea")
}
