//! [`Lines`]: messages of bounded length, each a line.

use std::io::BufRead;
use std::path::Path;

use super::failure::Failure;
use crate::error::CliError;
use docfuse_site::MAX_PAGE_BYTES;

/// Most bytes of a message: the largest page, of which JSON may write half the characters in six bytes.
pub const MAX_LINE_BYTES: usize = 4 * MAX_PAGE_BYTES;

/// A line, or why it is none, with the id of no request.
pub type Line = Result<Vec<u8>, (Option<u64>, Failure)>;

/// The lines of a reader.
pub struct Lines<R> {
    input: R,
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most [`MAX_LINE_BYTES`].
    pub fn new(input: R) -> Self {
        Lines { input, most: MAX_LINE_BYTES }
    }

    /// The next line that is not empty; `None` at the end. Of a line that is too long, nothing is kept.
    ///
    /// # Errors
    /// The reader fails.
    pub fn next(&mut self) -> Result<Option<Line>, CliError> {
        loop {
            let mut line = Vec::new();
            let (mut length, mut has_ended) = (0, false);
            while !has_ended {
                let found =
                    self.input.fill_buf().map_err(CliError::file("read", Path::new("standard input")))?;
                if found.is_empty() {
                    break;
                }
                let end = found.iter().position(|byte| *byte == b'\n');
                let taken = end.map_or(found.len(), |end| end + 1);
                length += taken;
                if length <= self.most {
                    line.extend_from_slice(&found[..taken]);
                } else {
                    line = Vec::new();
                }
                has_ended = end.is_some();
                self.input.consume(taken);
            }
            if length > self.most {
                let message = format!("a line of at most {} bytes expected, {length} found", self.most);
                return Ok(Some(Err((None, Failure::message(message)))));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Ok(line)));
            }
            if !has_ended {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_too_long_are_told_and_the_next_ones_read() {
        let text = format!("one\n\n  \n{}\ntwo", "x".repeat(20));
        // A reader that gives a few bytes at a time.
        let input = std::io::BufReader::with_capacity(3, text.as_bytes());
        let mut lines = Lines { input, most: 10 };
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Ok(line) => String::from_utf8(line).unwrap().trim().to_owned(),
                Err((None, failure)) => failure.message,
                Err((Some(id), _)) => id.to_string(),
            });
        }
        assert_eq!(found, ["one", "a line of at most 10 bytes expected, 21 found", "two"]);
    }
}
