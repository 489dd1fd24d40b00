//! Ground truth for searches: brute force over the unquantized vectors.

/// The `k` vectors nearest to `query` by dot product, best first; `vectors` holds `query.len()` numbers each.
pub fn nearest(vectors: &[f32], query: &[f32], k: usize) -> Vec<u32> {
    let mut ranked: Vec<(f32, u32)> = vectors
        .chunks_exact(query.len())
        .zip(0..)
        .map(|(vector, id)| (vector.iter().zip(query).map(|(a, b)| a * b).sum(), id))
        .collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().take(k).map(|(_, id)| id).collect()
}

/// Recall@k: the fraction of the first `k` of `truth` that is among the first `k` of `found`.
pub fn recall_at(k: usize, found: &[u32], truth: &[u32]) -> f64 {
    let truth = &truth[..k.min(truth.len())];
    let found = &found[..k.min(found.len())];
    truth.iter().filter(|id| found.contains(id)).count() as f64 / truth.len() as f64
}
