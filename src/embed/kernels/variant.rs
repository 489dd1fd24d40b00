//! Which form of the product kernels runs: the best that this machine, or this wasm module, has.

use super::pack::{PANEL, Panel};
use super::pairs::{self, PairProduct, PairRow, PairSums, ROWS};
use super::portable;
use super::quantize::FourCodes;

/// Multiplies rows of codes with one panel of weights: `sums[row][column] = Σ codes · weights`, exactly.
///
/// There are as many rows as sums, at most [`KernelVariant::rows`]. Where the codes of a row are, [`super::quantize::place`] says.
pub type Product = unsafe fn(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]);

/// One form of the kernels.
pub struct KernelVariant {
    pub name: &'static str,
    /// The most rows of one call of [`Self::product`].
    pub rows: usize,
    product: Product,
    pairs: PairProduct,
}

/// Rows that are quantized, then multiplied with all weights: their codes stay in the second-level cache while each
/// panel of weights is read once from memory.
pub const BLOCK: usize = 48;

/// The most rows of one call in any form. In wasm, where sums stay in memory, all forms take a whole block.
pub const MAX_ROWS: usize = if cfg!(target_arch = "wasm32") { BLOCK } else { 12 };

/// Sums of products, none of whose vectors lies in two lines of a cache.
#[repr(align(64))]
pub struct Sums<T>(pub T);

impl KernelVariant {
    /// Runs the kernel; its contract is that of [`Product`].
    pub fn product(&self, codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
        let rows = sums.len();
        assert!((1..=self.rows).contains(&rows), "1 to {} rows expected, {rows} found", self.rows);
        let expected = rows * panel.groups.len();
        assert!(codes.len() == expected, "{expected} groups of codes expected, {} found", codes.len());
        // SAFETY: `available` gives only forms whose instructions the machine has, and the kernels read no code
        // beyond those just counted.
        unsafe { (self.product)(codes, panel, sums) }
    }

    /// Runs the kernel for 16-bit codes; its contract is that of [`PairProduct`].
    pub fn pairs(&self, codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums) {
        let expected = (ROWS - 1) * stride + 2 * slab.len();
        assert!(codes.len() >= expected, "{expected} codes expected, {} found", codes.len());
        // SAFETY: as above.
        unsafe { (self.pairs)(codes, stride, slab, sums) }
    }
}

const PORTABLE: KernelVariant =
    KernelVariant { name: "portable", rows: MAX_ROWS, product: portable::product, pairs: pairs::portable };

/// The forms that can run here, best first.
pub fn available() -> impl Iterator<Item = &'static KernelVariant> {
    #[cfg(target_arch = "x86_64")]
    let forms = {
        use super::{lanes::has_avx512, x86};
        use std::arch::is_x86_feature_detected as has;
        const AVX512: KernelVariant = KernelVariant {
            name: "avx512-vnni",
            rows: x86::AVX512_ROWS,
            product: x86::product_avx512_vnni,
            pairs: pairs::x86::pairs_avx512_vnni,
        };
        const AVX_VNNI: KernelVariant = KernelVariant {
            name: "avx-vnni",
            rows: x86::AVX_VNNI_ROWS,
            product: x86::product_avx_vnni,
            pairs: pairs::x86::pairs_avx_vnni,
        };
        const AVX2: KernelVariant = KernelVariant {
            name: "avx2",
            rows: x86::AVX2_ROWS,
            product: x86::product_avx2,
            pairs: pairs::x86::pairs_avx2,
        };
        [
            has_avx512().then_some(&AVX512),
            (has!("avx2") && has!("avxvnni")).then_some(&AVX_VNNI),
            has!("avx2").then_some(&AVX2),
            Some(&PORTABLE),
        ]
    };
    #[cfg(target_arch = "aarch64")]
    let forms = {
        use super::neon;
        use std::arch::is_aarch64_feature_detected as has;
        const NEON: KernelVariant = KernelVariant {
            name: "neon",
            rows: neon::ROWS,
            product: neon::product_neon,
            pairs: pairs::portable,
        };
        const DOT: KernelVariant =
            KernelVariant { name: "neon dot product", product: neon::product_dot, ..NEON };
        [has!("dotprod").then_some(&DOT), has!("neon").then_some(&NEON), Some(&PORTABLE)]
    };
    #[cfg(all(target_arch = "wasm32", feature = "relaxed-simd"))]
    let forms = {
        use super::relaxed;
        const FUSED: KernelVariant = KernelVariant {
            name: "wasm relaxed-simd",
            rows: MAX_ROWS,
            product: relaxed::fused,
            pairs: pairs::simd128,
        };
        const PAIRED: KernelVariant =
            KernelVariant { name: "wasm relaxed-simd, paired", product: relaxed::paired, ..FUSED };
        let [best, other] = if relaxed::fused_is_one() { [&FUSED, &PAIRED] } else { [&PAIRED, &FUSED] };
        [Some(best), Some(other), Some(&PORTABLE)]
    };
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(feature = "relaxed-simd")))]
    let forms = {
        use super::simd128;
        const SIMD128: KernelVariant = KernelVariant {
            name: "wasm simd128",
            rows: MAX_ROWS,
            product: simd128::product,
            pairs: pairs::simd128,
        };
        [Some(&SIMD128), Some(&PORTABLE)]
    };
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", any(feature = "relaxed-simd", target_feature = "simd128"))
    )))]
    let forms = [Some(&PORTABLE)];
    forms.into_iter().flatten()
}

/// The form that [`super::linear`] and [`super::attention`] run.
pub fn best() -> &'static KernelVariant {
    available().next().unwrap_or(&PORTABLE)
}

/// The name of the kernel that multiplies a quantized encoder's weights here, for benchmarks to print beside their
/// figures: the vectors are the same bits by all of them, the times are not.
///
/// On x86-64 it is what the machine has: "avx512-vnni", "avx-vnni" or "avx2"; on aarch64 "neon dot product" or "neon". In
/// wasm it is what the module was built for: "wasm simd128", or with the feature `relaxed-simd` "wasm relaxed-simd", where
/// the machine has no such instruction "wasm relaxed-simd, paired". Elsewhere it is "portable".
pub fn kernel_name() -> &'static str {
    best().name
}
