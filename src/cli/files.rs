//! File access: reads with errors that name the file, atomic writes, a lock, and deletion of the least recently used.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::CliError;

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(CliError::file("read", path))
}

/// The length of a file in bytes.
pub fn length(path: &Path) -> Result<u64, CliError> {
    Ok(fs::metadata(path).map_err(CliError::file("read", path))?.len())
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

/// Writes a temporary file and renames it into place: readers see the old content or the new, never a part of it, and
/// a full disk leaves the old file.
pub fn replace(folder: &Path, name: &str, content: &[u8]) -> Result<(), CliError> {
    let path = folder.join(name);
    let error = |source| CliError::file("write", &path)(source);
    let mut temporary = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder).map_err(error)?;
    let write = |source| CliError::file("write", &path)(source);
    temporary.write_all(content).map_err(write)?;
    readable_by_all(temporary.as_file()).map_err(write)?;
    temporary.persist(&path).map_err(|failed| write(failed.error))?;
    Ok(())
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

/// Prefix of the temporary files of [`replace`].
const TEMPORARY: &str = ".docfuse-";

/// Deletes a file if it exists.
pub fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(CliError::file("delete", path)(error))
        }
        _ => Ok(()),
    }
}

/// Deletes a folder with all that is in it, if it exists.
pub fn remove_folder(path: &Path) -> Result<(), CliError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(CliError::file("delete", path)(error))
        }
        _ => Ok(()),
    }
}

/// Locks a folder until the returned file is dropped, waiting for other processes that hold the lock. Deletes the
/// temporary files of interrupted writers. Where folders cannot be opened (Windows) or locked (some network drives),
/// takes no lock and deletes nothing.
pub fn lock(folder: &Path) -> Result<Option<fs::File>, CliError> {
    let locked = fs::File::open(folder).ok().filter(|file| file.lock().is_ok());
    if locked.is_none() {
        return Ok(None);
    }
    for name in names(folder)?.iter().filter(|name| name.starts_with(TEMPORARY)) {
        remove(&folder.join(name))?;
    }
    Ok(locked)
}

/// Sets a file's modification time to now, which [`keep_newest`] takes for its last use.
pub fn touch(path: &Path) {
    // A file that cannot be touched is only deleted earlier.
    if let Ok(file) = fs::File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Keeps the `count` most recently used files among those in `folder` with this prefix and suffix, and deletes the
/// others. Ignores files that cannot be deleted.
pub fn keep_newest(folder: &Path, prefix: &str, suffix: &str, count: usize) {
    let mut found: Vec<(SystemTime, PathBuf)> = names(folder)
        .unwrap_or_default()
        .iter()
        .filter(|name| name.starts_with(prefix) && name.ends_with(suffix))
        .map(|name| folder.join(name))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    found.sort();
    let surplus = found.len().saturating_sub(count);
    for (_, path) in found.drain(..surplus) {
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
