//! Contents of term blocks: fields, impacts, and the marks of special keys (FORMAT.md, "Terms").

/// A part of a section with its own term frequencies and weight.
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
    /// Anchor texts of links from other pages to the section's page.
    Anchor = 5,
}

/// Number of fields.
pub const FIELD_COUNT: usize = 6;

/// All fields in the order of their bits in a posting.
pub const ALL_FIELDS: [Field; FIELD_COUNT] =
    [Field::Title, Field::Path, Field::Heading, Field::Body, Field::Code, Field::Anchor];

impl Field {
    /// Name in settings and explanations.
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

/// Separates a term of a name from the name itself. Sorts before all characters of terms, so the key of a name follows
/// that term, in most cases in the same block.
pub const EXACT_MARK: char = '\u{1}';

/// Ends the key of a term's low-impact postings, twice that of its least postings.
pub const LOW_IMPACT_MARK: char = '\u{2}';

/// Maximum number of postings under a term's own key; the rest are low-impact postings. Only frequent words have so
/// many sections.
pub const HEAD_POSTINGS: usize = 1_024;

/// Maximum number of low-impact postings of a term with least postings.
pub const LOW_IMPACT_POSTINGS: usize = 8_192;

/// Sections beyond which a term has least postings, those beyond its low-impact ones, in an index of so many `sections`: a
/// sixth of them, which hardly tells one from the other. A plain query does without them.
pub fn widespread(sections: usize) -> usize {
    (sections / 6).clamp(HEAD_POSTINGS + LOW_IMPACT_POSTINGS, 50_000)
}

/// The key of a name, stored behind `term`, one of its terms. `()` at the end is ignored.
pub fn exact_key(term: &str, folded_name: &str) -> String {
    let folded_name = folded_name.strip_suffix("()").unwrap_or(folded_name);
    let mut key = String::with_capacity(term.len() + folded_name.len() + 1);
    key.push_str(term);
    key.push(EXACT_MARK);
    key.push_str(folded_name);
    key
}

/// Encodes an impact as one byte: the square root of its ratio to the largest impact, which resolves small impacts,
/// between which most decisions fall (relative error at most 2 % above a tenth of the largest).
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
    fn impact_bytes_are_accurate() {
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

/// A block before compression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedBlock {
    /// Its first key.
    pub first: String,
    /// Its last key.
    pub last: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
