//! One generation of an index: the manifest and the files that it names.
//!
//! [`Directory`] locates all blocks. The [`Manifest`] contains it, and lists every other file with size and hash.
//! [`AuxiliaryDirectory`] locates the spelling dictionary, `leaves` texts and terms, and blocks of terms what belongs to them
//! (`places`). A [`Table`] holds the byte ranges of all blocks of one kind. [`Store`] is the read side: it takes blocks as they
//! arrive and checks them. [`build()`] is the write side: `input` has what it takes besides pages, `from_pages` and `texts`
//! select what is searched and shown, `output` makes the files, `pack` puts blocks into them, and `compress` gzips them.

use cfg_if::cfg_if;

mod auxiliary;
mod block;
mod block_id;
mod directory;
mod error;
mod fragment;
mod keys;
mod leaves;
mod lexicon_files;
mod places;
mod ranking;
mod reads;
mod searched_site;
mod store;
mod table;
mod vectors;

pub use auxiliary::{AuxiliaryDirectory, SpellingTable};
pub use block::BlockRequest;
pub use block_id::{BlockId, BlockKind, MAX_SITES, Slot};
pub use directory::{Directory, Synonym, WholeFile};
pub use error::IndexError;
pub(crate) use fragment::is_code_break;
pub use fragment::{FoundPlace, Fragment, HEADING_MARK, PageText, SectionText};
pub use keys::Keys;
pub use lexicon_files::LexiconFiles;
pub use ranking::{LINK_WEIGHTS, Ranking, Setting};
pub use reads::{Absent, Full, IfFull, Present, Reads, Words};
pub use searched_site::SearchedSite;
pub use store::Store;
pub use table::{ByteRange, Table};

cfg_if! {
    if #[cfg(feature = "write")] {
        mod build;
        mod build_error;
        mod compress;
        mod encoder;
        mod file_table;
        mod from_pages;
        mod identity;
        mod index_file;
        mod input;
        mod lexicon_build;
        mod manifest;
        mod output;
        mod pack;
        mod page;
        mod rules;
        mod shared;
        mod shown;
        mod texts;
        mod whole_file;

        #[cfg(test)]
        pub(crate) mod tests;

        pub use self::{
            build::{BuildMemory, Step, build, rebuild},
            build_error::BuildError,
            compress::{gzip, open, open_block, open_gzip},
            encoder::{EncoderInput, WordTable, records as stored_records},
            file_table::{FILE_TABLE, FileRow, Naming, Reader, TERM_VECTORS, file_row},
            index_file::IndexFile,
            input::{DenseInput, IndexSettings},
            manifest::{
                FORMAT_NAME, FileRef, MANIFEST_NAME, Manifest, ModelRef, Offers, PackedDirectory, WordRowsRef,
                check_file,
            },
            output::IndexFiles,
            page::{
                Also, Edition, LeftPart, Link, MAX_HEADING_BYTES, MAX_LISTED, MAX_NAME_BYTES, MAX_NAMES, Name,
                NameKind, Page, SORT_KEY, Section, TextSource, USUAL_WEIGHT,
            },
            rules::{Pinned, Rule, RuleMatch, WhyPinned, pinned, vectors as rule_vectors, written as rule_vector},
            shared::{Shared, SharedText},
        };
    }
}
