//! Builds the graph with `instant-distance`, and extracts the neighbour lists of its base layer.
//!
//! Its fields are private, so serde is the way out. JSON, which the crate uses anyway, takes some 7 bytes of memory for
//! each of 64 slots per node.

use instant_distance::{Builder, Hnsw, Point};
use serde::{Deserialize, Serialize, Serializer};

use super::DenseError;
use super::codes::{Wide, inverse_length};
use super::layout::CodeLayout;

/// Candidates considered for each new node: a node's neighbours compete for places in a list of this length, so it must
/// hold them and one more.
const EF_CONSTRUCTION: usize = 100;

/// Determines the order of insertion. The same seed and vectors give the same bytes.
const SEED: u64 = 0x0d0c_f05e;

/// Codes of nodes, prepared for comparison with each other.
///
/// Distances are those of the codes, not of the original vectors, because searches compare codes.
pub(super) struct Points<'a>(Vec<CodePoint<'a>>);

impl<'a> Points<'a> {
    /// Takes the codes of all nodes, one after another.
    pub(super) fn new(codes: &'a [u8], layout: CodeLayout) -> Self {
        let point = |codes: &'a [u8]| CodePoint {
            codes,
            wide: Wide::new(layout.bits.numbers(codes).take(layout.dimensions).collect(), layout.bits),
            inverse_length: inverse_length(codes, layout),
        };
        Points(codes.chunks_exact(layout.bytes()).map(point).collect())
    }

    /// 1 − cosine of two nodes.
    pub(super) fn distance(&self, one: u32, other: u32) -> f32 {
        self.0[one as usize].distance(&self.0[other as usize])
    }
}

/// The links of each node on the base layer, unordered.
///
/// Single-threaded, because with several threads the order of insertion, and so the graph, differs from run to run.
/// Neighbours are the nearest nodes: the crate's own heuristic takes several times as long to fill the same 64 slots,
/// and `prune` selects afterwards. Cost: about n × log n × [`EF_CONSTRUCTION`] comparisons.
pub(super) fn base_layer(points: &Points<'_>) -> Result<Vec<Vec<u32>>, DenseError> {
    let builder = Builder::default().seed(SEED).select_heuristic(None).ef_construction(EF_CONSTRUCTION);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let borrowed: Vec<Borrowed<'_>> = points.0.iter().map(Borrowed).collect();
    let (hnsw, point_ids) = pool.install(|| builder.build_hnsw(borrowed));
    let raw: RawGraph = serde_json::from_slice(&serde_json::to_vec(&hnsw)?)?;
    drop::<Hnsw<Borrowed<'_>>>(hnsw);

    let mut node_of = vec![0u32; point_ids.len()];
    for (node, point) in point_ids.iter().enumerate() {
        node_of[point.into_inner() as usize] = node as u32;
    }
    let mut lists = vec![Vec::new(); node_of.len()];
    for (point, slots) in raw.zero.into_iter().enumerate() {
        let taken = slots.into_iter().take_while(|slot| *slot != u32::MAX);
        lists[node_of[point] as usize] = taken.map(|slot| node_of[slot as usize]).collect();
    }
    Ok(lists)
}

/// The serialized part of [`Hnsw`] that is read: the base layer, points in the order of insertion; free slots are
/// `u32::MAX`.
#[derive(Deserialize)]
struct RawGraph {
    zero: Vec<Vec<u32>>,
}

/// Codes of one node, also widened once for the left operand of products.
struct CodePoint<'a> {
    codes: &'a [u8],
    wide: Wide,
    inverse_length: f32,
}

impl CodePoint<'_> {
    fn distance(&self, other: &Self) -> f32 {
        1.0 - self.wide.dot(other.codes) as f32 * (self.inverse_length * other.inverse_length)
    }
}

/// A cheap clone for instant-distance.
#[derive(Clone)]
struct Borrowed<'a>(&'a CodePoint<'a>);

impl Point for Borrowed<'_> {
    fn distance(&self, other: &Self) -> f32 {
        self.0.distance(other.0)
    }
}

/// We own the points already, so they are not serialized.
impl Serialize for Borrowed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}
