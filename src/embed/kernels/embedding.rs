//! Dequantizes rows of an embedding table of 4-bit codes.

/// Values that share one scale.
const BLOCK: usize = 32;
/// The code of zero.
const ZERO: i32 = 8;

/// Why rows can't be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::embed) enum RowError {
    #[error("a row below {rows} expected, {found} found")]
    Id { rows: usize, found: i64 },
    #[error("a table of {rows} rows of {width} codes has {expected} {what}, {found} found")]
    Table { what: &'static str, rows: usize, width: usize, expected: usize, found: usize },
    #[error("room for {expected} numbers expected, {found} found")]
    Room { expected: usize, found: usize },
}

/// Dequantizes the rows `ids` of a table of 4-bit codes, `[rows, width]`, into `out`, `[ids, width]`.
///
/// The layout is that of ONNX Runtime's `com.microsoft.GatherBlockQuantized` for codes in bytes (uint8,
/// 4 bits): two codes in a byte, the even column in the low half; one scale for each 32 successive columns,
/// `[rows, ⌈width / 32⌉]`; code 8 is zero. (For a tensor of type uint4, ONNX Runtime takes code 0 as zero.)
pub(in crate::embed) fn dequantize_rows_int4(
    codes: &[u8],
    scales: &[f32],
    width: usize,
    ids: &[i64],
    out: &mut [f32],
) -> Result<(), RowError> {
    let (row_bytes, blocks) = (width.div_ceil(2), width.div_ceil(BLOCK));
    let rows = codes.len().checked_div(row_bytes).unwrap_or(0);
    sized("bytes", rows, width, rows.checked_mul(row_bytes), codes.len())?;
    sized("scales", rows, width, rows.checked_mul(blocks), scales.len())?;
    let expected = ids.len().saturating_mul(width);
    if out.len() != expected {
        return Err(RowError::Room { expected, found: out.len() });
    }
    if width == 0 {
        return Ok(());
    }
    for (&id, out) in ids.iter().zip(out.chunks_exact_mut(width)) {
        let row = usize::try_from(id).ok().filter(|row| *row < rows);
        let row = row.ok_or(RowError::Id { rows, found: id })?;
        let codes = &codes[row * row_bytes..][..row_bytes];
        let scales = &scales[row * blocks..][..blocks];
        for ((out, codes), scale) in out.chunks_mut(BLOCK).zip(codes.chunks(BLOCK / 2)).zip(scales) {
            for (pair, code) in out.chunks_mut(2).zip(codes) {
                for (out, code) in pair.iter_mut().zip([code & 15, code >> 4]) {
                    *out = (i32::from(code) - ZERO) as f32 * scale;
                }
            }
        }
    }
    Ok(())
}

fn sized(
    what: &'static str,
    rows: usize,
    width: usize,
    expected: Option<usize>,
    found: usize,
) -> Result<(), RowError> {
    if expected == Some(found) {
        return Ok(());
    }
    Err(RowError::Table { what, rows, width, expected: expected.unwrap_or(usize::MAX), found })
}
