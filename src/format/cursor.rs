//! Reads untrusted bytes: every step is checked, and allocations are bounded by the bytes given.

use super::error::FormatError;

/// Reads a byte slice from front to back. Methods return a value inside the slice, or an error with what was expected
/// and found. They never panic; only lists and owned strings allocate. Cost: O(1) each, linear for those that allocate.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    /// Offset of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Bytes not yet read.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `len` bytes.
    pub fn take(&mut self, what: &'static str, len: usize) -> Result<&'a [u8], FormatError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..len).ok_or(FormatError::truncated(what, len as u64, rest.len() as u64))?;
        self.at += len;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], FormatError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(what, N)?);
        Ok(array)
    }

    /// One byte.
    pub fn u8(&mut self, what: &'static str) -> Result<u8, FormatError> {
        // The most frequent read: reading an array would copy each byte by a call.
        let byte = *self.bytes.get(self.at).ok_or(FormatError::truncated(what, 1, 0))?;
        self.at += 1;
        Ok(byte)
    }

    /// Four bytes, little-endian.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, FormatError> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// Eight bytes, little-endian.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, FormatError> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// A finite IEEE 754 number of four bytes, little-endian.
    pub fn f32(&mut self, what: &'static str) -> Result<f32, FormatError> {
        let number = f32::from_le_bytes(self.array(what)?);
        if number.is_finite() { Ok(number) } else { Err(FormatError::not_finite(what)) }
    }

    /// A LEB128 number of at most 32 bits; a longer or overflowing encoding is an error.
    pub fn varint(&mut self, what: &'static str) -> Result<u32, FormatError> {
        let mut value = 0u32;
        let mut shift = 0;
        while shift <= 28 {
            let byte = self.u8(what)?;
            if shift == 28 && byte > 0x0f {
                break;
            }
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
        }
        Err(FormatError::out_of_range(what, u64::from(u32::MAX), u64::MAX))
    }

    /// A LEB128 number of at most `at_most`. Every count and id is read by this.
    pub fn varint_up_to(&mut self, what: &'static str, at_most: u32) -> Result<u32, FormatError> {
        let found = self.varint(what)?;
        if found > at_most {
            return Err(FormatError::out_of_range(what, at_most.into(), found.into()));
        }
        Ok(found)
    }

    /// A byte string after its length (a LEB128 number).
    pub fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], FormatError> {
        let len = self.varint(what)? as usize;
        self.take(what, len)
    }

    /// A UTF-8 string after its length in bytes (a LEB128 number).
    pub fn string(&mut self, what: &'static str) -> Result<&'a str, FormatError> {
        std::str::from_utf8(self.bytes(what)?).map_err(|_| FormatError::not_utf8(what))
    }

    /// A count of at most `at_most`, and as many items. Reserves no memory for the count, so a hostile one runs into
    /// the end of the bytes.
    pub fn list<T>(
        &mut self,
        what: &'static str,
        at_most: u32,
        item: &mut dyn FnMut(&mut Self) -> Result<T, FormatError>,
    ) -> Result<Vec<T>, FormatError> {
        let mut items = Vec::new();
        for _ in 0..self.varint_up_to(what, at_most)? {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A count and as many strings.
    pub fn strings(&mut self, what: &'static str) -> Result<Vec<String>, FormatError> {
        self.list(what, u32::MAX, &mut |cursor| cursor.owned(what))
    }

    /// Like [`Cursor::string`], but a copy.
    pub fn owned(&mut self, what: &'static str) -> Result<String, FormatError> {
        Ok(self.string(what)?.to_owned())
    }

    /// Checks that no bytes remain.
    pub fn end(self, what: &'static str) -> Result<(), FormatError> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(FormatError::trailing(what, left as u64)),
        }
    }
}
