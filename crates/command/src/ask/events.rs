//! [`Events`]: the data of each event of a stream (`text/event-stream`).

use std::io::Read;

/// Bytes of one line; more is no piece of an answer.
pub const MAX_LINE: usize = 1 << 20;

/// Why there is no next event.
pub enum EventError {
    /// The connection failed.
    Read(std::io::Error),
    /// A line is longer than [`MAX_LINE`].
    TooLong,
}

/// Reads lines as they come, and holds one of them at most.
pub struct Events<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where the next line begins in the buffer.
    from: usize,
    is_over: bool,
}

impl<R: Read> Events<R> {
    pub fn new(reader: R) -> Self {
        Events { reader, buffer: Vec::new(), from: 0, is_over: false }
    }

    fn next_line(&mut self) -> Result<Option<Vec<u8>>, EventError> {
        let mut looked = self.from;
        loop {
            let end = self.buffer[looked..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            if let Some(end) = end.map(|end| looked + end) {
                let line = self.buffer[self.from..end].to_vec();
                // Of \r\n, \n ends an empty line, which says nothing.
                self.from = end + 1;
                return Ok(Some(line));
            }
            if self.is_over {
                // Without its end, a last line is an event cut off, unless it is the end of all.
                let rest = std::mem::take(&mut self.buffer).split_off(self.from);
                self.from = 0;
                return Ok(Some(rest).filter(|rest| rest == b"data: [DONE]"));
            }
            self.buffer.drain(..self.from);
            self.from = 0;
            looked = self.buffer.len();
            if looked > MAX_LINE {
                return Err(EventError::TooLong);
            }
            let mut piece = [0; 8192];
            let length = self.reader.read(&mut piece).map_err(EventError::Read)?;
            self.is_over = length == 0;
            self.buffer.extend_from_slice(&piece[..length]);
        }
    }
}

impl<R: Read> Iterator for Events<R> {
    type Item = Result<String, EventError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.next_line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            let line = String::from_utf8_lossy(&line);
            if let Some(data) = line.strip_prefix("data:") {
                return Some(Ok(data.strip_prefix(' ').unwrap_or(data).to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives as many bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(length);
            buffer[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    #[test]
    fn events_are_read_however_they_come() {
        let stream = ": hello\r\ndata: {\"a\":\"ä\"}\r\n\r\nevent: x\rdata:b\n\ndata:  c\n\ndata: cut off";
        for step in 1..stream.len() {
            let events = Events::new(Slow(stream.as_bytes(), step)).map(|event| event.ok().unwrap());
            assert_eq!(events.collect::<Vec<_>>(), ["{\"a\":\"ä\"}", "b", " c"], "by {step}");
        }
        let done = Events::new(&b"data: a\ndata: [DONE]"[..]).map(|event| event.ok().unwrap());
        assert_eq!(done.collect::<Vec<_>>(), ["a", "[DONE]"]);
    }

    #[test]
    fn a_line_without_end_is_an_error() {
        let mut endless = Events::new(std::io::repeat(b'x'));
        assert!(matches!(endless.next(), Some(Err(EventError::TooLong))));
        assert!(endless.buffer.len() < MAX_LINE + 10_000);
    }
}
