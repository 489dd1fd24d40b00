//! What the bytes of term blocks are: fields, impacts, and the marks of special keys (FORMAT.md, "Terms").

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
    /// Texts of links from other pages that point here.
    Anchor = 5,
}

/// Number of fields.
pub const FIELD_COUNT: usize = 6;

/// All fields in the order of their bits in a posting.
pub const ALL_FIELDS: [Field; FIELD_COUNT] =
    [Field::Title, Field::Path, Field::Heading, Field::Body, Field::Code, Field::Anchor];

impl Field {
    /// Its name in settings and explanations.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Path => "path",
            Field::Heading => "heading",
            Field::Body => "body",
            Field::Code => "code",
            Field::Anchor => "anchor",
        }
    }
}

/// Between the first term of an exact name and the name itself. It sorts before all that words are made of, so
/// the name stands right behind its first term, in most cases in the same block.
pub const EXACT_MARK: char = '\u{1}';

/// Behind a term: the key of the postings that its own list leaves out, those with the smallest impacts.
pub const LOW_IMPACT_MARK: char = '\u{2}';

/// Postings that a term's own list holds at most; the rest is its tail. Long lists are those of words that say
/// little, and what such a word adds to a section where it weighs least decides nothing.
#[cfg(feature = "write")]
pub const HEAD_POSTINGS: usize = 1_024;

/// The key under which an exact name stands: `first_term` is the first term that the analyser finds in it. With and
/// without `()` behind it, it is the same name.
pub fn exact_key(first_term: &str, folded_name: &str) -> String {
    let folded_name = folded_name.strip_suffix("()").unwrap_or(folded_name);
    let mut key = String::with_capacity(first_term.len() + folded_name.len() + 1);
    key.push_str(first_term);
    key.push(EXACT_MARK);
    key.push_str(folded_name);
    key
}

/// An impact as one byte: the square root of its share in the largest impact, so that small ones, between which
/// most decisions fall, are told apart as well as large ones (at most 2 % off above a tenth of the largest).
#[cfg(feature = "write")]
pub fn impact_to_byte(impact: f32, largest: f32) -> u8 {
    ((impact / largest).sqrt() * 255.0).round().clamp(1.0, 255.0) as u8
}

/// The impact that a byte stands for: the inverse of `impact_to_byte`, up to rounding.
pub fn byte_to_impact(byte: u8, largest: f32) -> f32 {
    let root = f32::from(byte) / 255.0;
    root * root * largest
}

#[cfg(test)]
#[cfg(feature = "write")]
mod tests {
    use super::*;

    #[test]
    fn impacts_lose_little() {
        for tenth in 1..100 {
            let impact = tenth as f32 / 10.0;
            let back = byte_to_impact(impact_to_byte(impact, 10.0), 10.0);
            assert!(
                (back - impact).abs() <= impact * if tenth >= 10 { 0.02 } else { 0.05 },
                "{impact}: {back}"
            );
        }
        assert!(byte_to_impact(impact_to_byte(0.0, 10.0), 10.0) > 0.0, "an occurrence always counts");
    }
}
