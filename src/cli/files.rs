//! Reading and writing files so that nothing good is lost.
#![allow(clippy::disallowed_methods, reason = "file-system calls stand in cli")]

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::CliError;

/// A whole file.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(CliError::file("read", path))
}

/// The length of a file.
pub fn length(path: &Path) -> Result<u64, CliError> {
    Ok(fs::metadata(path).map_err(CliError::file("read", path))?.len())
}

/// Bytes `start..end` of a file; fewer if it ends before.
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

/// A whole file, `None` if there is none.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::file("read", path)(error)),
    }
}

/// A whole text file.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(CliError::file("read", path))
}

/// Makes a folder and those above it.
pub fn create_folder(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(CliError::file("create", path))
}

/// Writes a file aside and renames it into place, so that a reader sees the old content or the new one, never a
/// part, and a full disk leaves the old one.
pub fn replace(folder: &Path, name: &str, content: &[u8]) -> Result<(), CliError> {
    let path = folder.join(name);
    let error = |source| CliError::file("write", &path)(source);
    let mut aside = tempfile::Builder::new().prefix(ASIDE).tempfile_in(folder).map_err(error)?;
    let write = |source| CliError::file("write", &path)(source);
    aside.write_all(content).map_err(write)?;
    readable_by_all(aside.as_file()).map_err(write)?;
    aside.persist(&path).map_err(|failed| write(failed.error))?;
    Ok(())
}

/// Temporary files are private to their owner, but a web server may be another user.
#[cfg(unix)]
fn readable_by_all(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_file: &fs::File) -> std::io::Result<()> {
    Ok(())
}

/// Begin of the names of files that [`replace`] writes aside.
const ASIDE: &str = ".docfuse-";

/// Deletes a file, if it is there.
pub fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(CliError::file("delete", path)(error))
        }
        _ => Ok(()),
    }
}

/// Waits until no other process has locked a folder, locks it until the given file is dropped, and deletes what
/// interrupted ones wrote aside. Where folders can't be opened (Windows) or locked (some network drives), there is no
/// lock and nothing is deleted.
pub fn lock(folder: &Path) -> Result<Option<fs::File>, CliError> {
    let locked = fs::File::open(folder).ok().filter(|file| file.lock().is_ok());
    if locked.is_none() {
        return Ok(None);
    }
    for name in names(folder)?.iter().filter(|name| name.starts_with(ASIDE)) {
        remove(&folder.join(name))?;
    }
    Ok(locked)
}

/// Says that a file was used just now; see [`keep_newest`].
pub fn touch(path: &Path) {
    // A file that can't be touched is deleted earlier: that costs time and nothing else.
    if let Ok(file) = fs::File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Of the files in a folder whose names begin and end so, deletes all but the `count` used last. What can't be deleted
/// stays: that costs space and nothing else.
pub fn keep_newest(folder: &Path, begin: &str, end: &str, count: usize) {
    let mut found: Vec<(SystemTime, PathBuf)> = names(folder)
        .unwrap_or_default()
        .iter()
        .filter(|name| name.starts_with(begin) && name.ends_with(end))
        .map(|name| folder.join(name))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    found.sort();
    let surplus = found.len().saturating_sub(count);
    for (_, path) in found.drain(..surplus) {
        let _ = remove(&path);
    }
}

/// Names of the files in a folder, sorted.
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
