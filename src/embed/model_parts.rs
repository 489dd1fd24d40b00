//! [`ModelParts`]: the bytes of an encoder's ONNX file, taken in chunk by chunk as they arrive, in one allocation that
//! is made before the first and may be refused.
//!
//! A file is cut into parts that arrive side by side, the bytes of each in order. Each is compared with its SHA-256 once
//! it is whole, and only then counts as there. Browsers hash many times as fast as wasm does, so who has their hash at
//! hand may bring it along.

use std::ops::Range;

use crate::format::sha256_hex;
use crate::limits::MAX_MODEL_BYTES;

/// Why a model's bytes could not be taken in.
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
        /// Bytes that were asked for.
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

/// One part: where it lies, how much of it is there, and whether that is what it should be.
struct ModelPart {
    place: Range<usize>,
    filled: usize,
    checked: bool,
}

/// A model's bytes while they arrive.
pub struct ModelParts {
    /// As long as the farthest byte that has come; the memory for all of them is reserved.
    bytes: Vec<u8>,
    parts: Vec<ModelPart>,
}

impl ModelParts {
    /// Memory for parts of these lengths, which follow each other.
    ///
    /// # Errors
    /// [`ModelPartsError::TooLarge`], or [`ModelPartsError::Memory`] where the machine has no more.
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
                ModelPart { place: start..end, filled: 0, checked: false }
            })
            .collect();
        Ok(Self { bytes, parts })
    }

    /// Starts a part from its first byte, also one that was begun before.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`].
    pub fn begin(&mut self, part: usize) -> Result<(), ModelPartsError> {
        let state = self.part(part)?;
        state.filled = 0;
        state.checked = false;
        Ok(())
    }

    /// Puts the next bytes of a part into their place.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`], or [`ModelPartsError::Length`] for bytes beyond the part's end, which change nothing.
    pub fn append(&mut self, part: usize, chunk: &[u8]) -> Result<(), ModelPartsError> {
        let state = self.part(part)?;
        let found = state.filled + chunk.len();
        if found > state.place.len() {
            return Err(ModelPartsError::Length { part, expected: state.place.len(), found });
        }
        let place = state.place.start + state.filled..state.place.start + found;
        state.filled = found;
        if self.bytes.len() < place.end {
            self.bytes.resize(place.end, 0);
        }
        self.bytes[place].copy_from_slice(chunk);
        Ok(())
    }

    /// The bytes of a part, which must be whole.
    ///
    /// # Errors
    /// [`ModelPartsError::NoPart`] or [`ModelPartsError::Length`].
    pub fn content(&self, part: usize) -> Result<&[u8], ModelPartsError> {
        let parts = self.parts.len();
        let ModelPart { place, filled, .. } =
            self.parts.get(part).ok_or(ModelPartsError::NoPart { part, parts })?;
        if *filled != place.len() {
            return Err(ModelPartsError::Length { part, expected: place.len(), found: *filled });
        }
        // An empty part may lie beyond all that has come.
        Ok(self.bytes.get(place.clone()).unwrap_or_default())
    }

    /// Ends a part, which must be whole and of the SHA-256 `expected` (hexadecimal). `found` is the SHA-256 of
    /// [`Self::content`] for those who have it; else it is computed here.
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

    /// The whole file.
    ///
    /// # Errors
    /// [`ModelPartsError::Length`] or [`ModelPartsError::Open`] if a part is not there or was not ended.
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
    use crate::format::sha256_hex;

    const FILE: &[u8] = b"the weights of a model, in three parts";
    const LENGTHS: [u32; 3] = [11, 0, 27];

    fn fill(model: &mut ModelParts, part: usize, content: &[u8]) -> Result<(), ModelPartsError> {
        model.begin(part)?;
        content.chunks(4).try_for_each(|chunk| model.append(part, chunk))?;
        model.end(part, &sha256_hex(content), None)
    }

    #[test]
    fn parts_that_arrive_side_by_side_are_the_file() {
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
    fn a_part_begun_anew_takes_the_place_of_what_was_there() {
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
    fn damage_is_told() {
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
    fn a_part_begun_anew_counts_once_it_is_ended_again() {
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
