//! The kernels against plain references, and their bits against expected hashes, which are the same on all platforms.

mod attention;
mod bits;
mod functions;
mod linear;
mod rotation;
mod rows;
mod variants;

use std::io::Write;

use super::variant::compiled;
use super::{Epilogue, Layer, Weights};

/// Prints which variants `test` skips on this processor.
fn name_skipped_variants(test: &str) {
    for (_, variant) in compiled().filter(|(runs, _)| !runs) {
        name_skipped(test, variant.name);
    }
}

/// Prints that a test, or a part of it, is skipped. Not with `println!`, whose output the test runner hides.
fn name_skipped(test: &str, feature: &str) {
    let line = format!("{test}: skipped for {feature}, which this processor does not have\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every platform.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniformly distributed in −1..1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / 8_388_608.0 - 1.0
    }

    fn units(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.unit()).collect()
    }

    /// In −127..=127.
    fn code(&mut self) -> i8 {
        ((self.next() % 255) as i16 - 127) as i8
    }

    fn codes(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| self.code()).collect()
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A layer of the product alone: no rotation, a bias of zeros, no epilogue.
fn plain(weights: &Weights) -> Layer<'_> {
    static ZEROS: [f32; 1024] = [0.0; 1024];
    let bias = &ZEROS[..weights.outputs()];
    Layer { rotation: None, weights, bias, epilogue: Epilogue::None }
}

/// FNV-1a over the bits.
fn hash(values: &[f32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
