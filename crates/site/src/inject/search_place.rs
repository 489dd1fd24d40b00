//! `SearchPlace`: where a theme has a search of its own, and how the search box takes its place.

/// Where the box goes, seen from a tag of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Before the element.
    Before,
    /// In the element, as its first child.
    Inside,
    /// Laid over the element, from the start of the page: scripts make the page anew, and remove what is not theirs.
    Over,
}

/// The search of one theme. Selectors are those of CSS without sibling combinators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchPlace {
    /// Selector of the element beside which the box stands; the first one on the page.
    pub(crate) at: &'static str,
    pub(crate) side: Side,
    /// Selector of what the box replaces. It is hidden, not removed, because the theme's scripts look for it. Below a box
    /// that is laid over it, it keeps its room.
    pub(crate) hides: &'static str,
    /// Keys of the theme's search besides Ctrl+K and `/`, which the box takes: `s f`.
    pub(crate) keys: &'static str,
    /// Rules of CSS by which the box fits into its place; may be empty.
    pub(crate) style: &'static str,
}

/// Where nothing better is known. `docfuse-place.js` finds a free place, and does so wherever the box cannot be reached.
pub(crate) const IN_CORNER: &str =
    "docfuse-search{position:fixed;inset-block-start:.5rem;inset-inline-end:.5rem;z-index:1000}";

/// In a header of unknown make: at its end, be it a flexible box or not.
pub(crate) const IN_HEADER: &str =
    "docfuse-search{float:inline-end;order:9;align-self:center;margin:.25rem .5rem}";

/// In a bar, which is a flexible box.
pub(crate) const IN_BAR: &str = "docfuse-search{align-self:center}";

/// Searches that say themselves what they are, by role, type or address, outside of the content.
pub(crate) const HIDES_SEARCH: &str = ":is([role=search],form:has(input[type=search]),form[action*=search i],input[type=search]):not(main *,article *,dialog *)";

/// Likewise, those of which only a name says it: [`names_search`](super::signs::names_search).
pub(crate) const HIDES_NAMED: &str = ":is(form:has(INPUT),INPUT):not(main *,article *,dialog *)";
/// `INPUT` of [`HIDES_NAMED`].
pub(crate) const NAMED_INPUT: &str = "input:is(:not([type]),[type=text i]):is([name=q],[id*=search i],[name*=search i],[class*=search i],[placeholder*=search i],[aria-label*=search i])";
