//! Seeds: the best sections by words. A search of vectors also looks at clusters that hold theirs, however far from the
//! query their centres are. What words have found then has a rank by meaning, too, and lies among neighbours worth a look.

use crate::dense::{Homes, Reached, Search};
use crate::ids::SectionId;
use crate::index::{BlockId, BlockKind, Reads, Setting, Slot, Store};

/// How many sections are seeds.
pub(in crate::search) const SEEDS: Setting = Setting::whole("search.seeds", 10.0, 0.0, 100.0);

/// Clusters of each: those whose centres are nearest to the query.
const CLUSTERS_OF_A_SEED: usize = 2;

/// What is known of the clusters of seeds.
#[derive(Default)]
pub(super) struct HomesOfSeeds<'a> {
    /// Of each seed whose block is loaded.
    of_seeds: Vec<&'a [u32]>,
    /// Blocks to load.
    pub missing: Vec<BlockId>,
    /// Blocks that cannot be loaded.
    pub failed: Vec<BlockId>,
}

impl<'a> HomesOfSeeds<'a> {
    pub fn new<S: Reads>(store: &'a Store<S>, seeds: &[SectionId]) -> Self {
        let mut homes = HomesOfSeeds::default();
        let add = |ids: &mut Vec<BlockId>, id| {
            if !ids.contains(&id) {
                ids.push(id);
            }
        };
        for seed in seeds {
            let (block, place) = Homes::locate(*seed);
            let id = BlockKind::Homes.block(block);
            match store.homes(block) {
                Slot::Ready(block) => homes.of_seeds.push(block.of(place)),
                // The last sections may have no vectors, and then no block.
                Slot::Missing if store.is_missing(id) => add(&mut homes.missing, id),
                Slot::Missing => {}
                Slot::Failed(_) => add(&mut homes.failed, id),
            }
        }
        homes
    }

    /// Their clusters, in the part of the graph that the search has read.
    pub fn clusters(&self, search: &Search<'_>, reached: &Reached) -> Vec<u32> {
        let of_seed = |of: &&[u32]| search.nearest_of(of, reached, CLUSTERS_OF_A_SEED);
        self.of_seeds.iter().flat_map(of_seed).collect()
    }
}

/// Whether searches of an index look at the clusters of seeds. On the machine with the files, they look at all.
pub(in crate::search) fn has_seeds<S: Reads>(store: &Store<S>) -> bool {
    let directory = store.directory();
    directory.ranking.get(&SEEDS) > 0.0 && !directory.homes.is_empty() && !store.site().is_here
}
