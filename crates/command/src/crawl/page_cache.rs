//! [`PageCache`]: pages as hosts sent them, for the next run, which asks only whether they have changed.
//!
//! A folder for each site has a file for each page: a line of JSON, and the content. A damaged file counts as absent.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Once;

use serde::{Deserialize, Serialize};

use crate::files;
use crate::output::remark;
use docfuse::format::sha256_hex;

/// What a host said of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Head {
    pub url: String,
    pub content_type: String,
    /// `X-Robots-Tag`, one value a line.
    pub robots: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    /// SHA-256 of the content.
    pub sha256: String,
}

/// The cache of a site.
pub struct PageCache {
    /// `None` if nothing is kept.
    folder: Option<PathBuf>,
    /// Names of the files of this run.
    used: HashSet<String>,
}

/// Number of sites whose pages are kept.
const MAX_SITES: usize = 16;

/// Digits of the hashes in names.
const HASH_DIGITS: usize = 32;

/// Prefix of the names of folders.
const PREFIX: &str = "site-";

impl PageCache {
    /// The cache of the site with this root, in the folder for what builds reuse.
    pub fn open(cache: Option<PathBuf>, root: &str) -> Self {
        let folder =
            cache.map(|cache| cache.join(format!("{PREFIX}{}", &sha256_hex(root.as_bytes())[..HASH_DIGITS])));
        PageCache { folder, used: HashSet::new() }
    }

    fn name(url: &str) -> String {
        sha256_hex(url.as_bytes())[..HASH_DIGITS].to_owned()
    }

    /// A page of an earlier run.
    pub fn get(&self, url: &str) -> Option<(Head, Vec<u8>)> {
        let bytes = files::read_if_there(&self.folder.as_ref()?.join(Self::name(url))).ok()??;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        let content = bytes[end + 1..].to_vec();
        (head.url == url && head.sha256 == sha256_hex(&content)).then_some((head, content))
    }

    /// Keeps a page, if the host will tell whether it changes. That of an earlier run stays otherwise.
    pub fn put(&mut self, mut head: Head, content: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let name = Self::name(&head.url);
        if head.etag.is_none() && head.last_modified.is_none() {
            return;
        }
        head.sha256 = sha256_hex(content);
        let Ok(mut bytes) = serde_json::to_vec(&head) else { return };
        bytes.push(b'\n');
        bytes.extend_from_slice(content);
        let written = files::create_folder(folder).and_then(|()| files::replace(folder, &name, &bytes));
        if let Err(error) = written {
            static WARNED: Once = Once::new();
            WARNED.call_once(|| {
                remark(format_args!(
                    "warning: pages are not kept, so the next run fetches them again: {error}"
                ));
            });
            self.folder = None;
            return;
        }
        self.used.insert(name);
    }

    /// A page of an earlier run is the current one.
    pub fn keep(&mut self, url: &str) {
        self.used.insert(Self::name(url));
    }

    /// Deletes what this run has not used, and the pages of sites that were fetched long ago.
    pub fn finish(self) {
        let Some(folder) = self.folder else { return };
        delete_pages(&folder, &self.used);
        let Some(cache) = folder.parent() else { return };
        let is_site = |name: &String| name.strip_prefix(PREFIX).is_some_and(is_hash);
        let sites = files::names(cache).unwrap_or_default().into_iter().filter(is_site);
        let modified = |name: &String| cache.join(name).metadata().and_then(|found| found.modified()).ok();
        let mut sites: Vec<_> = sites.map(|name| (modified(&name), name)).collect();
        sites.sort();
        let surplus = sites.len().saturating_sub(MAX_SITES);
        for (_, name) in sites.drain(..surplus) {
            delete_pages(&cache.join(&name), &HashSet::new());
            files::remove_if_empty(&cache.join(name));
        }
    }
}

/// Deletes the pages in a folder, but those that are `used`.
fn delete_pages(folder: &Path, used: &HashSet<String>) {
    for name in files::names(folder).unwrap_or_default() {
        if is_hash(&name) && !used.contains(&name) {
            // One that cannot be deleted only takes space.
            let _ = files::remove(&folder.join(name));
        }
    }
}

/// Whether a name is one that this cache gives.
fn is_hash(name: &str) -> bool {
    name.len() == HASH_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;

    #[test]
    fn what_others_have_in_the_cache_folder_stays() {
        let cache = tempfile::tempdir().unwrap();
        let open = |root: &str| PageCache::open(Some(cache.path().to_owned()), root);
        let put = |pages: &mut PageCache, url: &str| {
            let etag = Some("1".to_owned());
            pages.put(Head { url: url.to_owned(), etag, ..Head::default() }, b"page");
        };
        for name in ["site-notes", "site-plan/2026"] {
            fs::create_dir_all(cache.path().join(name)).unwrap();
            fs::write(cache.path().join(name).join("mine"), "mine").unwrap();
        }
        for site in 0..20 {
            let mut pages = open(&format!("https://{site}.example/"));
            put(&mut pages, "a");
            fs::write(pages.folder.as_ref().unwrap().join("mine"), "mine").unwrap();
            pages.finish();
        }
        let mine = walkdir::WalkDir::new(cache.path()).into_iter().filter_map(Result::ok);
        assert_eq!(mine.filter(|entry| entry.file_name() == "mine").count(), 22);
        let mut pages = open("https://19.example/");
        put(&mut pages, "b");
        pages.finish();
        let pages = open("https://19.example/");
        assert_eq!((pages.get("a"), pages.get("b").is_some()), (None, true));
    }
}
