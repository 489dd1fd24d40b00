//! The shape of an index's term vectors.

use crate::dense::{Bits, MAX_DIMENSIONS};
use crate::format::{Cursor, FormatError, Writer};

/// Related words of one term at most.
pub(super) const MAX_RELATED: u32 = 4;

/// What all term vectors of an index share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VectorShape {
    /// Bits of each component.
    pub bits: Bits,
    /// Components of a vector, as many as those of the sections have.
    pub dimensions: usize,
    /// The scale that byte 255 stands for.
    pub largest: f32,
}

impl VectorShape {
    /// Bytes of one vector, without its scale.
    pub fn row(&self) -> usize {
        self.bits.bytes(self.dimensions)
    }

    /// The largest component of a vector, from its byte.
    pub fn scale(&self, byte: u8) -> f32 {
        let root = f32::from(byte) / 255.0;
        root * root * self.largest
    }

    /// The byte of a vector's largest component: its square root, because most vectors are far shorter than the longest.
    pub fn scale_byte(&self, scale: f32) -> u8 {
        ((scale / self.largest).sqrt() * 255.0).round().clamp(0.0, 255.0) as u8
    }

    /// Writes it.
    pub fn write(&self, writer: &mut Writer) {
        writer.u8(self.bits as u8);
        writer.varint(self.dimensions as u32 - 1);
        writer.f32(self.largest);
    }

    /// Reads it.
    ///
    /// # Errors
    /// Violations of FORMAT.md.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let bits = Bits::read(cursor)?;
        let dimensions = cursor.varint_up_to("dimensions less one", MAX_DIMENSIONS as u32 - 1)? as usize + 1;
        let largest = cursor.f32("largest scale of term vectors")?;
        if largest < 0.0 {
            return Err(FormatError::not_finite("largest scale of term vectors"));
        }
        Ok(VectorShape { bits, dimensions, largest })
    }
}
