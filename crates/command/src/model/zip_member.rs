//! Reads one file of a zip archive, such as a wheel of Python.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Bytes of the record behind all others, without its comment; of one that names a file, and of one before its content.
const END_BYTES: usize = 22;
const NAME_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
/// Most bytes of the comment.
const COMMENT_BYTES: usize = u16::MAX as usize;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The content of the file `name`, of at most `most` bytes.
///
/// # Errors
/// The archive is damaged, or has no such file, or a larger one.
pub fn zip_member(archive: &[u8], name: &str, most: u64) -> Result<Vec<u8>, String> {
    let damaged = || format!("a zip archive with {name} expected, another file found");
    let tail = archive.len().saturating_sub(END_BYTES + COMMENT_BYTES);
    let end = archive[tail..].windows(4).rposition(|four| four == b"PK\x05\x06").ok_or_else(damaged)?;
    let end = archive.get(tail + end..tail + end + END_BYTES).ok_or_else(damaged)?;
    let count = short(end, 10).ok_or_else(damaged)?;
    let mut rest = archive.get(long(end, 16).ok_or_else(damaged)?..).ok_or_else(damaged)?;
    for _ in 0..count {
        let field = |at| short(rest, at).map(usize::from).ok_or_else(damaged);
        let (length, more, comment) = (field(28)?, field(30)?, field(32)?);
        let found = rest.get(NAME_BYTES..).and_then(|rest| rest.get(..length)).ok_or_else(damaged)?;
        if found == name.as_bytes() {
            let [packed, local] = [20, 42].map(|at| long(rest, at).unwrap_or(usize::MAX));
            let content = content(archive, local, packed).ok_or_else(damaged)?;
            return unpacked(content, short(rest, 10).ok_or_else(damaged)?, most)
                .ok_or_else(|| format!("{name} of at most {most} bytes expected, another one found"));
        }
        rest = rest.get(NAME_BYTES + length + more + comment..).ok_or_else(damaged)?;
    }
    Err(damaged())
}

/// The packed bytes behind the record at `local`.
fn content(archive: &[u8], local: usize, packed: usize) -> Option<&[u8]> {
    let local = archive.get(local..)?;
    let start = LOCAL_BYTES + usize::from(short(local, 26)?) + usize::from(short(local, 28)?);
    local.get(start..)?.get(..packed)
}

fn unpacked(content: &[u8], method: u16, most: u64) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match method {
        STORED => out.extend_from_slice(content),
        DEFLATED => drop(DeflateDecoder::new(content).take(most + 1).read_to_end(&mut out).ok()?),
        _ => return None,
    }
    (out.len() as u64 <= most).then_some(out)
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Python's zipfile: `a.txt` stored, `b/c.txt` deflated.
    const ARCHIVE: &[u8] = include_bytes!("../../../../tests/fixtures/archive.zip");

    #[test]
    fn files_are_found_by_name() {
        assert_eq!(zip_member(ARCHIVE, "a.txt", 100).unwrap(), b"first");
        assert_eq!(zip_member(ARCHIVE, "b/c.txt", 800).unwrap(), b"second ".repeat(100));
        assert!(zip_member(ARCHIVE, "b", 800).unwrap_err().contains("with b expected"));
        assert!(zip_member(ARCHIVE, "b/c.txt", 699).unwrap_err().contains("at most 699 bytes"));
    }

    #[test]
    fn damaged_archives_are_errors() {
        for length in 0..ARCHIVE.len() {
            assert!(zip_member(&ARCHIVE[..length], "b/c.txt", 800).is_err(), "{length} bytes");
        }
        for at in 0..ARCHIVE.len() {
            let mut bytes = ARCHIVE.to_vec();
            bytes[at] = !bytes[at];
            // Without a panic; some bytes mean nothing here.
            let _ = zip_member(&bytes, "b/c.txt", 800);
        }
    }
}
