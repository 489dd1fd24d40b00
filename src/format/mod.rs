//! Encodes and decodes index files; readers trust no bytes.
//!
//! [`Writer`] and [`Cursor`] are counterparts. [`read_header`] comes first for every file of an index. `FORMAT.md`
//! beside this file is the only specification of the contents; `lexical`, `dense`, `links` and `index` own the
//! structures, each with a `layout` that follows it.

cfg_if::cfg_if! {
    if #[cfg(feature = "sha256")] {
        mod hash;
        pub use hash::sha256_hex;
    }
}

mod cursor;
#[cfg_attr(not(feature = "dense"), path = "detail_none.rs")]
mod detail;
mod error;
mod header;
mod hex;
mod writer;

pub use cursor::Cursor;
pub use detail::Detail;
pub use error::FormatError;
pub use header::{
    ENDING, FileKind, Generation, HEADER_BYTES, VERSION, read_directory_header, read_header, write_header,
};
pub use hex::to_hex;
pub use writer::{Writer, shared_prefix};

#[cfg(test)]
mod tests;
