//! The bytes of a part's files: pages as lines of JSON, vectors as records. Readers trust none of them.

use serde::{Deserialize, Serialize};

use super::{Part, PartFile};
use crate::build::cache::MAX_WINDOWS;
use crate::build::records::{KEY_BYTES, Key};
use crate::site::site_files::is_below;
use crate::site::site_reader::ReadFile;
use docfuse::format::{Cursor, FormatError, Writer, to_hex};
use docfuse_site::{LeftOut, RawPage, wording};

/// Bytes that one byte of gzip holds at most: Deflate copies 258 by two bits.
const MAX_EXPANSION: u64 = 1_032;

/// A line of a file of pages.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<P> {
    /// Path from the site's root.
    file: String,
    /// SHA-256 of what was read of it; none if it was not read.
    sha256: Option<String>,
    page: Result<P, LeftOut>,
}

/// Appends the line of a file that was read.
///
/// # Errors
/// It cannot be written as JSON.
pub(super) fn write_page(file: &ReadFile, lines: &mut Vec<u8>) -> Result<(), serde_json::Error> {
    let sha256 = file.content.as_ref().map(|digest| to_hex(digest));
    serde_json::to_writer(
        &mut *lines,
        &Line { file: file.name.clone(), sha256, page: file.page.as_ref().map_err(Clone::clone) },
    )?;
    lines.push(b'\n');
    Ok(())
}

/// Reads the lines of a file of pages. O(bytes).
///
/// # Errors
/// The first line that is none, and why.
pub(super) fn read_pages(lines: &[u8]) -> Result<Vec<ReadFile>, String> {
    let lines = lines.split_inclusive(|byte| *byte == b'\n').zip(1..);
    lines.map(|(line, number)| read_page(line).map_err(|error| format!("line {number}: {error}"))).collect()
}

fn read_page(line: &[u8]) -> Result<ReadFile, String> {
    let Line { file, sha256, page } = wording::json(line)?;
    if !is_path(&file) {
        return Err(format!("a path below the site's root expected, {file:?} found"));
    }
    if let Ok(page) = &page {
        RawPage::check(page).map_err(|expected| format!("{file}: {expected} expected"))?;
        if page.file() != file {
            return Err(format!("the page {file} expected, {} found", page.file()));
        }
    }
    let digest =
        |hex: String| from_hex(&hex).ok_or_else(|| format!("{file}: a SHA-256 expected, {hex:?} found"));
    let content = sha256.map(digest).transpose()?;
    Ok(ReadFile::new(file, content, page))
}

/// Whether a page may have this path. Nothing is read or written there, so all characters of a Unix file name are allowed.
fn is_path(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\0')
}

fn from_hex(hex: &str) -> Option<[u8; 32]> {
    let pairs = hex.as_bytes().as_chunks::<2>().0;
    let mut bytes = [0; 32];
    if hex.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        *byte = (digit(0)? * 16 + digit(1)?) as u8;
    }
    Some(bytes)
}

/// A section's windows, with their vectors.
pub(super) struct SectionVectors {
    /// Hash of the section.
    pub(super) section: Key,
    /// Hash and vector of each window.
    pub(super) windows: Vec<(Key, Vec<f32>)>,
}

/// Appends the windows of a section.
pub(super) fn write_vectors<'a>(
    section: &Key,
    windows: impl ExactSizeIterator<Item = (&'a Key, &'a [f32])>,
    writer: &mut Writer,
) {
    writer.bytes(section);
    writer.varint(windows.len() as u32);
    for (key, vector) in windows {
        writer.bytes(key);
        vector.iter().for_each(|number| writer.f32(*number));
    }
}

/// Reads a file of vectors of so many dimensions, section by section.
///
/// # Errors
/// Where the bytes are no such file.
pub(super) fn read_vectors(
    bytes: &[u8],
    dimensions: u32,
    section: &mut dyn FnMut(SectionVectors),
) -> Result<(), FormatError> {
    let mut cursor = Cursor::new(bytes);
    while cursor.remaining() > 0 {
        let key = read_key(&mut cursor)?;
        let windows = cursor.list("windows of a section", MAX_WINDOWS, &mut |cursor| {
            let key = read_key(cursor)?;
            let numbers = cursor.take("vector", dimensions as usize * 4)?;
            let mut numbers = Cursor::new(numbers);
            let vector = (0..dimensions).map(|_| numbers.f32("vector")).collect::<Result<_, _>>()?;
            Ok((key, vector))
        })?;
        section(SectionVectors { section: key, windows });
    }
    Ok(())
}

fn read_key(cursor: &mut Cursor<'_>) -> Result<Key, FormatError> {
    let mut key = [0; KEY_BYTES];
    key.copy_from_slice(cursor.take("hash of a text", KEY_BYTES)?);
    Ok(key)
}

/// Reads the description of a part.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_manifest(bytes: &[u8]) -> Result<Part, String> {
    /// All that other versions need to have in common.
    #[derive(Deserialize)]
    struct Version {
        part: u32,
        docfuse: String,
    }
    let found: Version = wording::json(bytes)?;
    let (expected, here) = (super::PART_VERSION, env!("CARGO_PKG_VERSION"));
    if found.part != expected || found.docfuse != here {
        return Err(format!(
            "a part of format {expected}, written by docfuse {here}, expected, one of format {}, written by docfuse {}, \
             found; build and merge all parts with the same version of docfuse",
            found.part, found.docfuse
        ));
    }
    let part: Part = wording::json(bytes)?;
    let is_name = |name: &str| is_below(name) && !name.contains('/');
    for PartFile { name, bytes, raw, .. } in part.page_files.iter().chain(&part.vector_files) {
        if !is_name(name) {
            return Err(format!("the name of a file expected, {name:?} found"));
        }
        let at_most = u64::from(*bytes) * MAX_EXPANSION;
        if u64::from(*raw) > at_most {
            return Err(format!("{name}: at most {at_most} bytes expected once decompressed, {raw} found"));
        }
    }
    if let Some(share) = part.share.filter(|share| !share.is_one()) {
        return Err(format!("a share such as 2/8 expected, {share} found"));
    }
    Ok(part)
}

/// Checks the description of a part, as `docfuse merge` does.
///
/// # Errors
/// What is wrong with it.
pub fn check_part(bytes: &[u8]) -> Result<(), String> {
    read_manifest(bytes).map(|_| ())
}

/// Reads the lines of a file of pages, as `docfuse merge` does.
///
/// # Errors
/// What is wrong with them.
pub fn check_part_pages(lines: &[u8]) -> Result<Vec<RawPage>, String> {
    Ok(read_pages(lines)?.into_iter().filter_map(|file| file.page.ok()).collect())
}

/// Reads a file of vectors, as `docfuse merge` does, and counts its windows.
///
/// # Errors
/// Where the bytes are no such file.
pub fn check_part_vectors(bytes: &[u8], dimensions: u32) -> Result<usize, FormatError> {
    let mut count = 0;
    read_vectors(bytes, dimensions, &mut |section| count += section.windows.len())?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::{gzip, open_gzip};

    #[test]
    fn a_file_is_not_larger_than_its_bytes_can_hold() {
        let most = 1 << 20;
        let stored = gzip(&vec![0; most]);
        assert!(stored.len() as u64 * MAX_EXPANSION >= most as u64, "the best that gzip can do");
        let described = |raw: u64| {
            let (docfuse, bytes) = (env!("CARGO_PKG_VERSION"), stored.len());
            let file =
                format!(r#"{{"name": "pages-0.jsonl.gz", "bytes": {bytes}, "raw": {raw}, "sha256": ""}}"#);
            let text = format!(
                r#"{{"part": 2, "docfuse": "{docfuse}", "place": "", "share": null, "settings": "", "encoder": null,
                "matched": [], "pages": 1, "page_files": [{file}], "vector_files": []}}"#
            );
            check_part(text.as_bytes())
        };
        assert_eq!(described(most as u64), Ok(()));
        let error = described(u64::from(u32::MAX)).unwrap_err();
        assert!(
            error.contains("pages-0.jsonl.gz: at most") && error.ends_with("4294967295 found"),
            "{error}"
        );
        // What is read grows with what is there, whatever is described.
        assert!(open_gzip(&gzip(b"a line"), u32::MAX).unwrap().capacity() < 1 << 10);
    }
}
