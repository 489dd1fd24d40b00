//! [`ModelParts`]: receives the chunks of an encoder's ONNX file into one allocation, made in advance, which may fail.
//!
//! A file consists of parts that arrive in parallel, the bytes of each in order. A part counts once it is complete and
//! its SHA-256 has been compared. Browsers hash many times as fast as wasm, so callers may pass the hash.

use std::ops::Range;

use docfuse::format::sha256_hex;
use docfuse::limits::MAX_MODEL_BYTES;

/// Why a model's bytes could not be received.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelPartsError {
    /// More bytes than any encoder for browsers has.
    #[error("a model of at most {MAX_MODEL_BYTES} bytes expected, {found} found; use a smaller one")]
    TooLarge {
        /// Sum of the parts' lengths in bytes.
        found: u64,
    },
    /// The allocator refused.
    #[error("{bytes} bytes of memory for the model were refused; close other pages and try again")]
    Memory {
        /// Bytes that were requested.
        bytes: u64,
    },
    /// A part that the model does not have.
    #[error("part {part} of a model of {parts} parts; this is a defect in the caller")]
    NoPart {
        /// The part that was named, from 0.
        part: usize,
        /// Number of parts.
        parts: usize,
    },
    /// A part that was never compared with its hash.
    #[error("part {part} of the model was not ended; this is a defect in the caller")]
    Open {
        /// The part, from 0.
        part: usize,
    },
    /// A part with another length.
    #[error("part {part} of the model: {expected} bytes expected, {found} found; load it again")]
    Length {
        /// The part, from 0.
        part: usize,
        /// Its length in bytes.
        expected: usize,
        /// Bytes received.
        found: usize,
    },
    /// A part with another content.
    #[error("part {part} of the model: SHA-256 {expected} expected, {found} found; load it again")]
    Altered {
        /// The part, from 0.
        part: usize,
        /// SHA-256 that the caller expects, hexadecimal.
        expected: String,
        /// SHA-256 of the received bytes, hexadecimal.
        found: String,
    },
}

/// One part: its range of bytes, how much of it has arrived, and whether it has been checked.
struct ModelPart {
    range: Range<usize>,
    filled: usize,
    checked: bool,
}

/// A model's bytes while they arrive.
pub struct ModelParts {
    /// Ends at the last byte received; the memory for all bytes is reserved.
    bytes: Vec<u8>,
    parts: Vec<ModelPart>,
}

impl ModelParts {
    /// Reserves memory for parts of these lengths, which follow each other.
    ///
    /// # Errors
    /// [`ModelPartsError::TooLarge`], or [`ModelPartsError::Memory`] if the allocation fails.
    pub fn new(lengths: &[u32]) -> Result<Self, ModelPartsError> {
        let found: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
        if found > MAX_MODEL_BYTES {
            return Err(ModelPartsError::TooLarge { found });
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(found as usize).map_err(|_| ModelPartsError::Memory { bytes: found })?;
        let mut end = 0;
        let parts = lengths
            .iter()
            .map(|length| {
                let start = end;
                end += *length as usize;
                ModelPart { range: start..end, filled: 0, checked: false }
            })
            .collect();
        Ok(Self { bytes, parts })
    }

    /// Starts a part, or restarts it from its first byte.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`].
    pub fn begin(&mut self, part: usize) -> Result<(), ModelPartsError> {
        let state = self.part(part)?;
        state.filled = 0;
        state.checked = false;
        Ok(())
    }

    /// Appends bytes to a part.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`], or [`ModelPartsError::Length`] for bytes beyond the part's end, which are not
    /// stored.
    pub fn append(&mut self, part: usize, chunk: &[u8]) -> Result<(), ModelPartsError> {
        let state = self.part(part)?;
        let found = state.filled + chunk.len();
        if found > state.range.len() {
            return Err(ModelPartsError::Length { part, expected: state.range.len(), found });
        }
        let range = state.range.start + state.filled..state.range.start + found;
        state.filled = found;
        if self.bytes.len() < range.end {
            self.bytes.resize(range.end, 0);
        }
        self.bytes[range].copy_from_slice(chunk);
        Ok(())
    }

    /// The bytes of a complete part.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`] or [`ModelPartsError::Length`].
    pub fn content(&self, part: usize) -> Result<&[u8], ModelPartsError> {
        let parts = self.parts.len();
        let ModelPart { range, filled, .. } =
            self.parts.get(part).ok_or(ModelPartsError::NoPart { part, parts })?;
        if *filled != range.len() {
            return Err(ModelPartsError::Length { part, expected: range.len(), found: *filled });
        }
        // An empty part may lie beyond the last byte received.
        Ok(self.bytes.get(range.clone()).unwrap_or_default())
    }

    /// Ends a part, which must be complete and have the SHA-256 `expected` (hexadecimal). `found` is the SHA-256 of
    /// [`Self::content`] if the caller has it; otherwise it is computed here.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`], [`ModelPartsError::Length`] or [`ModelPartsError::Altered`].
    pub fn end(&mut self, part: usize, expected: &str, found: Option<String>) -> Result<(), ModelPartsError> {
        let content = self.content(part)?;
        let found = found.unwrap_or_else(|| sha256_hex(content));
        if !found.eq_ignore_ascii_case(expected) {
            return Err(ModelPartsError::Altered { part, expected: expected.to_owned(), found });
        }
        self.part(part)?.checked = true;
        Ok(())
    }

    /// The complete file.
    ///
    /// # Errors
    /// [`ModelPartsError::Length`] or [`ModelPartsError::Open`] if a part is incomplete or was not ended.
    pub fn whole(self) -> Result<Vec<u8>, ModelPartsError> {
        for (part, state) in self.parts.iter().enumerate() {
            self.content(part)?;
            if !state.checked {
                return Err(ModelPartsError::Open { part });
            }
        }
        Ok(self.bytes)
    }

    fn part(&mut self, part: usize) -> Result<&mut ModelPart, ModelPartsError> {
        let parts = self.parts.len();
        self.parts.get_mut(part).ok_or(ModelPartsError::NoPart { part, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::format::sha256_hex;

    const FILE: &[u8] = b"the weights of a model, in three parts";
    const LENGTHS: [u32; 3] = [11, 0, 27];

    fn fill(model: &mut ModelParts, part: usize, content: &[u8]) -> Result<(), ModelPartsError> {
        model.begin(part)?;
        content.chunks(4).try_for_each(|chunk| model.append(part, chunk))?;
        model.end(part, &sha256_hex(content), None)
    }

    #[test]
    fn parts_that_arrive_in_parallel_form_the_file() {
        let mut model = ModelParts::new(&LENGTHS).unwrap();
        let (first, last) = FILE.split_at(11);
        for part in 0..3 {
            model.begin(part).unwrap();
        }
        for at in 0..27 {
            model.append(2, &last[at..=at]).unwrap();
            model.append(0, first.get(at..=at).unwrap_or_default()).unwrap();
        }
        for (part, content) in [(0, first), (1, b"".as_slice()), (2, last)] {
            assert_eq!(model.content(part).unwrap(), content);
            let hash = sha256_hex(content);
            let brought = (part == 2).then(|| hash.clone());
            model.end(part, &hash.to_uppercase(), brought).unwrap();
        }
        assert_eq!(model.whole().unwrap(), FILE);
    }

    #[test]
    fn a_restarted_part_replaces_its_bytes() {
        let mut model = ModelParts::new(&LENGTHS).unwrap();
        let (first, last) = FILE.split_at(11);
        fill(&mut model, 0, b"not the one").unwrap();
        assert_eq!(fill(&mut model, 0, &first[1..]).unwrap_err(), length(0, 11, 10));
        fill(&mut model, 0, first).unwrap();
        fill(&mut model, 1, b"").unwrap();
        fill(&mut model, 2, last).unwrap();
        assert_eq!(model.whole().unwrap(), FILE);
    }

    fn length(part: usize, expected: usize, found: usize) -> ModelPartsError {
        ModelPartsError::Length { part, expected, found }
    }

    #[test]
    fn errors_name_the_damage() {
        let mut model = ModelParts::new(&LENGTHS).unwrap();
        assert_eq!(fill(&mut model, 0, FILE), Err(length(0, 11, 12)));
        assert_eq!(model.append(3, b""), Err(ModelPartsError::NoPart { part: 3, parts: 3 }));
        assert_eq!(model.end(2, "", None), Err(length(2, 27, 0)));
        assert_eq!(model.content(2), Err(length(2, 27, 0)));
        model.begin(0).unwrap();
        model.append(0, b"the Weights").unwrap();
        let expected = sha256_hex(b"the weights");
        for brought in [None, Some(sha256_hex(b"the Weights"))] {
            let altered = model.end(0, &expected, brought).unwrap_err();
            assert!(matches!(altered, ModelPartsError::Altered { part: 0, .. }), "{altered}");
        }
        assert_eq!(model.whole(), Err(ModelPartsError::Open { part: 0 }));
    }

    #[test]
    fn a_restarted_part_must_be_ended_again() {
        let mut model = ModelParts::new(&[3]).unwrap();
        fill(&mut model, 0, b"abc").unwrap();
        model.begin(0).unwrap();
        assert_eq!(model.content(0), Err(length(0, 3, 0)));
        model.append(0, b"abd").unwrap();
        assert_eq!(model.whole(), Err(ModelPartsError::Open { part: 0 }));
    }

    #[test]
    fn a_model_beyond_the_limit_is_not_allocated() {
        let error = ModelParts::new(&[u32::MAX; 4]).err().unwrap();
        assert_eq!(error, ModelPartsError::TooLarge { found: 4 * u64::from(u32::MAX) });
    }
}
