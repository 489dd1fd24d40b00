//! Kernel variants: which ones this machine or wasm module can run, and the only place that calls them.
//!
//! The kernels use unchecked pointers. [`KernelVariant::product`] and [`KernelVariant::pairs`] check the lengths, and
//! are their only callers.

use super::pack::Panel;
use super::pairs::{self, PairProduct, PairRow, PairSums};
use super::portable;
use super::quantize::FourCodes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::shapes;
use super::shapes::{MAX_ROWS, PANEL, ROWS};

/// Multiplies rows of codes by one panel of weights: `sums[row][column] = Σ codes · weights`, exactly.
///
/// [`super::quantize::place`] gives the order of `codes`.
///
/// # Safety
/// The processor has the kernel's instructions. There are 1 to [`KernelVariant::rows`] rows of sums, and `codes` holds
/// `sums.len() · panel.groups.len()` groups.
pub type Product = unsafe fn(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]);

/// The kernels for one instruction set.
pub struct KernelVariant {
    /// The instruction set.
    pub name: &'static str,
    /// The most rows of one call of [`Self::product`].
    pub rows: usize,
    product: Product,
    pairs: PairProduct,
}

/// Sums of products, aligned so that no vector straddles two cache lines.
#[repr(align(64))]
pub struct Sums<T>(pub T);

impl KernelVariant {
    /// Runs the product kernel, see [`Product`].
    ///
    /// # Panics
    /// If there are too many rows, or if the lengths contradict each other.
    pub fn product(&self, codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
        let rows = sums.len();
        assert!((1..=self.rows).contains(&rows), "1 to {} rows expected, {rows} found", self.rows);
        let expected = rows * panel.groups.len();
        assert!(codes.len() == expected, "{expected} groups of codes expected, {} found", codes.len());
        // SAFETY: `available` gives only variants whose instructions the processor has; the lengths were just checked.
        unsafe { (self.product)(codes, panel, sums) }
    }

    /// Runs the kernel for 16-bit codes, see [`PairProduct`].
    ///
    /// # Panics
    /// If there are too few codes.
    pub fn pairs(&self, codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums) {
        let expected = (ROWS - 1) * stride + 2 * slab.len();
        assert!(codes.len() >= expected, "{expected} codes expected, {} found", codes.len());
        // SAFETY: `available` gives only variants whose instructions the processor has; the length was just checked.
        unsafe { (self.pairs)(codes, stride, slab, sums) }
    }
}

const PORTABLE: KernelVariant =
    KernelVariant { name: "portable", rows: MAX_ROWS, product: portable::product, pairs: pairs::portable };

/// The variants that are compiled for this architecture, best first, and whether this processor can run them.
pub(super) fn compiled() -> impl Iterator<Item = (bool, &'static KernelVariant)> {
    #[cfg(target_arch = "x86_64")]
    let variants = {
        use super::x86;
        use std::arch::is_x86_feature_detected as has;
        const AVX_VNNI: KernelVariant = KernelVariant {
            name: "avx-vnni",
            rows: shapes::VNNI_ROWS,
            product: x86::product_avx_vnni,
            pairs: pairs::x86::pairs_avx_vnni,
        };
        const AVX512_VNNI: KernelVariant = KernelVariant {
            name: "avx512-vnni",
            rows: shapes::VNNI_ROWS,
            product: x86::product_avx512_vnni,
            pairs: pairs::x86::pairs_avx512_vnni,
        };
        const AVX2: KernelVariant = KernelVariant {
            name: "avx2",
            rows: shapes::AVX2_ROWS,
            product: x86::product_avx2,
            pairs: pairs::x86::pairs_avx2,
        };
        [
            (has!("avx2") && has!("avxvnni"), &AVX_VNNI),
            (has!("avx2") && has!("avx512vl") && has!("avx512vnni"), &AVX512_VNNI),
            (has!("avx2"), &AVX2),
            (true, &PORTABLE),
        ]
    };
    #[cfg(target_arch = "aarch64")]
    let variants = {
        use super::neon;
        use std::arch::is_aarch64_feature_detected as has;
        const NEON: KernelVariant = KernelVariant {
            name: "neon",
            rows: shapes::NEON_ROWS,
            product: neon::product_neon,
            pairs: pairs::portable,
        };
        const DOT: KernelVariant =
            KernelVariant { name: "neon dot product", product: neon::product_dot, ..NEON };
        [(has!("dotprod"), &DOT), (has!("neon"), &NEON), (true, &PORTABLE)]
    };
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let variants = {
        use super::simd128;
        const SIMD128: KernelVariant = KernelVariant {
            name: "wasm simd128",
            rows: MAX_ROWS,
            product: simd128::product,
            pairs: pairs::simd128,
        };
        [(true, &SIMD128), (true, &PORTABLE)]
    };
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let variants = [(true, &PORTABLE)];
    variants.into_iter()
}

/// The variants that this processor can run, best first.
pub fn available() -> impl Iterator<Item = &'static KernelVariant> {
    compiled().filter_map(|(runs, variant)| runs.then_some(variant))
}

/// The variant that [`super::linear`] and [`super::attention`] run.
pub fn best() -> &'static KernelVariant {
    available().next().unwrap_or(&PORTABLE)
}

/// The name of the kernel variant that runs here. Benchmarks print it beside their figures: all variants give the same
/// bits, but take different times.
///
/// - x86-64: "avx-vnni", "avx512-vnni" or "avx2", depending on the processor.
/// - aarch64: "neon dot product" or "neon", depending on the processor.
/// - wasm: "wasm simd128".
/// - elsewhere: "portable".
pub fn kernel_name() -> &'static str {
    best().name
}
