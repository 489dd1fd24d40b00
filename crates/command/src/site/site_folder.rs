//! [`SiteFolder`]: which files a site has. One rule for symbolic links, pipes and names, by which sites are indexed, changed
//! and served.
//!
//! A link is followed if its target is in the site, or by `--follow-links`. A page that several links lead to is a page at
//! each of its addresses, as on a host. What is left out is returned with the reason; nothing of it is opened.

#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::collections::HashMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::site_files::is_html;
use crate::error::CliError;
use docfuse_site::{LeftOut, is_inventory};

/// Most addresses that a page or a folder gets by links, besides its own. Folders that all link to each other would have
/// them without number; and a text that ten pages have counts as that of a stub.
const MAX_LINKED: usize = 8;

/// The folder of a built site.
#[derive(Clone, Debug)]
pub struct SiteFolder {
    path: PathBuf,
    follow_links: bool,
}

/// The pages of a site, by their paths relative to it and with `/` as separator, sorted; and what is left out.
#[derive(Debug, Default)]
pub struct SiteFiles {
    pub pages: Vec<String>,
    /// Files beside them that list what the site documents.
    pub inventories: Vec<String>,
    /// Path and reason; the path of a folder ends with a slash.
    pub left_out: Vec<(String, LeftOut)>,
}

impl SiteFolder {
    /// The site in a folder, which may itself be a link. `follow_links`: whether links may lead out of it.
    pub fn new(path: &Path, follow_links: bool) -> Self {
        SiteFolder { path: path.to_owned(), follow_links }
    }

    /// The folder as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether links may lead out of the site.
    pub fn follows_links(&self) -> bool {
        self.follow_links
    }

    /// The folder through all links.
    ///
    /// # Errors
    /// There is none.
    pub fn real_path(&self) -> Result<PathBuf, CliError> {
        self.path.canonicalize().map_err(CliError::file("read", &self.path))
    }

    /// Finds the pages. Opens no file.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn files(&self) -> Result<SiteFiles, CliError> {
        let mut walk = Walk {
            site: self,
            root: self.real_path()?,
            files: SiteFiles::default(),
            linked: HashMap::new(),
            way: Vec::new(),
        };
        walk.folder(&self.path, None)?;
        Ok(walk.files)
    }

    /// What leads to a file or folder of the site is served. `path` begins with that of the site.
    ///
    /// # Errors
    /// Why it is not.
    pub fn target(&self, path: &Path) -> Result<PathBuf, LeftOut> {
        let root = self.path.canonicalize().map_err(|_| LeftOut::DeadLink)?;
        self.target_from(&root, path)
    }

    /// Opens a file or a folder of the site. What is opened is what was checked, whatever replaces it meanwhile. `path` begins
    /// with that of the site.
    ///
    /// # Errors
    /// Why it is not of the site.
    pub fn open(&self, path: &Path) -> Result<File, LeftOut> {
        let root = self.path.canonicalize().map_err(|_| LeftOut::DeadLink)?;
        let target = self.target_from(&root, path)?;
        let opened = match target.strip_prefix(&root) {
            Ok(below) if !self.follow_links => open_below(&root, below),
            _ => File::open(&target),
        };
        let opened = opened.map_err(|_| LeftOut::DeadLink)?;
        let found = opened.metadata().map_err(|_| LeftOut::DeadLink)?;
        if found.is_dir() || found.is_file() { Ok(opened) } else { Err(LeftOut::NoFile) }
    }

    /// Where a file, or a link in its place, is below the site's folder `root`, which is its real path: elsewhere than its
    /// path says, if a folder on the way is a link. `None` outside of the site, where nothing is written.
    pub fn place_of(&self, root: &Path, path: &str) -> Option<String> {
        let file = self.path.join(path);
        let (mut folder, mut rest) = (file.parent()?, PathBuf::from(file.file_name()?));
        loop {
            match folder.canonicalize() {
                Ok(real) => return below(&real.join(rest), root),
                // A folder that will be made.
                Err(error) if error.kind() == ErrorKind::NotFound && folder != self.path => {
                    rest = Path::new(folder.file_name()?).join(rest);
                    folder = folder.parent()?;
                }
                Err(_) => return None,
            }
        }
    }

    fn target_from(&self, root: &Path, path: &Path) -> Result<PathBuf, LeftOut> {
        let target = path.canonicalize().map_err(|_| LeftOut::DeadLink)?;
        if !self.follow_links && !target.starts_with(root) {
            return Err(LeftOut::LinkOutside);
        }
        let found = target.metadata().map_err(|_| LeftOut::DeadLink)?;
        if found.is_dir() || found.is_file() { Ok(target) } else { Err(LeftOut::NoFile) }
    }
}

/// Opens what is at a path without links below a folder. If a link is there by now, it is not followed.
#[cfg(unix)]
fn open_below(folder: &Path, path: &Path) -> std::io::Result<File> {
    use rustix::fs::{Mode, OFlags, open, openat};

    // A pipe that is there by now is opened without waiting for its other end.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let mut opened = open(folder, flags | OFlags::DIRECTORY, Mode::empty())?;
    for part in path {
        opened = openat(&opened, part, flags | OFlags::NOFOLLOW, Mode::empty())?;
    }
    Ok(opened.into())
}

#[cfg(not(unix))]
fn open_below(folder: &Path, path: &Path) -> std::io::Result<File> {
    File::open(folder.join(path))
}

/// The path of a file below a folder, with slashes.
pub fn below(path: &Path, folder: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

struct Walk<'a> {
    site: &'a SiteFolder,
    /// The site's folder through all links.
    root: PathBuf,
    files: SiteFiles,
    /// How many addresses a page or a folder has by links, by its real path.
    linked: HashMap<PathBuf, usize>,
    /// Where the links stand that led here, through all links. The system limits them to some 40.
    way: Vec<PathBuf>,
}

impl Walk<'_> {
    /// Walks through a folder, or through the link to one, whose real path is `target`.
    fn folder(&mut self, folder: &Path, target: Option<&Path>) -> Result<(), CliError> {
        for entry in WalkDir::new(folder).min_depth(1).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                let path = error.path().unwrap_or(folder).to_owned();
                CliError::File { action: "read", path, source: error.into() }
            })?;
            let kind = entry.file_type();
            if kind.is_symlink() {
                self.link(entry.path())?;
            } else if !kind.is_dir() {
                let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                self.file(entry.path(), kind.is_file(), target.map(|target| target.join(below)));
            }
        }
        Ok(())
    }

    /// `target`: its real path, if a link leads to it.
    fn file(&mut self, path: &Path, is_file: bool, target: Option<PathBuf>) {
        let relative = path.strip_prefix(&self.site.path).unwrap_or(path);
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        if !is_html(relative) {
            let inventory = parts.map(|parts| parts.join("/")).filter(|path| is_file && is_inventory(path));
            self.files.inventories.extend(inventory);
            return;
        }
        match parts {
            _ if !is_file => self.leave_out(path, LeftOut::NoFile),
            None => self.leave_out(path, LeftOut::NameNotUtf8),
            _ if target.is_some_and(|target| !self.has_room(target)) => {
                self.leave_out(path, LeftOut::ManyLinks { limit: MAX_LINKED });
            }
            Some(parts) => self.files.pages.push(parts.join("/")),
        }
    }

    fn link(&mut self, path: &Path) -> Result<(), CliError> {
        let target = match self.site.target_from(&self.root, path) {
            Ok(target) => target,
            // Whatever it is meant to be.
            Err(LeftOut::DeadLink) => {
                self.leave_out(path, LeftOut::DeadLink);
                return Ok(());
            }
            Err(reason) => {
                if is_html(path) || path.is_dir() {
                    self.leave_out(path, reason);
                }
                return Ok(());
            }
        };
        if !target.is_dir() {
            self.file(path, true, Some(target));
            return Ok(());
        }
        let folder = path.parent().unwrap_or(path);
        let folder = folder.canonicalize().map_err(CliError::file("read", folder))?;
        if self.way.iter().chain([&folder]).any(|folder| folder.starts_with(&target)) {
            self.leave_out(path, LeftOut::LinkLoop);
            return Ok(());
        }
        if !self.has_room(target.clone()) {
            self.leave_out(path, LeftOut::ManyLinks { limit: MAX_LINKED });
            return Ok(());
        }
        self.way.push(folder);
        let outcome = self.folder(path, Some(&target));
        self.way.pop();
        outcome
    }

    /// Counts one more address by links; whether that is allowed.
    fn has_room(&mut self, target: PathBuf) -> bool {
        let count = self.linked.entry(target).or_default();
        *count += 1;
        *count <= MAX_LINKED
    }

    fn leave_out(&mut self, path: &Path, reason: LeftOut) {
        let relative = path.strip_prefix(&self.site.path).unwrap_or(path);
        let mut name = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        if path.is_dir() {
            name.push('/');
        }
        self.files.left_out.push((name, reason));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn inventories_are_no_pages() {
        let temporary = tempfile::tempdir().unwrap();
        for name in ["a.html", "api/objects.inv", "api/other.inv", "objects.inv/b.html"] {
            let path = temporary.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let files = SiteFolder::new(temporary.path(), false).files().unwrap();
        assert_eq!(files.pages, ["a.html", "objects.inv/b.html"]);
        assert_eq!(files.inventories, ["api/objects.inv"]);
        assert!(files.left_out.is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_is_swapped_is_never_followed_out() {
        use std::fs;
        use std::os::unix::fs::symlink;

        let temporary = tempfile::tempdir().unwrap();
        let at = |name: &str| temporary.path().join(name);
        for (folder, text) in [("site/real", "of the site"), ("outside", "secret")] {
            fs::create_dir_all(at(folder)).unwrap();
            fs::write(at(folder).join("page"), text).unwrap();
        }
        let (site, is_over) = (SiteFolder::new(&at("site"), false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for target in [at("outside"), at("site/real")].iter().cycle() {
                    let _ = fs::remove_file(at("new"));
                    symlink(target, at("new")).unwrap();
                    fs::rename(at("new"), at("site/link")).unwrap();
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
            let (mut own, mut all) = (0, 0);
            while own < 300 && all < 200_000 {
                all += 1;
                if let Ok(mut opened) = site.open(&at("site/link/page")) {
                    let mut text = String::new();
                    opened.read_to_string(&mut text).unwrap();
                    assert_eq!(text, "of the site");
                    own += 1;
                }
            }
            is_over.store(true, Ordering::Relaxed);
            assert!(own > 0, "none of {all} was opened");
        });
    }
}
