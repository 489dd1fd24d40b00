//! Shared by the native product kernels: tiles of a constant number of rows, whose sums stay in registers.

use super::quantize::FourCodes;

/// Calls `$tile::<R>` for R rows. Relies on the safety contract of the product kernel around it.
macro_rules! by_rows {
    ($tile:ident ($codes:expr, $panel:expr, $sums:expr) : $($rows:literal)*) => {
        match $sums.len() {
            // SAFETY: the product kernel's caller promises the codes of `$rows` rows for each group.
            $($rows => unsafe { $tile::<$rows>($codes.as_ptr(), $panel.groups, $sums) },)*
            _ => {}
        }
    };
}
pub(super) use by_rows;

/// Four codes as one integer.
///
/// # Safety
/// `codes` points to four codes.
#[inline(always)]
pub unsafe fn four(codes: *const FourCodes) -> i32 {
    // SAFETY: by this function's contract.
    unsafe { codes.cast::<i32>().read_unaligned() }
}
