//! Reads a built site: every HTML file under a folder, in a fixed order.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::error::CliError;
use super::files;
use super::output::progress;
use crate::ingest::inject::without_box;
use crate::ingest::{IngestConfig, LeftOut, Page, RawPage, address, finish_site, read_page, too_large};

/// SHA-256 of what was read of each file, by its path; see [`digest_of_page`].
pub type Contents = BTreeMap<String, [u8; 32]>;

/// A site's pages, and the files that were left out.
pub struct Site {
    /// Indexed pages, in the order of their paths.
    pub pages: Vec<Page>,
    /// Path and reason of each file that was left out.
    pub left_out: Vec<(String, LeftOut)>,
    /// What was read, without excluded files.
    pub contents: Contents,
}

/// Reads all HTML files of a site. `by_file` ignores canonical addresses: a page opened from a folder has only that of
/// its file.
///
/// # Errors
/// When the folder is missing or has no page to index, or a file cannot be read.
pub fn read_site(folder: &Path, config: &IngestConfig, by_file: bool) -> Result<Site, CliError> {
    let names = html_files(folder)?;
    if names.is_empty() {
        return Err(CliError::Input(format!(
            "{}: expected the folder that your site generator writes, found no .html file; build the site first, or name another",
            folder.display()
        )));
    }
    let bar = progress("reading", names.len() as u64);
    let outcomes = names.into_par_iter().map(|name| {
        let outcome = read_one(folder, &name, config);
        bar.inc(1);
        outcome.map(|page| (name, page))
    });
    let outcomes: Vec<(String, ReadPage)> = outcomes.collect::<Result<_, CliError>>()?;
    bar.finish_and_clear();
    let mut pages = Vec::new();
    let mut left_out = Vec::new();
    let mut contents = Contents::new();
    for (name, ReadPage { page, content }) in outcomes {
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
    for page in &mut pages {
        page.url = address(&page.url);
        page.links.iter_mut().for_each(|link| link.page = address(&link.page));
    }
    Ok(Site { pages, left_out, contents })
}

struct ReadPage {
    page: Result<RawPage, LeftOut>,
    /// `None` for an excluded file, which is not read.
    content: Option<[u8; 32]>,
}

fn read_one(folder: &Path, name: &str, config: &IngestConfig) -> Result<ReadPage, CliError> {
    if let Some(reason) = config.excluded(name) {
        return Ok(ReadPage { page: Err(reason), content: None });
    }
    let content = page_content(&folder.join(name))?;
    let digest = digest_of_page(&content);
    Ok(ReadPage { page: content.and_then(|bytes| read_page(name, &bytes, config)), content: Some(digest) })
}

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
        CliError::File { path, source, .. } if source.kind() == ErrorKind::NotFound => CliError::Input(format!(
            "{}: the file was there when the build began, and is gone; build again once your site generator has finished",
            path.display()
        )),
        error => error,
    })
}

/// Paths of the HTML files under a folder, relative to it and with `/` as separator, sorted. Symbolic links are not
/// followed.
pub fn html_files(folder: &Path) -> Result<Vec<String>, CliError> {
    let mut names = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            CliError::File { action: "read", path, source: error.into() }
        })?;
        let Ok(relative) = entry.path().strip_prefix(folder) else { continue };
        let is_html = relative.extension().is_some_and(|ending| {
            ending.eq_ignore_ascii_case("html")
                || ending.eq_ignore_ascii_case("htm")
                || ending.eq_ignore_ascii_case("xhtml")
        });
        if !entry.file_type().is_file() || !is_html {
            continue;
        }
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let parts = parts.ok_or_else(|| {
            CliError::Input(format!(
                "{}: expected a file name in UTF-8; rename the file",
                entry.path().display()
            ))
        })?;
        names.push(parts.join("/"));
    }
    Ok(names)
}
