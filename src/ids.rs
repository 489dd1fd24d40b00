//! Identifiers as distinct types, so that the compiler rejects a page in place of a section.
//!
//! All count from zero: pages in the order of their addresses, sections in reading order page by page, windows in
//! reading order section by section.

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
    /// One section of a page: the target of a hit, and the unit of the lexical index.
    SectionId
);
id!(
    /// A part of a section that fits into the encoder: the unit of the dense index.
    WindowId
);
