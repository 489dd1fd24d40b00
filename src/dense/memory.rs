//! Remembers how vectors were clustered, for a build that follows another one of the same vectors.

use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::kmeans::{ClusterBlock, Vectors, cluster};
use super::layout::CodeLayout;

/// Clusterings that are kept: one for each language of a site.
const MOST: usize = 8;

/// Clusters, and the hash of their vectors.
type Kept = ([u8; 32], Arc<Vec<ClusterBlock>>);

/// The clusters of the vectors of earlier builds. The default is empty.
#[derive(Default)]
pub struct ClusterMemory {
    /// The latest last.
    kept: Mutex<Vec<Kept>>,
}

impl ClusterMemory {
    /// The clusters of some vectors, given their codes. Cost: see `cluster`, unless it has them.
    pub(super) fn clusters(&self, codes: &[u8], layout: CodeLayout) -> Arc<Vec<ClusterBlock>> {
        let key = key(codes, layout);
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept().iter().find(|(known, _)| *known == key) {
            return known.clone();
        }
        let clusters =
            Arc::new(if codes.is_empty() { Vec::new() } else { cluster(&Vectors::new(codes, layout)) });
        self.remember(key, clusters.clone());
        clusters
    }

    pub(super) fn remember(&self, key: [u8; 32], clusters: Arc<Vec<ClusterBlock>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((key, clusters));
        let surplus = kept.len().saturating_sub(MOST);
        kept.drain(..surplus);
    }
}

/// Hash of some vectors, given their codes.
pub(super) fn key(codes: &[u8], layout: CodeLayout) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(format!("{layout:?}").as_bytes());
    hash.update(codes);
    hash.finalize().into()
}
