//! What an index is among several that are searched as one.

/// One index among several: its name, and where it is. All empty for an index that is searched alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchedSite {
    /// Its name in hits, filters and warnings; not empty if several indexes were asked for, whichever of them could be
    /// opened.
    pub name: String,
    /// What to put before the names of its files; empty for the index that the driver opened first.
    pub folder: String,
    /// URL of the site's root, with its final slash, for addresses beside those of other sites.
    pub root: String,
    /// The version of the documentation that the whole site is; empty for none. Of a section in several versions, one is
    /// shown.
    pub version: String,
    /// Why queries come without a vector for it, as code and message, such as that another encoder made its vectors.
    pub encoder_problem: Option<(String, String)>,
    /// Whether its files are on this machine: searches then look at all vectors.
    pub is_here: bool,
    /// Sections of the indexes before it.
    pub first_section: u32,
    /// Pages of the indexes before it.
    pub first_page: u32,
    /// Its number among the indexes.
    pub number: usize,
}

/// An index that is searched alone.
pub(super) static ALONE: SearchedSite = SearchedSite {
    name: String::new(),
    folder: String::new(),
    root: String::new(),
    version: String::new(),
    encoder_problem: None,
    is_here: false,
    first_section: 0,
    first_page: 0,
    number: 0,
};

impl SearchedSite {
    /// Whether the encoder of the queries made its vectors.
    pub fn shares_encoder(&self) -> bool {
        self.encoder_problem.is_none()
    }
}
