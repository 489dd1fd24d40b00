//! File access: reads with errors that name the file, atomic writes, a lock, and deletion of the least recently used.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::error::CliError;
use super::output::remark;

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(CliError::file("read", path))
}

/// Opens a file to read it in pieces.
pub fn open(path: &Path) -> Result<fs::File, CliError> {
    fs::File::open(path).map_err(CliError::file("read", path))
}

/// The length of a file in bytes.
pub fn length(path: &Path) -> Result<u64, CliError> {
    Ok(fs::metadata(path).map_err(CliError::file("read", path))?.len())
}

/// What tells a file from an earlier one of its name without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    bytes: u64,
    modified: SystemTime,
    /// Number and time of change of the file itself, which tools that set times do not set.
    node: (u64, i64, i64),
}

/// Tells a folder from another one that took its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity(u64, Option<SystemTime>);

/// The identity of a folder; `None` without one.
pub fn identity(folder: &Path) -> Option<Identity> {
    let found = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    // Systems may give the number of a deleted folder to the next one.
    Some(Identity(node(&found).0, found.created().ok()))
}

/// A file system may count times in steps of this length, so two versions of a file can have one time.
const STEP_OF_TIMES: Duration = Duration::from_secs(2);

/// The stamp of a file; `None` if the file may still change without another stamp, or has none.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let found = fs::metadata(path).ok()?;
    let modified = found.modified().ok()?;
    let age = SystemTime::now().duration_since(modified).ok()?;
    (age > STEP_OF_TIMES).then(|| Stamp { bytes: found.len(), modified, node: node(&found) })
}

#[cfg(unix)]
fn node(found: &fs::Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (found.ino(), found.ctime(), found.ctime_nsec())
}

#[cfg(not(unix))]
fn node(_found: &fs::Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}

/// Reads bytes `start..end` of a file; fewer if the file ends before `end`.
pub fn read_range(path: &Path, start: u32, end: u32) -> Result<Vec<u8>, CliError> {
    let error = CliError::file("read", path);
    let read = || {
        let mut file = fs::File::open(path)?;
        file.seek(SeekFrom::Start(start.into()))?;
        let mut bytes = Vec::new();
        file.take(end.saturating_sub(start).into()).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(error)
}

/// Reads a file that nobody named, which may be a pipe that never ends; `None` if there is none.
pub fn read_found(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(CliError::at(path, "a file expected, something else found; move it away"))
        }
        _ => read_if_there(path),
    }
}

/// Reads a file; `None` if it does not exist.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::file("read", path)(error)),
    }
}

/// Reads a file in UTF-8.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(CliError::file("read", path))
}

/// Creates a folder and its parents.
pub fn create_folder(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(CliError::file("create", path))
}

/// Writes a file that only the caller's user reads, such as a report.
pub fn write(path: &Path, content: &[u8]) -> Result<(), CliError> {
    fs::write(path, content).map_err(CliError::file("write", path))
}

/// Writes a file where there is none, whole or not at all. Returns whether there was none.
pub fn write_new(path: &Path, content: &[u8]) -> Result<bool, CliError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut temporary = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        temporary.write_all(content)?;
        readable_by_all(temporary.as_file())?;
        match temporary.persist_noclobber(path) {
            Ok(_) => Ok(true),
            Err(failed) if failed.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
            Err(failed) => Err(failed.error),
        }
    };
    write().map_err(CliError::file("write", path))
}

/// Creates an empty file, to be written piece by piece.
pub fn create(path: &Path) -> Result<fs::File, CliError> {
    fs::File::create(path).map_err(CliError::file("write", path))
}

/// Writes a temporary file and renames it into place: readers see the old content or the new, never a part of it, and
/// a full disk leaves the old file. A file that has this content stays as it is.
pub fn replace(folder: &Path, name: &str, content: &[u8]) -> Result<(), CliError> {
    stage(folder, name, content)?.put()
}

/// The content of a file, written under a temporary name; deleted if it is dropped before [`Staged::put`].
pub struct Staged {
    path: PathBuf,
    /// `None` for a file that has the content already.
    temporary: Option<tempfile::TempPath>,
}

/// Writes the content of a file under a temporary name beside it.
pub fn stage(folder: &Path, name: &str, content: &[u8]) -> Result<Staged, CliError> {
    stage_in(folder, folder.join(name), content)
}

/// Writes the new content of the file `path` under a temporary name in `folder`, on the same file system. A file that is
/// there keeps its permissions, and its owner and group as far as this user may give files away.
pub fn stage_in(folder: &Path, path: PathBuf, content: &[u8]) -> Result<Staged, CliError> {
    if length(&path).is_ok_and(|length| length == content.len() as u64)
        && fs::read(&path).is_ok_and(|found| found == content)
    {
        return Ok(Staged { path, temporary: None });
    }
    let write = || {
        let mut temporary = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        temporary.write_all(content)?;
        match fs::metadata(&path) {
            Ok(found) => {
                // Before the permissions, of which a new owner takes some away.
                keep_owner(temporary.as_file(), &path);
                temporary.as_file().set_permissions(found.permissions())?;
            }
            Err(_) => readable_by_all(temporary.as_file())?,
        }
        // Closed, because a site has more pages than a process may have open files.
        Ok(temporary.into_temp_path())
    };
    let temporary = write().map_err(CliError::file("write", &path))?;
    Ok(Staged { path, temporary: Some(temporary) })
}

impl Staged {
    /// Content that was written to `temporary` already.
    pub fn at(temporary: PathBuf, path: PathBuf) -> Result<Self, CliError> {
        let named = tempfile::TempPath::try_from_path(temporary);
        let temporary = Some(named.map_err(CliError::file("write", &path))?);
        Ok(Staged { path, temporary })
    }

    /// Whether the file has the content already.
    pub fn is_same(&self) -> bool {
        self.temporary.is_none()
    }

    /// Renames the file into place, which needs no space.
    pub fn put(self) -> Result<(), CliError> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        let error = CliError::file("write", &self.path);
        temporary.persist(&self.path).map_err(|failed| error(failed.error))
    }
}

/// Temporary files are readable by their owner only, but a web server may run as another user.
#[cfg(unix)]
fn readable_by_all(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_file: &fs::File) -> std::io::Result<()> {
    Ok(())
}

/// Gives a file to the owner and the group of another one, or of the link in its place.
#[cfg(unix)]
fn keep_owner(file: &fs::File, of: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (Ok(old), Ok(new)) = (fs::symlink_metadata(of), file.metadata()) else { return };
    if old.gid() != new.gid() {
        // Only the superuser may give files away; others may at least choose among their groups.
        let _ = fchown(file, None, Some(old.gid()));
    }
    if old.uid() != new.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &fs::File, _of: &Path) {}

/// Prefix of the temporary files of [`replace`].
const TEMPORARY: &str = ".docfuse-";

/// Prefix of the folders in which the content of others is written.
pub const STAGING: &str = ".docfuse-new-";

/// Whether a name is that of the temporary file of a writer, perhaps of an interrupted one: the prefix and six letters or
/// digits.
pub fn is_temporary(name: &str) -> bool {
    is_drawn(name, TEMPORARY)
}

/// Whether a name has this prefix, and behind it what is drawn for temporary files.
fn is_drawn(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix)
        .is_some_and(|drawn| drawn.len() == 6 && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Deletes a file if it exists.
pub fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(CliError::file("delete", path)(error))
        }
        _ => Ok(()),
    }
}

/// Deletes a folder with nothing in it; leaves another one.
pub fn remove_if_empty(path: &Path) -> bool {
    fs::remove_dir(path).is_ok()
}

/// Locks a folder until the returned file is dropped, waiting for other processes that hold the lock. Deletes the
/// temporary files of interrupted writers. Where folders cannot be opened (Windows) or locked (some network drives),
/// takes no lock and deletes nothing.
pub fn lock(folder: &Path) -> Result<Option<fs::File>, CliError> {
    let Ok(file) = fs::File::open(folder) else { return Ok(None) };
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        remark(format_args!("waiting for another command that writes to {}", folder.display()));
    }
    if file.lock().is_err() {
        return Ok(None);
    }
    for name in names(folder)? {
        let path = folder.join(&name);
        let is_folder = path.symlink_metadata().is_ok_and(|found| found.is_dir());
        if is_folder && is_drawn(&name, STAGING) {
            fs::remove_dir_all(&path).map_err(CliError::file("delete", &path))?;
        } else if !is_folder && is_temporary(&name) {
            remove(&path)?;
        }
    }
    Ok(Some(file))
}

/// Sets a file's modification time to now, which [`keep_newest`] takes for its last use.
pub fn touch(path: &Path) {
    // A file that cannot be touched is only deleted earlier.
    if let Ok(file) = fs::File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Keeps the `count` most recently used files among those in `folder` with this prefix and suffix, and deletes the
/// others. A time in the future counts as the oldest: the clock was set back since. Ignores files that cannot be deleted.
pub fn keep_newest(folder: &Path, prefix: &str, suffix: &str, count: usize) {
    let now = SystemTime::now();
    let mut found: Vec<(bool, SystemTime, PathBuf)> = names(folder)
        .unwrap_or_default()
        .iter()
        .filter(|name| name.starts_with(prefix) && name.ends_with(suffix))
        .map(|name| folder.join(name))
        .filter_map(|path| {
            let used = path.metadata().ok()?.modified().ok()?;
            Some((used <= now, used, path))
        })
        .collect();
    found.sort();
    let surplus = found.len().saturating_sub(count);
    for (_, _, path) in found.drain(..surplus) {
        let _ = remove(&path);
    }
}

/// Names of the entries of a folder, sorted; without names that are not UTF-8.
pub fn names(folder: &Path) -> Result<Vec<String>, CliError> {
    let error = |source| CliError::file("read", folder)(source);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(|source| CliError::file("read", folder)(source))?;
        names.extend(entry.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_set_back_does_not_delete_what_is_new() {
        let folder = tempfile::tempdir().unwrap();
        let hour = Duration::from_secs(3600);
        let now = SystemTime::now();
        for (name, used) in
            [("a-old", now - hour), ("a-new", now), ("a-ahead", now + hour), ("a-further", now + 2 * hour)]
        {
            fs::write(folder.path().join(name), name).unwrap();
            let file = fs::File::options().append(true).open(folder.path().join(name)).unwrap();
            file.set_modified(used).unwrap();
        }
        for (count, expected) in
            [(3, &["a-further", "a-new", "a-old"][..]), (2, &["a-new", "a-old"]), (1, &["a-new"])]
        {
            keep_newest(folder.path(), "a-", "", count);
            assert_eq!(names(folder.path()).unwrap(), expected);
        }
    }

    #[test]
    fn staged_content_is_nothing_until_it_is_put() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        replace(folder.path(), "a", b"old").unwrap();
        let staged = stage(folder.path(), "a", b"new").unwrap();
        assert_eq!(read(&path).unwrap(), b"old");
        drop(staged);
        assert_eq!(names(folder.path()).unwrap(), ["a"]);
        stage(folder.path(), "a", b"new").unwrap().put().unwrap();
        assert_eq!(read(&path).unwrap(), b"new");
        let written = |path: &Path| path.metadata().unwrap().modified().unwrap();
        let before = written(&path);
        replace(folder.path(), "a", b"new").unwrap();
        assert_eq!(written(&path), before, "the same content is not written again");
    }
}
