//! Lets `instant-distance` build the graph, and takes the neighbour lists out of it.
//!
//! Its fields are private, so serde is the way out: as JSON, which the crate has anyhow, at some 7 bytes of memory
//! for each of 64 slots per node.
//! [`Layers`] is the graph in the node ids of the caller.

use instant_distance::{Builder, Hnsw, Point};
use serde::{Deserialize, Serialize, Serializer};

use super::codes::inverse_length;
use super::dot::dot;
use super::layout::MAX_NEIGHBOURS;
use super::{DenseError, HnswParams};

/// The layers of a graph over nodes `0..n`.
pub(super) struct Layers {
    /// Where a search starts: a node of the topmost layer. Any value if there are no nodes.
    pub(super) entry: u32,
    /// For each node its neighbours, rising.
    pub(super) base: Vec<Vec<u32>>,
    /// From the lowest to the topmost: each node of the layer, rising, with its neighbours, rising.
    pub(super) upper: Vec<Vec<(u32, Vec<u32>)>>,
}

/// Builds the graph over nodes that have the given codes, `dimensions` each.
///
/// Distances are those of the codes, not of the vectors they were made from, because the codes are what will be
/// searched. One thread, because with several the order of insertion, and so the graph, differs from run to run.
/// Cost: about n × log n × ef_construction comparisons.
pub(super) fn build_layers(
    codes: &[u8],
    dimensions: usize,
    params: &HnswParams,
) -> Result<Layers, DenseError> {
    let widened: Vec<i16> = codes.iter().map(|code| i16::from(*code as i8)).collect();
    let points: Vec<CodePoint> = codes
        .chunks_exact(dimensions)
        .zip(widened.chunks_exact(dimensions))
        .map(|(codes, widened)| CodePoint { codes, widened, inverse_length: inverse_length(codes) })
        .collect();
    let builder = Builder::default()
        .seed(params.seed)
        // A node's neighbours compete for places in a list of this length, so it must hold them and one more.
        .ef_construction(params.ef_construction.max(MAX_NEIGHBOURS as usize + 1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (hnsw, point_ids) = pool.install(|| builder.build_hnsw(points));
    let raw: RawGraph = serde_json::from_slice(&serde_json::to_vec(&hnsw)?)?;
    drop::<Hnsw<CodePoint>>(hnsw);

    let mut node_of = vec![0u32; point_ids.len()];
    for (node, point) in point_ids.iter().enumerate() {
        node_of[point.into_inner() as usize] = node as u32;
    }
    let lists = |raw: Vec<Vec<u32>>| -> Vec<(u32, Vec<u32>)> {
        let mut lists: Vec<(u32, Vec<u32>)> = raw
            .into_iter()
            .enumerate()
            .map(|(point, slots)| {
                let mut neighbours: Vec<u32> = slots
                    .into_iter()
                    .take_while(|slot| *slot != u32::MAX)
                    .map(|slot| node_of[slot as usize])
                    .collect();
                neighbours.sort_unstable();
                (node_of[point], neighbours)
            })
            .collect();
        lists.sort_unstable();
        lists
    };
    Ok(Layers {
        entry: node_of.first().copied().unwrap_or(0),
        base: lists(raw.zero).into_iter().map(|(_, neighbours)| neighbours).collect(),
        upper: raw.layers.into_iter().map(lists).collect(),
    })
}

/// What serde shows of [`Hnsw`]. Points are in the order of insertion; layers from the lowest upper one, each over
/// the first so many points; free slots are `u32::MAX`.
#[derive(Deserialize)]
struct RawGraph {
    zero: Vec<Vec<u32>>,
    layers: Vec<Vec<Vec<u32>>>,
}

/// Codes as instant-distance compares them, also widened once to what [`dot`] wants on its left side.
#[derive(Clone)]
struct CodePoint<'a> {
    codes: &'a [u8],
    widened: &'a [i16],
    inverse_length: f32,
}

impl Point for CodePoint<'_> {
    fn distance(&self, other: &Self) -> f32 {
        1.0 - dot(self.widened, other.codes) as f32 * (self.inverse_length * other.inverse_length)
    }
}

/// The points are ours already, so nothing of them is taken out.
impl Serialize for CodePoint<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}
