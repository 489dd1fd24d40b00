//! [`Rules`]: patterns of paths that robots.txt allows or forbids, looked up without trying each.

use std::collections::{BTreeSet, HashMap};

use memchr::memmem;

/// Patterns with what they say. Of those that match, the longest one counts; of equal ones, that which allows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// Beginnings of paths.
    plain: HashMap<String, bool>,
    /// Their lengths.
    lengths: BTreeSet<usize>,
    /// Patterns with signs.
    signs: Vec<(String, bool)>,
    /// Their places, by the end of their longest part, which a path that they match has somewhere.
    by_part: HashMap<[u8; PART_BYTES], Vec<usize>>,
    /// The places of those without such a part.
    short: Vec<usize>,
}

/// Bytes of a part that tell most patterns from each other.
const PART_BYTES: usize = 3;

impl Rules {
    /// Adds a pattern.
    pub fn add(&mut self, pattern: String, allows: bool) {
        if pattern.contains('*') || pattern.ends_with('$') {
            let parts = pattern.strip_suffix('$').unwrap_or(&pattern).split('*');
            let longest = parts.max_by_key(|part| part.len()).unwrap_or_default();
            let places = match longest.as_bytes().last_chunk() {
                Some(part) => self.by_part.entry(*part).or_default(),
                None => &mut self.short,
            };
            places.push(self.signs.len());
            self.signs.push((pattern, allows));
        } else {
            self.lengths.insert(pattern.len());
            *self.plain.entry(pattern).or_default() |= allows;
        }
    }

    /// Whether a path may be fetched. O(length² + patterns with a part of it).
    pub fn allow(&self, path: &str) -> bool {
        let lengths = self.lengths.range(..=path.len()).rev();
        let beginnings = lengths.filter_map(|length| Some((*length, *self.plain.get(path.get(..*length)?)?)));
        let plain = beginnings.into_iter().next();
        // A path may repeat a part, and its patterns are looked at once.
        let parts: BTreeSet<&[u8]> = path.as_bytes().windows(PART_BYTES).collect();
        let named = parts.into_iter().filter_map(|part| self.by_part.get(part)).flatten();
        let places = named.chain(&self.short).filter_map(|place| self.signs.get(*place));
        let signs = places.filter(|(pattern, allows)| {
            plain.is_none_or(|plain| (pattern.len(), *allows) > plain) && matches(pattern, path)
        });
        let signs = signs.map(|(pattern, allows)| (pattern.len(), *allows)).max();
        signs.max(plain).is_none_or(|(_, allows)| allows)
    }
}

/// Whether a path begins as a pattern says, in which `*` is anything, and `$` at its end that of the path.
pub fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let Some((first, parts)) = pattern.split_once('*') else {
        return if to_end { path == pattern } else { path.starts_with(pattern) };
    };
    let Some(rest) = path.strip_prefix(first) else { return false };
    let mut rest = rest.as_bytes();
    let (middle, last) = parts.rsplit_once('*').map_or((None, parts), |(middle, last)| (Some(middle), last));
    for part in middle.into_iter().flat_map(|middle| middle.split('*')) {
        match memmem::find(rest, part.as_bytes()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    if to_end { rest.ends_with(last.as_bytes()) } else { memmem::find(rest, last.as_bytes()).is_some() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pattern_counts() {
        let mut rules = Rules::default();
        for (pattern, allows) in
            [("/a", false), ("/a/b", true), ("/a/b/c", false), ("/*x$", false), ("/a/*y", true)]
        {
            rules.add(pattern.to_owned(), allows);
        }
        for (path, expected) in [
            ("/", true),
            ("/a", false),
            ("/a/c", false),
            ("/a/b/d", true),
            ("/a/b/c", false),
            ("/zx", false),
            ("/a/zy", true),
            ("/a/b/zx", true),
            ("/\u{e9}", true),
        ] {
            assert_eq!(rules.allow(path), expected, "{path}");
        }
    }

    #[test]
    fn patterns_take_no_long() {
        let pattern = "*a".repeat(5_000);
        assert!(!matches(&format!("{pattern}b$"), &"a".repeat(50_000)));
        for (pattern, path, expected) in [
            ("/a*c$", "/abcbc", true),
            ("/a*c$", "/abcb", false),
            ("/*", "/x", true),
            ("/$", "/", true),
            ("/$", "/a", false),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
