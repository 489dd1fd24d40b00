//! [`SiteReader`]: reads a built site, and again after changes, when only the files that changed are parsed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::error::CliError;
use super::files::{self, Stamp};
use super::output::progress;
use super::part::Share;
use super::site_files::{Contents, digest_of_page, html_files, page_content};
use super::summary::without_text;
use crate::ingest::{
    IngestConfig, LeftOut, Page, RawPage, Seen, SharedText, address, finish_site, read_page,
};

/// A site's pages, and the files that were left out.
pub struct Site {
    /// Indexed pages, in the order of their paths.
    pub pages: Vec<Page>,
    /// Path and reason of each file that was left out.
    pub left_out: Vec<(String, LeftOut)>,
    /// Addresses of the sections that have no text besides their heading.
    pub without_text: Vec<String>,
    /// What was read, without excluded files.
    pub contents: Contents,
}

/// Reads all HTML files of a site. `by_file` ignores canonical addresses: a page opened from a folder has only that of
/// its file.
///
/// # Errors
/// When the folder is missing or has no page to index, or a file cannot be read.
pub fn read_site(folder: &Path, config: &IngestConfig, by_file: bool) -> Result<Site, CliError> {
    let mut reader = SiteReader::new(folder, by_file);
    reader.refresh(config)?;
    finish(folder, by_file, reader.into_files())
}

/// A site as it was last read.
pub struct SiteReader {
    folder: PathBuf,
    /// Place of the folder below the site's root: empty, or with a slash at its end.
    place: String,
    /// The share of its files that is read; `None` for all.
    share: Option<Share>,
    by_file: bool,
    /// In the order of their paths.
    files: Vec<ReadFile>,
}

/// A file as it was read.
#[derive(Clone)]
pub struct ReadFile {
    /// Path from the site's root.
    pub name: String,
    /// `None` if only its content tells whether it has changed.
    stamp: Option<Stamp>,
    /// `None` for an excluded file, which is not read.
    pub content: Option<[u8; 32]>,
    /// Its page, or why it is left out.
    pub page: Result<RawPage, LeftOut>,
}

impl ReadFile {
    /// A file that was read elsewhere.
    pub fn new(name: String, content: Option<[u8; 32]>, page: Result<RawPage, LeftOut>) -> Self {
        ReadFile { name, stamp: None, content, page }
    }
}

/// Lets a page that was just read take little memory.
pub fn share(page: &mut Result<RawPage, LeftOut>, seen: &Mutex<Seen>) {
    if let Ok(page) = page {
        page.share(&mut seen.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// What reading a file again found.
enum Reading {
    /// The content is that of the known file.
    Same(Option<Stamp>),
    New(Box<ReadFile>),
}

impl SiteReader {
    /// A reader that has read nothing yet; `by_file` as for [`read_site`].
    pub fn new(folder: &Path, by_file: bool) -> Self {
        SiteReader { by_file, ..SiteReader::of_part(folder, String::new(), None) }
    }

    /// A reader of a folder at `place` below the site's root (empty, or with a slash at its end), or of a share of its
    /// files.
    pub fn of_part(folder: &Path, place: String, share: Option<Share>) -> Self {
        SiteReader { folder: folder.to_owned(), place, share, by_file: false, files: Vec::new() }
    }

    /// What was read.
    pub fn into_files(self) -> Vec<ReadFile> {
        self.files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name.strip_prefix(&self.place).unwrap_or(name))
    }

    /// Whether a file that was read is gone.
    pub fn misses_files(&self) -> bool {
        self.files.iter().any(|file| !self.path(&file.name).is_file())
    }

    /// Reads what is new or changed; `config` must be that of the earlier readings. Returns the names of the files that
    /// are new, gone or changed, sorted. If it fails, the site stays as it was read before.
    ///
    /// # Errors
    /// As [`read_site`].
    pub fn refresh(&mut self, config: &IngestConfig) -> Result<Vec<String>, CliError> {
        let mut names = html_files(&self.folder)?;
        if names.is_empty() {
            return Err(CliError::Input(format!(
                "{}: expected the folder that your site generator writes, found no .html file; build the site first, or name another",
                self.folder.display()
            )));
        }
        names.iter_mut().for_each(|name| name.insert_str(0, &self.place));
        names.retain(|name| self.share.is_none_or(|share| share.has(name)));
        let known: HashMap<&str, &ReadFile> =
            self.files.iter().map(|file| (file.name.as_str(), file)).collect();
        let bar = progress("reading", names.len() as u64);
        let seen = Mutex::default();
        let read = |name: &String| {
            let reading = self.read(name, known.get(name.as_str()).copied(), config, &seen);
            bar.inc(1);
            reading
        };
        let readings: Vec<Reading> = names.par_iter().map(read).collect::<Result<_, CliError>>()?;
        bar.finish_and_clear();
        let known = std::mem::take(&mut self.files).into_iter();
        let mut known: HashMap<String, ReadFile> = known.map(|file| (file.name.clone(), file)).collect();
        let mut changed = Vec::new();
        for (name, reading) in names.into_iter().zip(readings) {
            match (known.remove(&name), reading) {
                (Some(known), Reading::Same(stamp)) => self.files.push(ReadFile { stamp, ..known }),
                (_, Reading::New(file)) => {
                    changed.push(name);
                    self.files.push(*file);
                }
                (None, Reading::Same(_)) => {}
            }
        }
        changed.extend(known.into_keys());
        changed.sort_unstable();
        Ok(changed)
    }

    fn read(
        &self,
        name: &str,
        known: Option<&ReadFile>,
        config: &IngestConfig,
        seen: &Mutex<Seen>,
    ) -> Result<Reading, CliError> {
        let file = |stamp, content, page| Box::new(ReadFile { name: name.to_owned(), stamp, content, page });
        if let Some(reason) = config.excluded(name) {
            let new = || Reading::New(file(None, None, Err(reason)));
            return Ok(known.map_or_else(new, |_| Reading::Same(None)));
        }
        let path = self.path(name);
        // Before the content, which may change in between.
        let stamp = files::stamp(&path);
        if stamp.is_some() && known.is_some_and(|known| known.stamp == stamp) {
            return Ok(Reading::Same(stamp));
        }
        let content = page_content(&path)?;
        let digest = Some(digest_of_page(&content));
        if known.is_some_and(|known| known.content == digest) {
            return Ok(Reading::Same(stamp));
        }
        let mut page = content.and_then(|bytes| read_page(name, &bytes, config));
        share(&mut page, seen);
        Ok(Reading::New(file(stamp, digest, page)))
    }

    /// The site as it was last read.
    ///
    /// # Errors
    /// If it has no page to index.
    pub fn site(&self) -> Result<Site, CliError> {
        finish(&self.folder, self.by_file, self.files.clone())
    }
}

/// The site of files that were read; `folder` is named if none of them has a page to index.
///
/// # Errors
/// As [`read_site`].
pub fn finish(folder: &Path, by_file: bool, files: Vec<ReadFile>) -> Result<Site, CliError> {
    let mut pages = Vec::new();
    let mut left_out = Vec::new();
    let mut contents = Contents::new();
    for ReadFile { name, content, page, .. } in files {
        contents.extend(content.map(|content| (name.clone(), content)));
        match page {
            Ok(page) if by_file => pages.push(page.without_canonical()),
            Ok(page) => pages.push(page),
            Err(reason) => left_out.push((name, reason)),
        }
    }
    let (mut pages, also_left_out) = finish_site(pages);
    left_out.extend(also_left_out);
    if pages.is_empty() {
        let reasons: Vec<String> =
            left_out.iter().take(3).map(|(name, why)| format!("{name}: {why}")).collect();
        return Err(CliError::Input(format!(
            "{}: no page could be indexed ({}{}); change what leaves them out",
            folder.display(),
            reasons.join("; "),
            if left_out.len() > 3 { "; …" } else { "" }
        )));
    }
    encode_addresses(&mut pages);
    Ok(Site { without_text: without_text(&pages), pages, left_out, contents })
}

/// Makes addresses of the paths of pages. Most paths are one already, and links share those of their targets.
fn encode_addresses(pages: &mut [Page]) {
    let encoded = |page: &Page| {
        let address = address(&page.url);
        (address != page.url).then(|| (page.url.clone(), SharedText::from(address)))
    };
    let encoded: HashMap<String, SharedText> = pages.iter().filter_map(encoded).collect();
    for page in pages {
        if let Some(address) = encoded.get(&page.url) {
            page.url = address.to_string();
        }
        for link in &mut page.links {
            if let Some(address) = encoded.get(&**link.page) {
                link.page = address.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;

    #[test]
    fn changed_files_are_named_in_order() {
        let site = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(site.path().join(name), format!("<p>{text}")).unwrap();
        ["a.html", "b.html", "c.html", "d.html"].iter().for_each(|name| write(name, "text"));
        let mut reader = SiteReader::new(site.path(), false);
        let config = IngestConfig::default();
        assert_eq!(reader.refresh(&config).unwrap().len(), 4);
        fs::remove_file(site.path().join("a.html")).unwrap();
        fs::remove_file(site.path().join("c.html")).unwrap();
        ["b.html", "e.html"].iter().for_each(|name| write(name, "another text"));
        assert_eq!(reader.refresh(&config).unwrap(), ["a.html", "b.html", "c.html", "e.html"]);
    }
}
