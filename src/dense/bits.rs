//! Bit streams with Rice codes, for numbers shorter than a byte.
//!
//! The Rice code of n with parameter k is n >> k zero bits, a one, and the k low bits of n (Rice, "Some practical
//! universal noiseless coding techniques", 1979). Bytes fill from their lowest bit.

use crate::format::FormatError;

/// Largest parameter of a Rice code.
pub(super) const MAX_PARAMETER: u32 = 31;

/// Appends bits to a byte vector.
#[cfg(feature = "write")]
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the incomplete last byte, lowest first, and their number.
    pending: u64,
    count: u32,
}

#[cfg(feature = "write")]
impl BitWriter {
    /// Complete bytes so far.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Writes the `count` low bits of `value`, at most 32.
    pub(super) fn bits(&mut self, value: u32, count: u32) {
        self.pending |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Writes the Rice code of `number`.
    pub(super) fn rice(&mut self, number: u32, parameter: u32) {
        (0..number >> parameter).for_each(|_| self.bits(0, 1));
        self.bits(1, 1);
        self.bits(number & ((1u32 << parameter) - 1), parameter);
    }

    /// Fills the last byte with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Length in bits of the Rice code of `number`.
#[cfg(feature = "write")]
pub(super) fn rice_bits(number: u32, parameter: u32) -> u64 {
    u64::from(number >> parameter) + 1 + u64::from(parameter)
}

/// Reads what [`BitWriter`] wrote.
#[derive(Clone)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Position of the next bit.
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Starts at the lowest bit of the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, at: 0 }
    }

    /// At least the next 57 bits, lowest first; zeros after the end.
    fn peek(&self) -> u64 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let mut eight = [0; 8];
        match rest.first_chunk::<8>() {
            Some(chunk) => eight = *chunk,
            None => eight[..rest.len()].copy_from_slice(rest),
        }
        u64::from_le_bytes(eight) >> (self.at % 8)
    }

    /// Skips `count` bits.
    fn advance(&mut self, count: usize, what: &'static str) -> Result<(), FormatError> {
        self.at += count;
        if self.at > self.bytes.len() * 8 {
            let found = self.bytes.len() as u64;
            return Err(FormatError::Truncated { what, expected: self.at.div_ceil(8) as u64, found });
        }
        Ok(())
    }

    /// Reads `count` bits, at most 32.
    pub(super) fn bits(&mut self, count: u32, what: &'static str) -> Result<u32, FormatError> {
        let value = self.peek() & ((1u64 << count) - 1);
        self.advance(count as usize, what)?;
        Ok(value as u32)
    }

    /// Reads a Rice code with `parameter`, at most [`MAX_PARAMETER`]. Fails above `at_most`.
    pub(super) fn rice(
        &mut self,
        parameter: u32,
        at_most: u32,
        what: &'static str,
    ) -> Result<u32, FormatError> {
        let mut zeros = 0u64;
        loop {
            let next = self.peek();
            // peek misses up to seven of the 64 bits.
            let run = next.trailing_zeros().min(56);
            zeros += u64::from(run);
            if next != 0 && run < 56 {
                self.advance(run as usize + 1, what)?;
                break;
            }
            self.advance(run as usize, what)?;
        }
        let found = (zeros << parameter) | u64::from(self.bits(parameter, what)?);
        if found > u64::from(at_most) {
            return Err(FormatError::OutOfRange { what, at_most: at_most.into(), found });
        }
        Ok(found as u32)
    }

    /// Checks that only the zeros of the last byte remain.
    pub(super) fn end(self, what: &'static str) -> Result<(), FormatError> {
        let left = (self.bytes.len() * 8 - self.at) as u64;
        if left >= 8 || self.peek() != 0 {
            return Err(FormatError::Trailing { what, found: left.div_ceil(8) });
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "write"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_read_back(numbers in prop::collection::vec((0u32..3_000, 0u32..20), 0..60)) {
            let mut writer = BitWriter::default();
            let mut bits = 0;
            for (number, parameter) in &numbers {
                writer.rice(*number, *parameter);
                writer.bits(*parameter, 5);
                bits += rice_bits(*number, *parameter) + 5;
            }
            let bytes = writer.finish();
            prop_assert_eq!(bytes.len() as u64, bits.div_ceil(8));
            let mut reader = BitReader::new(&bytes);
            for (number, parameter) in &numbers {
                prop_assert_eq!(reader.rice(*parameter, u32::MAX, "n"), Ok(*number));
                prop_assert_eq!(reader.bits(5, "p"), Ok(*parameter));
            }
            prop_assert_eq!(reader.end("numbers"), Ok(()));
        }

        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..40), parameter in 0u32..=31) {
            let mut reader = BitReader::new(&bytes);
            let mut read = 0;
            while reader.rice(parameter, u32::MAX, "n").is_ok() {
                read += 1;
            }
            prop_assert!(read <= bytes.len() * 8);
        }
    }

    #[test]
    fn errors_name_the_damage() {
        let mut writer = BitWriter::default();
        writer.rice(300, 2);
        let bytes = writer.finish();
        let rice = |bytes: &[u8], at_most| BitReader::new(bytes).rice(2, at_most, "n");
        assert_eq!(rice(&bytes, 299), Err(FormatError::OutOfRange { what: "n", at_most: 299, found: 300 }));
        assert!(matches!(rice(&bytes[..bytes.len() - 1], 300), Err(FormatError::Truncated { .. })));
        assert!(matches!(rice(&[0; 30], u32::MAX), Err(FormatError::Truncated { .. })));
        assert!(matches!(BitReader::new(&[0, 0]).end("n"), Err(FormatError::Trailing { found: 2, .. })));
        assert!(matches!(BitReader::new(&[1]).end("n"), Err(FormatError::Trailing { .. })));
    }
}
