//! Dequantizes rows of an embedding table of 4-bit codes.

use half::f16;

/// Values that share one scale.
pub(crate) const BLOCK: usize = 32;
/// The code of zero.
const ZERO: i32 = 8;

/// Bytes of the record of a row of `width` values: two codes in a byte, the even column in the low half, then one scale
/// for each 32 successive columns, f16 in little-endian order.
pub(crate) fn record_bytes(width: usize) -> usize {
    width.div_ceil(2) + 2 * width.div_ceil(BLOCK)
}

/// Dequantizes the row of a record into `out`: (code − 8) · scale.
///
/// # Panics
/// If the record has not the [`record_bytes`] of `out`.
pub(crate) fn dequantize_row(record: &[u8], out: &mut [f32]) {
    assert_eq!(record.len(), record_bytes(out.len()), "bytes of a record");
    let (codes, scales) = record.split_at(out.len().div_ceil(2));
    let scales = scales.as_chunks::<2>().0;
    for ((out, codes), scale) in out.chunks_mut(BLOCK).zip(codes.chunks(BLOCK / 2)).zip(scales) {
        let scale = f16::from_le_bytes(*scale).to_f32();
        for (pair, code) in out.chunks_mut(2).zip(codes) {
            for (out, code) in pair.iter_mut().zip([code & 15, code >> 4]) {
                *out = (i32::from(code) - ZERO) as f32 * scale;
            }
        }
    }
}
