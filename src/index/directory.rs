//! The directory: what a reader needs before it can request the first block. The manifest contains it.

use std::ops::Range;

use super::block_id::BlockKind;
use super::leaves::Leaves;
use super::lexicon_files::LexiconFiles;
use super::ranking::Ranking;
use super::reads::{Full, Reads};
use super::table::{ByteRange, Table, hash};
use crate::format::{
    Cursor, ENDING, FileKind, FormatError, Generation, Writer, read_directory_header, to_hex, write_header,
};
use crate::ids::{PageId, SectionId};
use crate::limits::{MAX_FILE_BYTES, MAX_SECTIONS, MAX_STORED_BYTES};
use crate::text::{TextSettings, concat};

/// Settings and block locations of one generation.
///
/// What a reader needs before it can request any block, so it travels in the manifest. In a large index the places of texts and
/// terms are in leaves, which are blocks themselves: until one is read, [`locate`](Self::locate) and
/// [`block_of`](Self::block_of) name its first block. A directory that was read is consistent: counts fit to each other and to
/// the bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directory {
    /// Generation that all files belong to.
    pub generation: Generation,
    /// Language of the pages; its primary subtag decides how queries are analyzed.
    pub language: String,
    /// The site's dictionary: words that the analyzer keeps whole.
    pub dictionary: Vec<String>,
    /// Stop words, and the least length of a term.
    pub text: TextSettings,
    /// Synonyms, applied at query time.
    pub synonyms: Vec<Synonym>,
    /// What the author has set of the ranking.
    pub ranking: Ranking,
    /// The impact that the largest byte of a posting encodes.
    pub largest_impact: f32,
    /// First section of each page, then the number of sections.
    pub(super) page_starts: Vec<u32>,
    /// 0, then the page after the first one of each run of secondary pages, and after the first one behind it.
    pub(super) secondary: Vec<u32>,
    /// Blocks of section texts, and of terms and postings.
    pub(super) leaves: Leaves,
    /// In the names of the files of positions, whose places the blocks of terms have.
    pub(super) positions: [u8; 8],
    /// The auxiliary directory, which only some queries need.
    pub auxiliary: Option<WholeFile>,
    /// Filter values of pages, and editions of sections.
    pub filters: Option<WholeFile>,
    /// Whether there are editions, which every query needs.
    pub has_editions: bool,
    /// Blocks of the graph over the clusters of vectors; none without vectors.
    pub graph: Table,
    /// Blocks of homes of sections; none without vectors.
    pub homes: Table,
    /// The link graph.
    pub links: Option<WholeFile>,
    /// What the term vectors share; none without a lexicon.
    pub lexicon: Option<LexiconFiles>,
    /// Keys to sort pages by.
    pub keys: Option<WholeFile>,
}

/// Marks a filters file with editions; 1 marks any other file that is there.
const EDITIONS: u8 = 2;

/// A word and the words that a query for it also matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Synonym {
    /// The folded word as typed.
    pub word: String,
    /// Words looked up in addition.
    pub others: Vec<String>,
}

/// A file that is read as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeFile {
    /// First eight bytes of its content's SHA-256.
    pub hash: [u8; 8],
    /// Bytes as stored.
    pub stored: u32,
    /// Bytes once decompressed.
    pub bytes: u32,
}

impl WholeFile {
    /// Its byte range; `kind` is the prefix of its name.
    pub fn range(&self, kind: &str) -> ByteRange {
        let file = concat(&[kind, "-", &crate::format::to_hex(&self.hash), ENDING]);
        ByteRange { file, start: 0, end: self.stored, size: self.stored, bytes: self.bytes }
    }

    fn write(file: Option<&WholeFile>, mark: u8, writer: &mut Writer) {
        writer.u8(if file.is_some() { mark } else { 0 });
        if let Some(file) = file {
            writer.bytes(&file.hash);
            writer.varint(file.stored);
            writer.varint(file.bytes);
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Option<Self>, FormatError> {
        if cursor.u8("file")? == 0 {
            return Ok(None);
        }
        let mut hash = [0; 8];
        hash.copy_from_slice(cursor.take("hash of a file", 8)?);
        let stored = cursor.varint_up_to("stored bytes of a file", MAX_STORED_BYTES as u32)?;
        let bytes = cursor.varint_up_to("bytes of a file", MAX_FILE_BYTES as u32)?;
        Ok(Some(WholeFile { hash, stored, bytes }))
    }
}

impl Directory {
    /// The bytes of the directory.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        write_header(&mut writer, FileKind::Directory, self.generation);
        writer.string(&self.language);
        writer.varint(self.dictionary.len() as u32);
        self.dictionary.iter().for_each(|word| writer.string(word));
        writer.u8(self.text.only_own_stop_words.into());
        writer.varint(self.text.stop_words.len() as u32);
        self.text.stop_words.iter().for_each(|word| writer.string(word));
        writer.varint(self.text.min_term_length);
        writer.varint(self.synonyms.len() as u32);
        for synonym in &self.synonyms {
            writer.string(&synonym.word);
            writer.varint(synonym.others.len() as u32);
            synonym.others.iter().for_each(|other| writer.string(other));
        }
        writer.varint(self.ranking.numbers.len() as u32);
        for (key, number) in &self.ranking.numbers {
            writer.string(key);
            writer.f32(*number);
        }
        writer.f32(self.largest_impact);
        write_starts(&self.page_starts, &mut writer);
        write_starts(&self.secondary, &mut writer);
        self.leaves.write(&mut writer);
        writer.bytes(&self.positions);
        WholeFile::write(self.auxiliary.as_ref(), 1, &mut writer);
        let mark = if self.has_editions { EDITIONS } else { 1 };
        WholeFile::write(self.filters.as_ref(), mark, &mut writer);
        self.graph.write(&mut writer);
        self.homes.write(&mut writer);
        WholeFile::write(self.links.as_ref(), 1, &mut writer);
        LexiconFiles::write(self.lexicon.as_ref(), &mut writer);
        // An index without keys has the bytes that it had before there were any.
        if self.keys.is_some() {
            WholeFile::write(self.keys.as_ref(), 1, &mut writer);
        }
        writer.finish()
    }

    /// Reads a directory. Memory: a small multiple of its bytes.
    ///
    /// # Errors
    /// A different version, inconsistent counts, or any damage.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::read_for::<Full>(bytes)
    }

    /// Reads a directory, as far as its reader needs it: [`Words`](super::Words) ignores what is at the end.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_for<S: Reads>(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut directory = Directory::default();
        // Filled in place: errors then have one value to drop, which is less code for every page to load.
        directory.fill::<S>(bytes)?;
        Ok(directory)
    }

    fn fill<S: Reads>(&mut self, bytes: &[u8]) -> Result<(), FormatError> {
        let (generation, mut cursor) = read_directory_header(bytes)?;
        let cursor = &mut cursor;
        self.generation = generation;
        self.language = cursor.owned("language")?;
        self.dictionary = cursor.strings("dictionary")?;
        self.text.only_own_stop_words = cursor.u8("stop words")? != 0;
        self.text.stop_words = cursor.strings("stop words")?;
        self.text.min_term_length = cursor.varint("least length of a term")?;
        self.synonyms = cursor.list("synonyms", u32::MAX, &mut |cursor| {
            Ok(Synonym { word: cursor.owned("synonym")?, others: cursor.strings("synonyms")? })
        })?;
        self.ranking.numbers = cursor.list("settings of the ranking", u32::MAX, &mut |cursor| {
            Ok((cursor.owned("key of a setting")?, positive(cursor)?))
        })?;
        self.largest_impact = positive(cursor)?;
        self.page_starts = read_starts(cursor, "sections of pages", 0)?;
        self.secondary = read_starts(cursor, "secondary pages", 0)?;
        self.leaves.read(cursor, self.page_starts.last().copied().unwrap_or_default())?;
        self.positions = hash(cursor)?;
        self.auxiliary = WholeFile::read(cursor)?;
        self.has_editions = cursor.clone().u8("file")? == EDITIONS;
        self.filters = WholeFile::read(cursor)?;
        self.graph = Table::read(cursor)?;
        if !S::IS_FULL {
            return Ok(());
        }
        self.homes = Table::read(cursor)?;
        self.links = WholeFile::read(cursor)?;
        self.lexicon = LexiconFiles::read(cursor)?;
        if cursor.clone().u8("keys").is_ok_and(|mark| mark != 0) {
            self.keys = WholeFile::read(cursor)?;
        }
        cursor.clone().end("directory")
    }

    /// Number of sections.
    pub fn section_count(&self) -> u32 {
        self.page_starts.last().copied().unwrap_or(0)
    }

    /// Number of pages.
    pub fn page_count(&self) -> u32 {
        (self.page_starts.len() as u32).saturating_sub(1)
    }

    /// The page of a section. Cost: a binary search.
    pub fn page_of(&self, section: SectionId) -> PageId {
        PageId(last_up_to(&self.page_starts, section.0).unwrap_or_default() as u32)
    }

    /// Whether a section is in a secondary page: release notes, a changelog or a generated list. Cost: two binary searches.
    pub fn is_secondary(&self, section: SectionId) -> bool {
        let page = self.page_of(section).0 + 1;
        last_up_to(&self.secondary, page).is_some_and(|run| run % 2 == 1)
    }

    /// The sections of a page; none of an unknown page.
    pub fn sections_of(&self, page: PageId) -> impl Iterator<Item = SectionId> + use<> {
        let start = |page: usize| self.page_starts.get(page).copied().unwrap_or(0);
        (start(page.index())..start(page.index() + 1)).map(SectionId)
    }

    /// Number of blocks of texts or of terms.
    pub fn block_count(&self, kind: BlockKind) -> usize {
        self.leaves.count(kind)
    }

    /// The block of texts of a section, and the section's index in it; `None` beyond the last section. The first block of
    /// its leaf, until that is known.
    pub fn locate(&self, section: SectionId) -> Option<(usize, usize)> {
        self.leaves.locate(section)
    }

    /// The sections of a block of texts; none until its leaf is known.
    pub fn text_sections(&self, block: usize) -> Range<u32> {
        self.leaves.sections(block)
    }

    /// The block of terms that may contain a key; `None` if there is none. The first block of its leaf, until that is
    /// known.
    pub fn block_of(&self, key: &str) -> Option<usize> {
        self.leaves.block_of(key)
    }

    /// Reads a leaf: where some blocks of texts or of terms are. Memory: a small multiple of its bytes.
    ///
    /// # Errors
    /// Other blocks than the directory says, or damage; then the leaf is unknown.
    pub fn read_leaf(&mut self, number: usize, bytes: &[u8]) -> Result<(), FormatError> {
        self.leaves.read_leaf(number, &mut Cursor::new(bytes))
    }

    /// The name of the generation, in hexadecimal.
    pub fn generation_name(&self) -> String {
        to_hex(&self.generation.0)
    }
}

fn positive(cursor: &mut Cursor<'_>) -> Result<f32, FormatError> {
    let number = cursor.f32("ranking")?;
    if number >= 0.0 { Ok(number) } else { Err(FormatError::not_finite("ranking")) }
}

/// Writes running sums.
pub(super) fn write_starts(starts: &[u32], writer: &mut Writer) {
    writer.varint((starts.len() as u32).saturating_sub(1));
    starts.windows(2).for_each(|pair| writer.varint(pair[1] - pair[0]));
}

/// Reads a list of section counts, each at least one, as running sums from `next` on.
pub(super) fn read_starts(
    cursor: &mut Cursor<'_>,
    what: &'static str,
    mut next: u32,
) -> Result<Vec<u32>, FormatError> {
    // Each number takes at least one byte, so the directory's size bounds the allocation.
    let count = cursor.varint_up_to(what, cursor.remaining() as u32)?;
    let mut starts = Vec::with_capacity(count as usize + 1);
    starts.push(next);
    for _ in 0..count {
        let found = cursor.varint_up_to(what, MAX_SECTIONS - next)?;
        if found == 0 {
            return Err(FormatError::not_rising(what, next.into(), next.into()));
        }
        next += found;
        starts.push(next);
    }
    Ok(starts)
}

/// Refuses a number that is not as another part of the index says.
pub(super) fn expect(what: &'static str, expected: usize, found: usize) -> Result<(), FormatError> {
    if expected == found {
        return Ok(());
    }
    Err(FormatError::out_of_range(what, expected as u64, found as u64))
}

/// The last of rising numbers that is not greater than another.
pub(super) fn last_up_to(starts: &[u32], number: u32) -> Option<usize> {
    starts.partition_point(|start| *start <= number).checked_sub(1)
}

/// Sums of the numbers in front of each, then of all.
pub(super) fn running_sums(numbers: &[u32]) -> Vec<u32> {
    let mut sum = 0;
    let sums = numbers.iter().map(|number| {
        sum += number;
        sum
    });
    std::iter::once(0).chain(sums).collect()
}
