//! [`PageCache`]: pages as hosts sent them, for the next run, which asks only whether they have changed.
//!
//! A folder for each site has a file for each page: a line of JSON, and the content. A damaged file counts as absent.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Once;

use serde::{Deserialize, Serialize};

use crate::cli::files;
use crate::cli::output::remark;
use crate::format::sha256_hex;

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

/// Prefix of the names of folders.
const PREFIX: &str = "site-";

impl PageCache {
    /// The cache of the site with this root, in the folder for what builds reuse.
    pub fn open(cache: Option<PathBuf>, root: &str) -> Self {
        let folder = cache.map(|cache| cache.join(format!("{PREFIX}{}", &sha256_hex(root.as_bytes())[..32])));
        PageCache { folder, used: HashSet::new() }
    }

    fn name(url: &str) -> String {
        sha256_hex(url.as_bytes())[..32].to_owned()
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
        for name in files::names(&folder).unwrap_or_default() {
            if !self.used.contains(&name) {
                // One that cannot be deleted only takes space.
                let _ = files::remove(&folder.join(name));
            }
        }
        let Some(cache) = folder.parent() else { return };
        let sites =
            files::names(cache).unwrap_or_default().into_iter().filter(|name| name.starts_with(PREFIX));
        let modified = |name: &String| cache.join(name).metadata().and_then(|found| found.modified()).ok();
        let mut sites: Vec<_> = sites.map(|name| (modified(&name), name)).collect();
        sites.sort();
        let surplus = sites.len().saturating_sub(MAX_SITES);
        for (_, name) in sites.drain(..surplus) {
            let _ = files::remove_folder(&cache.join(name));
        }
    }
}
