//! [`SearchPlace`]: where a theme has a search of its own, and how the search box takes its place.

/// Where the box goes, seen from a tag of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Before the element.
    Before,
    /// In the element, as its first child.
    Inside,
}

/// The search of one theme. Selectors are those of CSS without sibling combinators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchPlace {
    /// Selector of the element beside which the box stands; the first one on the page.
    pub(crate) at: &'static str,
    pub(crate) side: Side,
    /// Selector of what the box replaces. It is hidden, not removed, because the theme's scripts look for it.
    pub(crate) hides: &'static str,
    /// Rules of CSS by which the box fits into its place; may be empty.
    pub(crate) style: &'static str,
}

/// Where nothing better is known.
pub(crate) const IN_CORNER: &str =
    "docfuse-search{position:fixed;inset-block-start:.5rem;inset-inline-end:.5rem;z-index:1000}";

/// In a header of unknown make: at its end, be it a flexible box or not.
pub(crate) const IN_HEADER: &str =
    "docfuse-search{float:inline-end;order:9;align-self:center;margin:.25rem .5rem}";

/// In a bar, which is a flexible box.
pub(crate) const IN_BAR: &str = "docfuse-search{align-self:center}";
