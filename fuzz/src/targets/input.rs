//! [`Input`]: cuts the bytes of a test case into the parts that a target reads.

/// Bytes not yet taken. What is missing at the end counts as zero or empty.
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// The next two bytes, little-endian.
    pub fn number(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// As many bytes as the next number says.
    pub fn part(&mut self) -> &'a [u8] {
        let length = usize::from(self.number()).min(self.0.len());
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        part
    }

    /// The text up to the next line end, which is dropped.
    pub fn line(&mut self) -> String {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        String::from_utf8_lossy(line).into_owned()
    }

    /// All other bytes as text.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }
}
