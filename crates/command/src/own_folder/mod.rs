//! [`OwnFolder`]: a folder that a command writes whole, which its list says.
//!
//! Only what the list of the folder names is ever replaced or deleted. All content is staged inside the folder first, so
//! that a full disk changes nothing. Then files are renamed into place, the one that describes the others last, and what
//! only the old list names is deleted. Meanwhile the list has the names of both, so that a command which is killed leaves
//! nothing that the next one takes for somebody else's.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

pub mod list;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::error::CliError;
use super::files::{self, Staged};
use super::site::site_files::is_below;
use list::{Kind, LIST, List};

/// A folder with its new content, under temporary names until [`OwnFolder::put`]; deleted if it is dropped before.
pub struct OwnFolder {
    to: PathBuf,
    kind: Kind,
    /// Whether nobody else may have files there.
    alone: bool,
    staging: tempfile::TempDir,
    /// New contents of files, and of those that stay as they are.
    staged: Vec<(String, Staged)>,
    is_new: bool,
    /// Ends last.
    _lock: Option<fs::File>,
}

impl OwnFolder {
    /// In a folder where files of others stay: `to` need not exist.
    ///
    /// # Errors
    /// `to` holds another kind of folder, or cannot be written.
    pub fn among_others(to: &Path, kind: Kind) -> Result<Self, CliError> {
        Self::begin(to, kind, false)
    }

    /// In a folder that is new, empty, or an earlier one of its kind.
    ///
    /// # Errors
    /// As above, and a file there that no command wrote.
    pub fn alone(to: &Path, kind: Kind) -> Result<Self, CliError> {
        Self::begin(to, kind, true)
    }

    fn begin(to: &Path, kind: Kind, alone: bool) -> Result<Self, CliError> {
        check(to, kind, alone)?;
        let is_new = !to.exists();
        files::create_folder(to)?;
        let lock = files::lock(to)?;
        let staging = tempfile::Builder::new().prefix(files::STAGING).tempdir_in(to);
        let staging = staging.map_err(CliError::file("write to", to))?;
        Ok(OwnFolder { to: to.to_owned(), kind, alone, staging, staged: Vec::new(), is_new, _lock: lock })
    }

    /// Where files are written that come piece by piece, by the paths that they will have.
    pub fn path(&self) -> &Path {
        self.staging.path()
    }

    /// Adds a file. One that is there with this content stays untouched, and one with another content keeps its permissions.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn stage(&mut self, name: &str, content: &[u8]) -> Result<(), CliError> {
        let staged = files::stage_in(self.staging.path(), self.to.join(name), content)?;
        self.staged.push((name.to_owned(), staged));
        Ok(())
    }

    /// Puts all files into place, in the place of those that the list names.
    ///
    /// # Errors
    /// A file of somebody else's in the place of a new one, or one that cannot be renamed.
    pub fn put(mut self) -> Result<(), CliError> {
        // Writing takes long enough for others to write there.
        let old = check(&self.to, self.kind, self.alone)?;
        for name in names_below(self.staging.path())? {
            if !files::is_temporary(&name) {
                let staged = Staged::at(self.staging.path().join(&name), self.to.join(&name))?;
                self.staged.push((name, staged));
            }
        }
        let last = self.kind.description();
        self.staged.sort_by(|(a, _), (b, _)| (a == last, a).cmp(&(b == last, b)));
        let new: BTreeSet<String> = self.staged.iter().map(|(name, _)| name.clone()).collect();
        let is_ours = |name: &str| old.as_ref().map_or(self.is_index(), |old| old.files.contains(name));
        for (name, staged) in &self.staged {
            self.check_place(name, staged.is_same() || is_ours(name))?;
        }
        let former = old.map(|old| old.files).unwrap_or_default();
        let both = List { of: self.kind, files: former.union(&new).cloned().collect() };
        let only = List { of: self.kind, files: new };
        // Both lists before the first file: at the end there may be no space for one.
        let both = files::stage_in(self.staging.path(), self.to.join(LIST), &both.content()?)?;
        let only_content = only.content()?;
        let only_path = self.staging.path().join(LIST);
        files::write(&only_path, &only_content)?;
        for (name, _) in &self.staged {
            files::create_folder(self.to.join(name).parent().unwrap_or(&self.to))?;
        }
        both.put()?;
        std::mem::take(&mut self.staged).into_iter().try_for_each(|(_, staged)| staged.put())?;
        former.difference(&only.files).try_for_each(|name| self.remove(name))?;
        Staged::at(only_path, self.to.join(LIST))?.put()
    }

    /// An index of a command that wrote no lists is ours by its manifest, as far as this one has files of the same names.
    fn is_index(&self) -> bool {
        matches!(self.kind, Kind::Index) && self.to.join(self.kind.description()).is_file()
    }

    /// Refuses a place outside of the folder, or that of somebody else's file.
    fn check_place(&self, name: &str, is_ours: bool) -> Result<(), CliError> {
        let wrong = |path: &Path, found: &str| {
            let expected = self.kind.expected();
            Err(CliError::at(
                path,
                format!(
                    "{expected} expected, {found} found, which is not replaced; name another folder, or move it away"
                ),
            ))
        };
        if let Some(link) = link_on_the_way(&self.to, name) {
            return wrong(&link, "a link");
        }
        let path = self.to.join(name);
        match path.symlink_metadata() {
            Ok(found) if found.is_dir() => wrong(&path, "a folder"),
            Ok(_) if !is_ours => wrong(&path, "a file that docfuse did not write"),
            _ => Ok(()),
        }
    }

    /// Deletes a file that the list names, and the folders that are empty then.
    fn remove(&self, name: &str) -> Result<(), CliError> {
        let path = self.to.join(name);
        if link_on_the_way(&self.to, name).is_some() || path.is_dir() && !path.is_symlink() {
            return Ok(());
        }
        files::remove(&path)?;
        for folder in path.ancestors().skip(1).take_while(|folder| *folder != self.to) {
            if !files::remove_if_empty(folder) {
                break;
            }
        }
        Ok(())
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // What cannot be deleted is deleted by the next command.
        let _ = fs::remove_dir_all(self.staging.path());
        if self.is_new {
            // Only if nothing was put there.
            files::remove_if_empty(&self.to);
        }
    }
}

/// The list of a folder that a command is to write; `None` without one.
///
/// # Errors
/// A folder of another kind; if the command wants it `alone`, a file that no command wrote.
pub fn check(to: &Path, kind: Kind, alone: bool) -> Result<Option<List>, CliError> {
    let wrong = |found: String| {
        Err(CliError::at(to, format!("{} expected, {found}; name another folder", kind.expected())))
    };
    let list = List::read(to)?;
    if let Some(found) = list.as_ref().map(|list| list.of).filter(|of| *of != kind) {
        return wrong(format!("{} found", found.name()));
    }
    match foreign(to, list.as_ref()).filter(|_| alone) {
        Some(foreign) => wrong(format!("{foreign} found, which docfuse did not write")),
        None => Ok(list),
    }
}

/// The first file of a folder that its list does not name. A folder with a list of its own is no stranger.
fn foreign(folder: &Path, list: Option<&List>) -> Option<String> {
    let entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| {
        let name = entry.file_name().to_str().unwrap_or_default();
        let is_own = || name.starts_with(files::STAGING) || entry.path().join(LIST).is_file();
        // What Python writes beside a program.
        !(entry.file_type().is_dir() && (name == "__pycache__" || is_own()))
    });
    let files = entries.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir());
    let mut names = files.map(|entry| below(folder, entry.path()));
    names.find(|name| {
        let is_listed = list.is_some_and(|list| name == LIST || list.files.contains(name));
        !is_listed && !files::is_temporary(name)
    })
}

/// The path of a file below a folder, with slashes.
fn below(folder: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Paths of all files below a folder.
fn names_below(folder: &Path) -> Result<Vec<String>, CliError> {
    let mut names = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let entry = entry.map_err(|error| CliError::file("read", folder)(error.into()))?;
        if !entry.file_type().is_dir() {
            names.push(below(folder, entry.path()));
        }
    }
    Ok(names)
}

/// A folder between `to` and a file below it that is a link, which may lead anywhere; or the file's name, if it does.
fn link_on_the_way(to: &Path, name: &str) -> Option<PathBuf> {
    if !is_below(name) {
        return Some(to.join(name));
    }
    let folders = Path::new(name).ancestors().skip(1).map(|folder| to.join(folder));
    folders.filter(|folder| folder != to).find(|folder| folder.is_symlink())
}

/// Whether an error says that a path cannot be that of a file, whatever space there is.
pub fn is_of_name(error: &CliError) -> bool {
    let CliError::File { source, .. } = error else { return false };
    matches!(
        source.kind(),
        ErrorKind::InvalidFilename
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::AlreadyExists
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files into a folder of an export, as a command does.
    fn export(to: &Path, names: &[&str]) -> Result<(), CliError> {
        let mut own = OwnFolder::alone(to, Kind::Export)?;
        names.iter().try_for_each(|name| own.stage(name, name.as_bytes()))?;
        own.put()
    }

    #[test]
    fn only_what_was_written_is_deleted() {
        let temporary = tempfile::tempdir().unwrap();
        let to = temporary.path().join("out");
        export(&to, &["a", "b/c", "b/d"]).unwrap();
        export(&to, &["a", "e"]).unwrap();
        assert_eq!(names_below(&to).unwrap().len(), 3, "a, e and the list");
        assert!(!to.join("b").exists());
        // A folder with a list of its own stays.
        let mut index = OwnFolder::among_others(&to.join("index"), Kind::Index).unwrap();
        index.stage("docfuse.json", b"{}").unwrap();
        index.put().unwrap();
        export(&to, &["a"]).unwrap();
        assert!(to.join("index/docfuse.json").exists() && !to.join("e").exists());
        fs::write(to.join("mine"), "mine").unwrap();
        let error = export(&to, &["a"]).unwrap_err().to_string();
        assert!(error.contains("mine found, which docfuse did not write"), "{error}");
        assert!(to.join("mine").exists() && to.join("a").exists());
    }

    #[test]
    fn what_is_dropped_leaves_nothing() {
        let temporary = tempfile::tempdir().unwrap();
        let to = temporary.path().join("out");
        drop(OwnFolder::alone(&to, Kind::Export).unwrap());
        assert!(!to.exists());
        export(&to, &["a"]).unwrap();
        let mut own = OwnFolder::alone(&to, Kind::Export).unwrap();
        own.stage("a", b"other").unwrap();
        fs::write(own.path().join("b"), b"b").unwrap();
        drop(own);
        assert_eq!((fs::read(to.join("a")).unwrap(), files::names(&to).unwrap().len()), (b"a".to_vec(), 2));
    }

    #[test]
    #[cfg(unix)]
    fn nothing_is_written_or_deleted_behind_a_link() {
        let temporary = tempfile::tempdir().unwrap();
        let (to, other) = (temporary.path().join("out"), temporary.path().join("other"));
        export(&to, &["a/b", "c"]).unwrap();
        fs::create_dir(&other).unwrap();
        fs::write(other.join("b"), "mine").unwrap();
        fs::remove_dir_all(to.join("a")).unwrap();
        std::os::unix::fs::symlink(&other, to.join("a")).unwrap();
        for names in [&["c"][..], &["a/b"]] {
            assert!(export(&to, names).is_err());
        }
        let mut shared = OwnFolder::among_others(&to, Kind::Export).unwrap();
        shared.stage("c", b"c").unwrap();
        shared.put().unwrap();
        assert_eq!(fs::read(other.join("b")).unwrap(), b"mine");
    }

    #[test]
    fn lists_name_nothing_outside() {
        let temporary = tempfile::tempdir().unwrap();
        let to = temporary.path().join("out");
        fs::create_dir(&to).unwrap();
        fs::write(temporary.path().join("thesis"), "mine").unwrap();
        fs::write(to.join(LIST), "{\"of\":\"export\",\"files\":[\"../thesis\",\"/etc/hosts\"]}").unwrap();
        export(&to, &["a"]).unwrap();
        assert!(temporary.path().join("thesis").exists());
    }
}
