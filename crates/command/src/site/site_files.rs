//! The content of the HTML files of a built site, and what their paths may be.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::error::CliError;
use crate::files;
use docfuse_site::inject::without_box;
use docfuse_site::{LeftOut, ListedVersions, too_large};

/// SHA-256 of what was read of each file, by its path; see [`digest_of_page`].
pub type Contents = BTreeMap<String, [u8; 32]>;

/// SHA-256 of a page's content. A page that is too large counts by its size alone.
pub fn digest_of_page(content: &Result<Vec<u8>, LeftOut>) -> [u8; 32] {
    match content {
        Ok(content) => digest(content),
        Err(reason) => digest(reason.to_string().as_bytes()),
    }
}

/// SHA-256.
pub fn digest(content: &[u8]) -> [u8; 32] {
    Sha256::digest(content).into()
}

/// Reads a page's file, without what `--inject` put into it, or says why it is left out. A file that is too large is not
/// read: it may exceed memory.
pub fn page_content(path: &Path) -> Result<Result<Vec<u8>, LeftOut>, CliError> {
    let content = || match too_large(files::length(path)?) {
        Some(reason) => Ok(Err(reason)),
        None => files::read(path).map(without_box).map(Ok),
    };
    content().map_err(|error| match error {
        CliError::File { path, source, .. } if source.kind() == ErrorKind::NotFound => CliError::at(
            &path,
            "the file was there when the build began, and is gone; build again once your site generator has finished",
        ),
        error => error,
    })
}

/// The list of versions in a site's folder, or its beginning; empty without one.
///
/// # Errors
/// It cannot be read.
pub fn versions_file(folder: &Path) -> Result<Vec<u8>, CliError> {
    let path = folder.join(ListedVersions::FILE);
    let is_list = path.metadata().is_ok_and(|file| file.is_file());
    if is_list { files::read_range(&path, 0, ListedVersions::MAX_BYTES as u32) } else { Ok(Vec::new()) }
}

/// Whether a path with slashes leads to something below the folder that it is joined with, on every system.
pub fn is_below(path: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && !matches!(part, "." | "..");
    path.split('/').all(is_name) && !path.contains(['\\', '\0', ':'])
}

/// Whether a file is a page, by its name.
pub fn is_html(path: &Path) -> bool {
    let is_one_of =
        |endings: [&str; 3], found: &OsStr| endings.iter().any(|ending| found.eq_ignore_ascii_case(ending));
    path.extension().is_some_and(|found| is_one_of(["html", "htm", "xhtml"], found))
}
