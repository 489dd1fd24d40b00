//! Writes what [`Cursor`](super::Cursor) reads.

/// Appends numbers and strings to a byte vector, in the encodings of FORMAT.md.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Writer::default()
    }

    /// Bytes written so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Four bytes, little-endian.
    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Eight bytes, little-endian.
    pub fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// IEEE 754, four bytes, little-endian.
    pub fn f32(&mut self, value: f32) {
        self.bytes(&value.to_le_bytes());
    }

    /// LEB128, one to five bytes.
    pub fn varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// UTF-8 after its length in bytes.
    pub fn string(&mut self, text: &str) {
        self.varint(text.len() as u32);
        self.bytes(text.as_bytes());
    }

    /// Front coding: the number of bytes that `text` shares with `before`, the string written last, and the rest of it.
    pub fn front_coded(&mut self, before: &str, text: &str) {
        let shared = shared_prefix(before, text);
        self.varint(shared as u32);
        self.string(&text[shared..]);
    }

    /// Returns the written bytes.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Bytes of the longest common prefix, cut to whole characters.
pub fn shared_prefix(a: &str, b: &str) -> usize {
    let mut shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    while !b.is_char_boundary(shared) {
        shared -= 1;
    }
    shared
}
