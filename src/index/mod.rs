//! One generation of an index: the manifest and what it names.
//!
//! [`Manifest`] names every file by size and hash. [`Store`] is the read side: it takes files as they arrive and
//! checks them. `directory` says which section is on which page and in which fragment, `fragment` holds the
//! texts. [`build()`] is the write side: it puts all rooms' files together, and `compress` makes them small.

#[cfg(feature = "write")]
mod build;
#[cfg(feature = "write")]
mod compress;
mod directory;
mod error;
mod fragment;
mod manifest;
mod store;

#[cfg(feature = "write")]
pub use build::{BuildError, DenseInput, IndexFile, IndexFiles, Step, build};
#[cfg(feature = "write")]
pub use compress::open;
pub use directory::Directory;
pub use error::IndexError;
pub use fragment::{Fragment, PageText, SectionText};
pub use manifest::{FileRef, MANIFEST_NAME, Manifest, ModelRef, Ranking};
pub use store::{Part, Slot, Store, check_file};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
