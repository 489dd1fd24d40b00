//! DocBook's XSL style sheets, and names that AsciiDoc and Sphinx share with them.

use super::{Generator, NONE};

pub(super) const DOCBOOK: Generator = Generator {
    excludes: &["bookindex.html"],
    // `id_link`: PostgreSQL's style sheet.
    furniture: &["navheader", "navfooter", "id_link"],
    // `sect1`, `refsect1`, `section`.
    is_section: Some(|class| class.contains("sect") || class == "chapter"),
    ..NONE
};
