//! What the bytes of the lexical file are: fields, lengths and postings (FORMAT.md, "Lexical file").

#[cfg(feature = "write")]
use crate::format::Writer;
use crate::format::{Cursor, FormatError};

/// A part of a section that is counted and weighed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Field {
    /// The page's title.
    Title = 0,
    /// The headings above the section's own.
    Path = 1,
    /// The section's own heading.
    Heading = 2,
    /// Running text.
    Body = 3,
    /// Preformatted code.
    Code = 4,
}

/// Number of fields.
pub const FIELD_COUNT: usize = 5;

#[cfg(feature = "write")]
/// All fields in the order in which they are stored.
pub const ALL_FIELDS: [Field; FIELD_COUNT] =
    [Field::Title, Field::Path, Field::Heading, Field::Body, Field::Code];

/// How often a term occurs in each field of a section.
pub type FieldFrequencies = [u32; FIELD_COUNT];

#[cfg(feature = "write")]
/// Writes one posting: the step from the section before, and the frequencies.
///
/// The second number holds a bit for each field with the term, shifted by one; its lowest bit says that all of
/// them are one, which most are, and then nothing more follows.
pub fn write_posting(writer: &mut Writer, step: u32, frequencies: &FieldFrequencies) {
    writer.varint(step);
    let present =
        frequencies.iter().enumerate().filter(|(_, tf)| **tf > 0).fold(0, |mask, (i, _)| mask | 1 << i);
    let all_one = frequencies.iter().all(|tf| *tf <= 1);
    writer.varint(present << 1 | u32::from(all_one));
    if !all_one {
        frequencies.iter().filter(|tf| **tf > 0).for_each(|tf| writer.varint(*tf));
    }
}

/// Reads what [`write_posting`] wrote.
pub fn read_posting(cursor: &mut Cursor<'_>) -> Result<(u32, FieldFrequencies), FormatError> {
    let step = cursor.varint("posting")?;
    let code = cursor.varint_up_to("posting fields", (1 << (FIELD_COUNT + 1)) - 1)?;
    let mut frequencies = [0; FIELD_COUNT];
    for (i, tf) in frequencies.iter_mut().enumerate() {
        if code >> (i + 1) & 1 == 1 {
            *tf = if code & 1 == 1 { 1 } else { cursor.varint("term frequency")? };
        }
    }
    Ok((step, frequencies))
}

#[cfg(feature = "write")]
/// A field's length in one byte: exact to 15, then with three bits behind the leading one, so at most 12 % short
/// (the idea of Lucene's norms).
pub fn length_to_byte(length: u32) -> u8 {
    if length < 16 {
        return length as u8;
    }
    let exponent = 31 - length.leading_zeros() - 3;
    let mantissa = length >> exponent & 7;
    ((exponent + 1) << 3 | mantissa) as u8
}

/// The shortest length that [`length_to_byte`] gives this byte.
pub fn byte_to_length(byte: u8) -> f32 {
    if byte < 16 {
        return byte.into();
    }
    let exponent = (byte >> 3) - 1;
    f32::from(8 + (byte & 7)) * 2f32.powi(exponent.into())
}

#[cfg(test)]
#[cfg(feature = "write")]
mod tests {
    use super::*;

    #[test]
    fn lengths_lose_little() {
        for length in (0..20_000).chain([1 << 27, u32::MAX]) {
            let back = f64::from(byte_to_length(length_to_byte(length)));
            let exact = f64::from(length);
            assert!(back <= exact && back >= exact * 0.88, "{length} came back as {back}");
        }
    }
}
