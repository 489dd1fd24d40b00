//! One generation of an index: the manifest and what it names.
//!
//! [`Directory`] says where everything is; it travels inside the [`Manifest`], which also names every file by size and
//! hash. [`AuxiliaryDirectory`] says the same of what only some queries read. A [`Table`] tells which stretches of the files of
//! one kind are blocks. [`Store`] is the read side: it takes pieces as they arrive and checks them. [`build()`] is the write
//! side: `texts` says what is searched and shown, `pack` puts blocks into files, and `compress` makes them small.

mod auxiliary;
mod block;
#[cfg(feature = "write")]
mod build;
#[cfg(feature = "write")]
mod compress;
mod directory;
mod error;
mod fragment;
#[cfg(feature = "write")]
mod manifest;
#[cfg(feature = "write")]
mod pack;
mod store;
mod table;
#[cfg(feature = "write")]
mod texts;
#[cfg(feature = "dense")]
mod vectors;

pub use auxiliary::{AuxiliaryDirectory, WordTable};
pub use block::{BlockId, BlockKind, BlockRequest, Slot};
#[cfg(feature = "write")]
pub use build::{BuildError, DenseInput, IndexFile, IndexFiles, IndexSettings, Step, build};
#[cfg(feature = "write")]
pub use compress::open;
pub use directory::{Directory, Fusion, Synonym, WholeFile};
pub use error::IndexError;
pub use fragment::{Fragment, PageText, SectionText};
#[cfg(feature = "write")]
pub use manifest::{FileRef, MANIFEST_NAME, Manifest, ModelRef, PackedDirectory, check_file};
pub use store::Store;
pub use table::{ByteRange, Keys, Table};

#[cfg(test)]
#[cfg(feature = "write")]
pub(crate) mod tests;
