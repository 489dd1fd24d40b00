//! [`KeptBytes`]: the byte ranges of files used last, within a limit of memory.

use std::collections::HashMap;
use std::sync::Arc;

/// Name of a file, and the first byte after which one of its ranges is kept; whole files begin at zero.
pub type Key = (String, u32);

/// Ranges by place. When they exceed the limit, those that were not used for longest are dropped, until half is free.
pub struct KeptBytes {
    limit: usize,
    total: usize,
    /// Bytes, and the time of their last use.
    ranges: HashMap<Key, (Arc<[u8]>, u64)>,
    now: u64,
}

impl KeptBytes {
    /// Keeps at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        KeptBytes { limit, total: 0, ranges: HashMap::new(), now: 0 }
    }

    /// The range at a place, which counts as used now.
    pub fn get(&mut self, key: &Key) -> Option<Arc<[u8]>> {
        self.now += 1;
        let (bytes, used) = self.ranges.get_mut(key)?;
        *used = self.now;
        Some(bytes.clone())
    }

    /// Keeps a range, unless it exceeds the limit by itself. O(ranges · log ranges) when the limit is reached.
    pub fn put(&mut self, key: Key, bytes: Arc<[u8]>) {
        if bytes.len() > self.limit {
            return;
        }
        self.now += 1;
        self.total += bytes.len();
        if let Some((former, _)) = self.ranges.insert(key, (bytes, self.now)) {
            self.total -= former.len();
        }
        if self.total <= self.limit {
            return;
        }
        let mut uses: Vec<(u64, usize)> =
            self.ranges.values().map(|(bytes, used)| (*used, bytes.len())).collect();
        uses.sort_unstable();
        let mut surplus = self.total - self.limit / 2;
        let mut oldest_kept = 0;
        for (used, length) in uses {
            if surplus == 0 || used == self.now {
                break;
            }
            surplus = surplus.saturating_sub(length);
            oldest_kept = used + 1;
        }
        self.ranges.retain(|_, (_, used)| *used >= oldest_kept);
        self.total = self.ranges.values().map(|(bytes, _)| bytes.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_is_kept_within_the_limit() {
        let mut kept = KeptBytes::new(100);
        let key = |at: u32| ("texts".to_owned(), at);
        for at in 0..10 {
            kept.put(key(at), vec![at as u8; 10].into());
        }
        assert!(kept.get(&key(0)).is_some());
        kept.put(key(10), vec![10; 10].into());
        let left: Vec<u32> = (0..=10).filter(|at| kept.get(&key(*at)).is_some()).collect();
        assert_eq!((left, kept.total), (vec![0, 7, 8, 9, 10], 50));
        kept.put(key(0), vec![0; 30].into());
        assert_eq!((kept.get(&key(0)).unwrap().len(), kept.total), (30, 70));
        kept.put(key(11), vec![0; 101].into());
        assert!(kept.get(&key(11)).is_none(), "too large");
        kept.put(key(12), vec![0; 100].into());
        assert_eq!((kept.get(&key(12)).unwrap().len(), kept.total), (100, 100));
    }
}
