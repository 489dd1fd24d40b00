//! The bytes of the index: how numbers and strings are written, and how they are read back without trust.
//!
//! [`Writer`] and [`Cursor`] are each other's counterpart. [`read_header`] is the first thing done with any file
//! of an index. What the files hold is said once, in `FORMAT.md` beside this file; the rooms that own the
//! structures (`lexical`, `dense`, `links`, `index`) each have a `layout` that follows it.

mod cursor;
mod error;
mod hash;
mod header;
mod writer;

pub use cursor::Cursor;
pub use error::FormatError;
#[cfg(any(feature = "write", feature = "embed"))]
pub use hash::sha256_hex;
pub use hash::{check8, to_hex};
pub use header::{
    FileKind, Generation, HEADER_BYTES, VERSION, read_directory_header, read_header, write_header,
};
pub use writer::Writer;
#[cfg(feature = "write")]
pub use writer::shared_prefix;

#[cfg(test)]
mod tests;
