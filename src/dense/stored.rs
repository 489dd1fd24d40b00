//! [`StoredVectors`]: the vectors of an index by section, out of its clusters, for programs that take them elsewhere.

use super::layout::CodeLayout;
use super::{Bits, Cluster, Root};
use crate::ids::SectionId;

/// The codes of all windows, which stay codes until they are asked for. Memory: that of the clusters, and 16 bytes for
/// each window.
pub struct StoredVectors {
    layout: CodeLayout,
    codes: Vec<u8>,
    /// Section and vector of each window, once [`Self::sort`] was called in the order of sections.
    windows: Vec<(SectionId, usize)>,
}

impl StoredVectors {
    /// None yet, of the layout that the root of the graph says.
    pub fn new(root: &Root) -> Self {
        StoredVectors { layout: root.layout(), codes: Vec::new(), windows: Vec::new() }
    }

    /// Adds the windows of a cluster.
    pub fn add(&mut self, cluster: &Cluster) {
        let first = self.codes.len() / self.layout.bytes();
        cluster.rows.iter().for_each(|(codes, _)| self.codes.extend_from_slice(codes));
        self.windows.extend(cluster.sections.iter().copied().zip(first..));
        self.windows.extend(cluster.repeats.iter().map(|(at, section)| (*section, first + *at as usize)));
    }

    /// Orders the windows by section; those of one section stay in the order of their clusters.
    pub fn sort(&mut self) {
        self.windows.sort_by_key(|(section, _)| *section);
    }

    /// Number of windows.
    pub fn len(&self) -> usize {
        self.windows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// The unit vectors of a section's windows, in the space of the encoder. Leaves out those whose codes are all zero,
    /// which have no direction. The windows must be sorted.
    pub fn of(&self, section: SectionId) -> Vec<Vec<f32>> {
        let start = self.windows.partition_point(|(other, _)| *other < section);
        let windows = self.windows[start..].iter().take_while(|(other, _)| *other == section);
        windows.filter_map(|(_, vector)| self.vector(*vector)).collect()
    }

    fn vector(&self, number: usize) -> Option<Vec<f32>> {
        let CodeLayout { bits, dimensions } = self.layout;
        let row = self.layout.bytes();
        let codes = self.codes.get(number * row..(number + 1) * row)?;
        unit(bits, codes, dimensions)
    }
}

fn unit(bits: Bits, codes: &[u8], dimensions: usize) -> Option<Vec<f32>> {
    let numbers = || bits.numbers(codes).take(dimensions).map(f64::from);
    let length = numbers().map(|number| number * number).sum::<f64>().sqrt();
    (length > 0.0).then(|| numbers().map(|number| (number / length) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_decode_to_unit_vectors() {
        for (bits, most) in [(Bits::Four, 0.08), (Bits::Eight, 0.005)] {
            let vector = [0.6f32, -0.48, 0.64];
            let mut codes = Vec::new();
            bits.quantize(&vector, &mut codes);
            let found = unit(bits, &codes, 3).unwrap();
            assert!((found.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-6, "{found:?}");
            assert!(vector.iter().zip(&found).all(|(a, b)| (a - b).abs() < most), "{bits:?} {found:?}");
            codes.clear();
            bits.quantize(&[0.0; 3], &mut codes);
            assert_eq!(unit(bits, &codes, 3), None);
        }
    }
}
