//! Identifiers as types of their own, so that a page can never be taken for a section.
//!
//! All of them count from zero in the order in which the index was built: pages by their address, sections
//! in reading order within their page, windows in reading order within their section.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The identifier as a position in a slice.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// One page of the site, or one record of a JSONL corpus.
    PageId
);
id!(
    /// One section of a page: what a hit points at, and the unit of the lexical index.
    SectionId
);
id!(
    /// A stretch of a section that fits into the encoder: the unit of the dense index.
    WindowId
);
