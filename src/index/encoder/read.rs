//! Reads files of rows natively, as a whole.

use super::super::IndexError;
use super::super::manifest::WordRowsRef;
use super::{BEFORE_RECORD, FRAME_BYTES, block};
use crate::format::{FileKind, Generation, HEADER_BYTES, read_header};

/// The records of all rows, from the contents of all files of rows in order.
///
/// # Errors
/// [`IndexError::Unavailable`] if a file is damaged.
pub fn records(rows: &WordRowsRef, contents: &[Vec<u8>]) -> Result<Vec<u8>, IndexError> {
    let record = rows.bytes as usize;
    let mut records = Vec::new();
    for (file, content) in rows.files.iter().zip(contents) {
        let damaged = |reason: String| IndexError::Unavailable {
            file: file.name.clone(),
            message: format!(
                "{}: rows of the encoder expected, {reason}; deploy the whole index folder again",
                file.name
            ),
        };
        read_header(content, FileKind::WordRows, Generation::default())
            .map_err(|error| damaged(error.to_string()))?;
        let blocks = &content[HEADER_BYTES..];
        if record == 0 || !blocks.len().is_multiple_of(record + FRAME_BYTES) {
            return Err(damaged(format!("{} bytes found", content.len())));
        }
        for (row, found) in blocks.chunks_exact(record + FRAME_BYTES).enumerate() {
            let content = &found[BEFORE_RECORD..][..record];
            if block(HEADER_BYTES + row * (record + FRAME_BYTES), content) != found {
                return Err(damaged(format!("another row found in place {row}")));
            }
            records.extend_from_slice(content);
        }
    }
    Ok(records)
}
