//! [`SiteReader`]: reads a built site, and again after changes, when only the files that changed are parsed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::render::{places_of, rendered, routes_of};
use super::site_files::{Contents, digest_of_page, page_content, versions_file};
use super::site_folder::{SiteFiles, SiteFolder};
use crate::build::summary::{nothing_left, without_text};
use crate::error::CliError;
use crate::files::{self, Stamp};
use crate::output::progress;
use crate::part::Share;
use docfuse::index::{Page, SharedText};
use docfuse_site::{
    ForeignPages, IngestConfig, LeftOut, ListedVersions, RawPage, Seen, VersionPlaces, address,
    finish_site_with_places, foreign_pages, read_file, read_page, route_of, versions_of,
};

/// A site's pages, and the files that were left out.
pub struct Site {
    /// Indexed pages, in the order of their paths.
    pub pages: Vec<Page>,
    /// Path and reason of each file that was left out.
    pub left_out: Vec<(String, LeftOut)>,
    /// Addresses of the sections that have no text besides their heading.
    pub without_text: Vec<String>,
    /// Names of generators and themes, and how many of the pages each made, most first.
    pub generators: Vec<(String, usize)>,
    /// Lists of names whose entries without an id are sections, and the number of these.
    pub listed_entries: [usize; 2],
    /// The versions of pages, the most current first.
    pub versions: Vec<String>,
    /// Where they are.
    pub version_places: VersionPlaces,
    /// Files that scripts make.
    pub made_by_scripts: Vec<String>,
    /// Pages in another language than that of their index.
    pub foreign: Vec<ForeignPages>,
    /// What was read, without excluded files.
    pub contents: Contents,
}

/// Reads all HTML files of a site. `by_file` ignores canonical addresses: a page opened from a folder has only that of
/// its file. `browser` is the command that renders the pages that scripts make; without one, they stay as they are.
///
/// # Errors
/// When the folder is missing or has no page to index, a file cannot be read, or the browser not be started.
pub fn read_site(
    folder: &SiteFolder,
    config: &IngestConfig,
    by_file: bool,
    browser: Option<&str>,
) -> Result<Site, CliError> {
    let mut reader = SiteReader::new(folder, by_file);
    reader.refresh(config)?;
    let mut files = reader.into_files();
    if let Some(browser) = browser {
        let mut made: Vec<&mut ReadFile> =
            files.iter_mut().filter(|file| file.is_made_by_scripts()).collect();
        let names: Vec<String> = made.iter().map(|file| file.name.clone()).collect();
        let mut routes = Vec::new();
        for (file, html) in made.iter_mut().zip(rendered(folder, browser, &names)?) {
            let Some(html) = html else { continue };
            let of_page = routes_of(&file.name, &html);
            let page = read_page(&file.name, &html, config).map(RawPage::into_rendered);
            let places = places_of("", &html, "/");
            file.page = if of_page.is_empty() { page } else { page.map(|page| page.into_route(&places)) };
            routes.extend(of_page);
        }
        let pages = rendered(folder, browser, &routes)?;
        let pages = routes.into_iter().zip(pages).filter_map(|(name, html)| Some((name, html?)));
        files.extend(pages.map(|(name, html)| {
            let places = places_of(route_of(&name), &html, "");
            let page = read_page(&name, &html, config).map(|page| page.into_rendered().into_route(&places));
            ReadFile::new(name, None, page)
        }));
    }
    finish(folder.path(), by_file, files)
}

/// A site as it was last read.
pub struct SiteReader {
    folder: SiteFolder,
    /// Place of the folder below the site's root: empty, or with a slash at its end.
    prefix: String,
    /// The share of its files that is read; `None` for all.
    share: Option<Share>,
    by_file: bool,
    /// What the site's folder lists.
    versions: ListedVersions,
    /// In the order of their paths.
    files: Vec<ReadFile>,
    /// What is not read, by its path from the site's root.
    left_out: Vec<(String, LeftOut)>,
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

    /// Whether scripts make it: it has almost no text without them.
    fn is_made_by_scripts(&self) -> bool {
        let left_out = |why: &LeftOut| *why == LeftOut::MadeByScripts;
        self.page.as_ref().map_or_else(left_out, RawPage::is_made_by_scripts)
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
    pub fn new(folder: &SiteFolder, by_file: bool) -> Self {
        SiteReader { by_file, ..SiteReader::of_part(folder, String::new(), None) }
    }

    /// A reader of a folder at `prefix` below the site's root (empty, or with a slash at its end), or of a share of its
    /// files.
    pub fn of_part(folder: &SiteFolder, prefix: String, share: Option<Share>) -> Self {
        let folder = folder.clone();
        SiteReader {
            folder,
            prefix,
            share,
            by_file: false,
            versions: ListedVersions::default(),
            files: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// What was read, and what was left out unread.
    pub fn into_files(self) -> Vec<ReadFile> {
        let unread = self.left_out.into_iter().map(|(name, reason)| ReadFile::new(name, None, Err(reason)));
        self.files.into_iter().chain(unread).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name.strip_prefix(&self.prefix).unwrap_or(name))
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
        let SiteFiles { pages: mut names, inventories, mut left_out } = self.folder.files()?;
        if names.is_empty() {
            return Err(no_page(self.folder.path(), &left_out));
        }
        names.extend(inventories);
        let all = names.iter_mut().chain(left_out.iter_mut().map(|(name, _)| name));
        all.for_each(|name| name.insert_str(0, &self.prefix));
        names.retain(|name| self.share.is_none_or(|share| share.has(name)));
        left_out.retain(|(name, _)| self.share.is_none_or(|share| share.has(name)));
        let versions = ListedVersions::read(&versions_file(self.folder.path())?);
        if versions != self.versions {
            self.files.clear();
            self.versions = versions;
        }
        let former: HashMap<&str, &ReadFile> =
            self.files.iter().map(|file| (file.name.as_str(), file)).collect();
        let bar = progress("reading", names.len() as u64);
        let seen = Mutex::default();
        let read = |name: &String| {
            let reading = self.read(name, former.get(name.as_str()).copied(), config, &seen);
            bar.inc(1);
            reading
        };
        let readings: Vec<Reading> = names.par_iter().map(read).collect::<Result<_, CliError>>()?;
        bar.finish_and_clear();
        let former = std::mem::take(&mut self.files).into_iter();
        let mut former: HashMap<String, ReadFile> = former.map(|file| (file.name.clone(), file)).collect();
        let mut changed = Vec::new();
        for (name, reading) in names.into_iter().zip(readings) {
            match (former.remove(&name), reading) {
                (Some(former), Reading::Same(stamp)) => self.files.push(ReadFile { stamp, ..former }),
                (_, Reading::New(file)) => {
                    changed.push(name);
                    self.files.push(*file);
                }
                (None, Reading::Same(_)) => {}
            }
        }
        changed.extend(former.into_keys());
        let differs = |one: &[(String, LeftOut)], other: &[(String, LeftOut)]| {
            let names = one.iter().filter(|unread| !other.contains(unread)).map(|(name, _)| name.clone());
            names.collect::<Vec<String>>()
        };
        if left_out != self.left_out {
            changed.extend(differs(&left_out, &self.left_out));
            changed.extend(differs(&self.left_out, &left_out));
            self.left_out = left_out;
        }
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }

    fn read(
        &self,
        name: &str,
        former: Option<&ReadFile>,
        config: &IngestConfig,
        seen: &Mutex<Seen>,
    ) -> Result<Reading, CliError> {
        let file = |stamp, content, page| Box::new(ReadFile { name: name.to_owned(), stamp, content, page });
        if let Some(reason) = config.unread(name) {
            let new = || Reading::New(file(None, None, Err(reason)));
            return Ok(former.map_or_else(new, |_| Reading::Same(None)));
        }
        let path = self.path(name);
        // Before the content, which may change in between.
        let stamp = files::stamp(&path);
        if stamp.is_some() && former.is_some_and(|former| former.stamp == stamp) {
            return Ok(Reading::Same(stamp));
        }
        let content = page_content(&path)?;
        let digest = Some(digest_of_page(&content));
        if former.is_some_and(|former| former.content == digest) {
            return Ok(Reading::Same(stamp));
        }
        let mut page = content.and_then(|bytes| read_file(name, &bytes, config));
        if let Ok(page) = &mut page {
            self.versions.settle(page);
        }
        share(&mut page, seen);
        Ok(Reading::New(file(stamp, digest, page)))
    }

    /// The site as it was last read.
    ///
    /// # Errors
    /// If it has no page to index.
    pub fn site(&self) -> Result<Site, CliError> {
        let unread = self.left_out.iter().cloned();
        let unread = unread.map(|(name, reason)| ReadFile::new(name, None, Err(reason)));
        finish(self.folder.path(), self.by_file, self.files.iter().cloned().chain(unread).collect())
    }
}

/// There is no page in a folder, perhaps because of what was left out.
fn no_page(folder: &Path, left_out: &[(String, LeftOut)]) -> CliError {
    let outside = left_out.iter().filter(|(_, reason)| *reason == LeftOut::LinkOutside).count();
    let message = match (outside, left_out) {
        (0, []) => "expected the folder that your site generator writes, found no .html file; build the site first, or \
             name another".to_string(),
        (0, [(name, reason), ..]) => format!(
            "expected the folder that your site generator writes, found no .html file that can be read: {} left \
             out, such as {name}, {reason}",
            left_out.len()
        ),
        (1, [(name, _)]) => format!(
            "expected pages, found a link to a place outside of the site, {name}; --follow-links includes it"
        ),
        _ => format!(
            "expected pages, found none but links: {outside} pages or folders are links to places outside of the \
             site; --follow-links includes them"
        ),
    };
    CliError::at(folder, message)
}

/// The site of files that were read; `folder` is named if none of them has a page to index.
///
/// # Errors
/// As [`read_site`].
pub fn finish(folder: &Path, by_file: bool, files: Vec<ReadFile>) -> Result<Site, CliError> {
    let site = gathered(by_file, files, Vec::new());
    if site.pages.is_empty() {
        return Err(CliError::at(folder, nothing_left(&site.left_out)));
    }
    Ok(site)
}

/// The site of files that were read, with further pages that are whole; perhaps without a page.
pub fn gathered(by_file: bool, files: Vec<ReadFile>, further: Vec<Page>) -> Site {
    let mut pages = Vec::new();
    let mut left_out = Vec::new();
    let mut contents = Contents::new();
    let mut read: Vec<(String, String, [usize; 2])> = Vec::new();
    let mut made_by_scripts = Vec::new();
    for file in files {
        made_by_scripts.extend(file.is_made_by_scripts().then(|| file.name.clone()));
        let ReadFile { name, content, page, .. } = file;
        read.extend(page.iter().map(|it| (name.clone(), it.generator().to_owned(), it.listed_entries())));
        contents.extend(content.map(|content| (name.clone(), content)));
        match page {
            Ok(page) if by_file => pages.push(page.without_canonical()),
            Ok(page) => pages.push(page),
            Err(reason) => left_out.push((name, reason)),
        }
    }
    let (mut pages, also_left_out, version_places) = finish_site_with_places(pages);
    left_out.extend(also_left_out);
    encode_addresses(&mut pages);
    pages.extend(further);
    let is_gone: HashSet<&str> = left_out.iter().map(|(name, _)| name.as_str()).collect();
    let mut generators: BTreeMap<String, usize> = BTreeMap::new();
    let mut listed_entries = [0, 0];
    for (_, generator, [lists, entries]) in read.into_iter().filter(|page| !is_gone.contains(page.0.as_str()))
    {
        listed_entries = [listed_entries[0] + lists, listed_entries[1] + entries];
        *generators.entry(generator).or_default() += 1;
    }
    generators.remove("");
    let mut generators: Vec<(String, usize)> = generators.into_iter().collect();
    generators.sort_by_key(|(_, pages)| Reverse(*pages));
    Site {
        generators,
        listed_entries,
        versions: versions_of(&pages),
        version_places,
        made_by_scripts,
        without_text: without_text(&pages),
        foreign: foreign_pages(&pages),
        pages,
        left_out,
        contents,
    }
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
        let mut reader = SiteReader::new(&SiteFolder::new(site.path(), false), false);
        let config = IngestConfig::default();
        assert_eq!(reader.refresh(&config).unwrap().len(), 4);
        fs::remove_file(site.path().join("a.html")).unwrap();
        fs::remove_file(site.path().join("c.html")).unwrap();
        ["b.html", "e.html"].iter().for_each(|name| write(name, "another text"));
        assert_eq!(reader.refresh(&config).unwrap(), ["a.html", "b.html", "c.html", "e.html"]);
    }
}
