//! One table of all kinds of files in an index folder. What a build copies for pages opened from a folder and
//! lists for service workers, and what the playground says of files, follows from it. A new kind needs a row.

use crate::format::ENDING;

/// How files of a kind are named and addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By the kind and a hash of the content: `terms-0123456789abcdef-3.hdf`.
    Hashed,
    /// By one name.
    Fixed,
    /// By one name; scripts request it under an address with a hash of the content, `?v=…`.
    Versioned,
}

/// Who reads files of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Every query.
    Start,
    /// Every query where the index has the worker's language, else pages in other languages.
    Worker,
    /// Every page that is not in English.
    Language,
    /// Queries by words, and the box around them.
    Words,
    /// Pages in an order other than the ranking's, by the full module.
    Orders,
    /// The full module, for the lexicon and links.
    Lexicon,
    /// Every query that needs the full module.
    Full,
    /// Search by the encoder.
    Encoder,
    /// What asks another host, so that nobody keeps it.
    Online,
    /// Pages opened from a folder.
    Folder,
    /// Service workers.
    ServiceWorker,
    /// The command alone.
    Command,
}

/// What the table says of a kind of files.
#[derive(Debug, PartialEq, Eq)]
pub struct FileRow {
    /// The kind, in front of the hash, or the whole name.
    pub name: &'static str,
    /// How they are named.
    pub naming: Naming,
    /// Who reads them.
    pub reader: Reader,
    /// What they hold, for authors.
    pub holds: &'static str,
}

const fn hashed(name: &'static str, reader: Reader, holds: &'static str) -> FileRow {
    FileRow { name, naming: Naming::Hashed, reader, holds }
}

const fn fixed(name: &'static str, reader: Reader) -> FileRow {
    FileRow { name, naming: Naming::Fixed, reader, holds: SCRIPTS }
}

const fn versioned(name: &'static str, reader: Reader) -> FileRow {
    FileRow { name, naming: Naming::Versioned, reader, holds: SCRIPTS }
}

/// What all browser files hold.
const SCRIPTS: &str = "search box and engine";

/// The kind of index files that an index has exactly if it has a lexicon.
pub const TERM_VECTORS: &str = "termvectors";

/// One row per kind.
pub const FILE_TABLE: &[FileRow] = &[
    hashed("auxiliary", Reader::Words, "where words of the spelling dictionary are"),
    hashed("dense", Reader::Lexicon, "vectors of the texts"),
    hashed("filters", Reader::Words, "values of filters, and versions"),
    hashed("first", Reader::Encoder, "first rows of the encoder's word table"),
    hashed("graph", Reader::Lexicon, "graph that finds the nearest vectors"),
    hashed("hashes", Reader::Command, "hashes of the files, for docfuse verify"),
    hashed("homes", Reader::Lexicon, "which vectors are of which text"),
    hashed("keys", Reader::Orders, "keys that pages are ordered by"),
    hashed("leaves", Reader::Words, "where texts and terms of a large index are"),
    hashed("links", Reader::Lexicon, "links between pages"),
    hashed("model", Reader::Encoder, "sentence encoder"),
    hashed("positions", Reader::Words, "positions of words, for phrases"),
    hashed("rows", Reader::Encoder, "further rows of the encoder's word table"),
    hashed("stemmer", Reader::Start, "stems of words, in the site's language"),
    hashed(TERM_VECTORS, Reader::Lexicon, "vectors of the words, for the lexicon"),
    hashed("terms", Reader::Words, "words with the sections that have them"),
    hashed("texts", Reader::Words, "texts of the hits"),
    hashed("tokenizer", Reader::Encoder, "vocabulary of the encoder"),
    hashed("words", Reader::Words, "spelling dictionary"),
    fixed("docfuse.js", Reader::Start),
    fixed("docfuse-place.js", Reader::Start),
    versioned("docfuse-ui.js", Reader::Start),
    versioned("docfuse-worker.js", Reader::Worker),
    versioned("docfuse-worker-languages.js", Reader::Worker),
    versioned("docfuse-strings.js", Reader::Language),
    versioned("docfuse-strings.hdf", Reader::Language),
    versioned("docfuse-steps.js", Reader::Words),
    versioned("docfuse-browse.js", Reader::Words),
    versioned("docfuse-parts.js", Reader::Words),
    versioned("docfuse-landing.js", Reader::Words),
    versioned("docfuse-return.js", Reader::Words),
    versioned("docfuse-agents.js", Reader::Words),
    versioned("docfuse-ask.js", Reader::Words),
    versioned("docfuse-ask-model.js", Reader::Words),
    versioned("docfuse-ask-chat.js", Reader::Online),
    fixed("docfuse-analytics.js", Reader::Online),
    versioned("docfuse-dense.js", Reader::Full),
    versioned("docfuse_full.wasm.hdf", Reader::Full),
    versioned("docfuse_embed.wasm.hdf", Reader::Encoder),
    versioned("docfuse_embed_unigram.wasm.hdf", Reader::Encoder),
    fixed("docfuse-classic.js", Reader::Folder),
    fixed("docfuse-offline.js", Reader::Folder),
    fixed("docfuse-offline-full.js", Reader::Folder),
    FileRow {
        name: "docfuse-linked.json",
        naming: Naming::Fixed,
        reader: Reader::Words,
        holds: "the pages that are linked most, for readers who found nothing",
    },
    fixed("docfuse-precache.json", Reader::ServiceWorker),
    fixed("docfuse-precache.js", Reader::ServiceWorker),
];

/// The row of a file, by its name; none for manifests, twins, and files of others.
pub fn file_row(name: &str) -> Option<&'static FileRow> {
    let kind = hashed_kind(name);
    let is_of = |row: &&FileRow| match row.naming {
        Naming::Hashed => kind == Some(row.name),
        Naming::Fixed | Naming::Versioned => row.name == name,
    };
    FILE_TABLE.iter().find(is_of)
}

/// The kind in a name that has one: behind it are 16 hexadecimal digits, perhaps a number, and an extension.
fn hashed_kind(name: &str) -> Option<&str> {
    let (kind, rest) = name.split_once('-')?;
    let (hash, ending) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
    let (hash, number) = hash.split_once('-').unwrap_or((hash, "0"));
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_named = is_hash && number.parse::<u32>().is_ok() && [ENDING, ".json"].contains(&ending);
    is_named.then_some(kind)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FILE_TABLE, file_row};
    use crate::index::block::KindRow;
    use crate::index::reads::Full;

    #[test]
    fn every_kind_of_block_has_a_row() {
        for row in KindRow::<Full>::ALL {
            let name = format!("{}-0123456789abcdef-3.hdf", row.name);
            assert_eq!(file_row(&name).map(|found| found.name), Some(row.name));
        }
    }

    #[test]
    fn every_name_has_one_row() {
        let names: BTreeSet<&str> = FILE_TABLE.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), FILE_TABLE.len());
    }
}
