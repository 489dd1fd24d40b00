//! [`Drained`]: a file whose bytes are freed as they are read.
//!
//! Decoding copies a model's weights out of its file. WebAssembly memory never shrinks: if file and copy existed at the
//! same time, both would occupy memory as long as the page is open.

use prost::bytes::Buf;

/// Bytes to read before freeing them. More means fewer moves of what remains.
const STEP_BYTES: usize = 1 << 20;

/// A file as a decoder's input.
///
/// After every [`STEP_BYTES`], or one larger read, moves the rest to the front and frees the memory after it.
/// Freeing the front instead would need chunks, which leave gaps too small for the decoded tensors.
pub(crate) struct Drained {
    file: Vec<u8>,
    read: usize,
}

impl Drained {
    pub fn new(file: Vec<u8>) -> Self {
        Self { file, read: 0 }
    }
}

impl Buf for Drained {
    fn remaining(&self) -> usize {
        self.file.len() - self.read
    }

    fn chunk(&self) -> &[u8] {
        &self.file[self.read..]
    }

    fn advance(&mut self, count: usize) {
        assert!(count <= self.remaining(), "{count} bytes read of the {} that remain", self.remaining());
        self.read += count;
        if self.read >= STEP_BYTES {
            self.file.drain(..self.read);
            self.file.shrink_to_fit();
            self.read = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_read_once_and_in_order() {
        for length in [0, 1, STEP_BYTES - 1, STEP_BYTES, 3 * STEP_BYTES + 3] {
            let file: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            for step in [10_007, STEP_BYTES, 2 * STEP_BYTES] {
                let mut drained = Drained::new(file.clone());
                let mut read = Vec::new();
                while drained.has_remaining() {
                    assert_eq!(drained.remaining(), length - read.len());
                    let next = drained.copy_to_bytes(step.min(drained.remaining()));
                    read.extend_from_slice(&next);
                }
                assert!(read == file, "{length} bytes in steps of {step}");
                assert!(drained.chunk().is_empty());
            }
        }
    }

    #[test]
    fn bytes_are_freed_once_read() {
        let mut drained = Drained::new(vec![7; 4 * STEP_BYTES]);
        drained.advance(STEP_BYTES - 1);
        assert_eq!(drained.file.capacity(), 4 * STEP_BYTES, "too little to be worth a move");
        drained.advance(1);
        assert_eq!(drained.file.capacity(), 3 * STEP_BYTES);
        drained.advance(2 * STEP_BYTES);
        assert_eq!(drained.file.capacity(), STEP_BYTES);
    }
}
