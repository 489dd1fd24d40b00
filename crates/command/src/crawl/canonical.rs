//! Which of the pages that name another one as their canonical address are pages themselves.

use std::collections::{BTreeMap, HashSet};

use super::{Crawl, Page};
use crate::error::CliError;
use docfuse_site::LeftOut;

/// A page that names another one.
pub(super) struct Elsewhere {
    pub page: Page,
    /// Path of the other one.
    pub other: String,
}

impl Crawl<'_> {
    /// Leaves out the pages for which another one stands; the others become pages.
    ///
    /// # Errors
    /// One that is left out cannot be taken out of the copy.
    pub(super) fn settle_canonical(&mut self) -> Result<(), CliError> {
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let named = |it: &Elsewhere| self.redirects.get(&it.other).unwrap_or(&it.other).clone();
        let named: BTreeMap<String, String> =
            elsewhere.iter().map(|(path, it)| (path.clone(), named(it))).collect();
        let kept = kept(&named, |path| self.pages.get(path).is_some_and(|page| page.page.is_ok()));
        for (path, Elsewhere { page, .. }) in elsewhere {
            if kept.contains(&path) {
                self.pages.insert(path, page);
            } else {
                if let Some(copy) = &self.copy {
                    copy.remove(&path)?;
                }
                self.leave_out(&path, LeftOut::Canonical);
            }
        }
        Ok(())
    }
}

/// The pages at the ends of chains, where nothing stands for them: that which names a page that is not there, and the first,
/// by its path, of pages that name each other. `named`: the page that each names. O(pages).
fn kept(named: &BTreeMap<String, String>, is_page: impl Fn(&str) -> bool) -> HashSet<String> {
    let mut kept = HashSet::new();
    let mut seen = HashSet::new();
    for start in named.keys() {
        let mut way: Vec<&String> = Vec::new();
        let mut at = start;
        while let Some((at_known, other)) = named.get_key_value(at).filter(|_| seen.insert(at)) {
            way.push(at_known);
            at = other;
        }
        let circle = way.iter().position(|path| *path == at);
        let end = match circle {
            Some(from) => way[from..].iter().min(),
            None if named.contains_key(at) || is_page(at) => None,
            None => way.last(),
        };
        kept.extend(end.map(|path| (*path).clone()));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_chain_is_kept() {
        for (named, expected) in [
            // `end` is a page.
            (&[("a", "b"), ("b", "end")][..], &[][..]),
            (&[("b", "a"), ("a", "end")], &[]),
            (&[("a", "b"), ("b", "missing")], &["b"]),
            (&[("b", "a"), ("a", "missing"), ("c", "b")], &["a"]),
            (&[("a", "missing"), ("b", "missing")], &["a", "b"]),
            (&[("c", "b"), ("b", "c"), ("a", "c")], &["b"]),
            (&[("a", "a")], &["a"]),
            (&[("c", "a"), ("b", "c"), ("a", "b")], &["a"]),
        ] {
            let pairs = named.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned()));
            let mut found: Vec<String> = kept(&pairs.collect(), |path| path == "end").into_iter().collect();
            found.sort();
            assert_eq!(found, expected, "{named:?}");
        }
    }
}
