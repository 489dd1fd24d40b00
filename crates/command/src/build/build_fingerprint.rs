//! Build fingerprints: detect that an index folder is up to date, so that a build without changes writes nothing.
//!
//! A build is deterministic. The fingerprint is the hash of its inputs: the command, settings, encoder and site. Under
//! it the cache folder keeps a record of what the build wrote: names, lengths and hashes of files. A later build with
//! the same fingerprint leaves an index folder alone that still has these files. A damaged record counts as absent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::args::{BesideArgs, BuildArgs};
use super::precache;
use super::report::Report;
use crate::config::Config;
use crate::error::CliError;
use crate::files;
use crate::model::ModelFiles;
use crate::output::remark;
use crate::runtime::RUNTIME;
use crate::site::site_files::{Contents, digest, digest_of_page, page_content, versions_file};
use crate::site::site_folder::SiteFiles;
use docfuse::format::{sha256_hex, to_hex};
use docfuse_site::VersionPlaces;

/// Number of records kept. One folder serves all sites of a user, each in several states.
const MAX_RECORDS: usize = 64;

/// Prefix and suffix of the names of records.
const NAME: (&str, &str) = ("built-", ".json");

/// The files that a build wrote, and its summary.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct WrittenFiles {
    /// Length in bytes and SHA-256, by file name.
    files: BTreeMap<String, (u64, String)>,
    /// Length and SHA-256 of files in the site's folder, by their paths below it.
    #[serde(default)]
    beside: BTreeMap<String, (u64, String)>,
    /// Lines of the summary that depend on the build's inputs alone.
    pub summary: Vec<String>,
    /// Where the site's versions are.
    #[serde(default)]
    pub version_places: VersionPlaces,
    /// What the index is of.
    #[serde(default)]
    pub report: Report,
}

impl WrittenFiles {
    /// Adds a file that was written.
    pub fn add(&mut self, name: &str, content: &[u8]) {
        self.files.insert(name.to_owned(), (content.len() as u64, sha256_hex(content)));
    }

    /// Adds a file that was written below the site's folder.
    pub fn add_beside(&mut self, path: &str, content: &[u8]) {
        self.beside.insert(path.to_owned(), (content.len() as u64, sha256_hex(content)));
    }

    /// Whether files were written, and a folder has them still, by name and length.
    pub fn is_in(&self, out: &Path) -> bool {
        let is_there = |(name, (length, _)): (&String, &(u64, String))| {
            out.join(name).metadata().is_ok_and(|found| found.is_file() && found.len() == *length)
        };
        !self.files.is_empty() && self.files.iter().all(is_there)
    }
}

/// The options that change what is written, besides those in the settings, the encoder and the site. All are named here, so
/// that the compiler asks about a new one: forgotten, it would be answered "nothing has changed".
fn switches(args: &BuildArgs) -> [bool; 4] {
    let BuildArgs {
        beside: BesideArgs { offline, precache_manifest, inject: _ },
        llms_txt,
        told,
        // Hashed by what they lead to.
        site: _,
        out: _,
        jsonl: _,
        model: _,
        config: _,
        no_dense: _,
        encoder: _,
        follow_links: _,
        // Change nothing, or such builds have no record.
        cache: _,
        render: _,
        crawl: _,
        part: _,
        at: _,
        json: _,
    } = args;
    [*offline, *precache_manifest, *llms_txt, told.verbose]
}

/// The place in the cache folder for the record of a build with certain inputs.
pub struct BuildRecord {
    folder: PathBuf,
    name: String,
    /// What the fingerprint was made of.
    contents: Contents,
}

impl BuildRecord {
    /// Computes the fingerprint of a build with these arguments; `folder` is the cache folder. Reads all inputs.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(
        folder: PathBuf,
        args: &BuildArgs,
        config: &Config,
        model: Option<&ModelFiles>,
    ) -> Result<Self, CliError> {
        let mut hash = Sha256::new();
        // Digests have a fixed length and texts follow theirs, so that different inputs hash differently.
        hash.update(Sha256::digest(command()?));
        hash.update(Sha256::digest(&config.text));
        hash.update([model.is_some(), config.ships_encoder].map(u8::from));
        hash.update(switches(args).map(u8::from));
        // The files to keep are named by their addresses.
        let out = args.out.as_deref().map(|out| precache::prefix(args.site.as_deref(), out));
        hash.update(Sha256::digest(out.unwrap_or_default()));
        for part in model.iter().flat_map(|model| [&model.onnx, &model.tokenizer, &model.info]) {
            hash.update(Sha256::digest(part));
        }
        let query = model.and_then(|model| model.query.as_deref());
        hash.update(Sha256::digest(query.unwrap_or_default()));
        let contents = match (&args.jsonl, args.site_folder()) {
            (Some(records), _) => {
                Contents::from([(records.display().to_string(), digest(&files::read(records)?))])
            }
            (None, Some(site)) => {
                hash.update(digest(&versions_file(site.path())?));
                let SiteFiles { pages: mut names, inventories, left_out } = site.files()?;
                names.extend(inventories);
                let reasons = left_out.iter().map(|(name, reason)| format!("{name}\0{reason}"));
                for text in names.iter().cloned().chain(reasons) {
                    hash.update((text.len() as u64).to_le_bytes());
                    hash.update(text);
                }
                let pages = names.into_par_iter().filter(|name| config.ingest.unread(name).is_none());
                let digest = |name: String| {
                    let content = page_content(&site.path().join(&name))?;
                    Ok((name, digest_of_page(&content)))
                };
                pages.map(digest).collect::<Result<_, CliError>>()?
            }
            (None, None) => Contents::new(),
        };
        contents.values().for_each(|digest| hash.update(digest));
        let (prefix, suffix) = NAME;
        Ok(BuildRecord { folder, name: format!("{prefix}{}{suffix}", to_hex(&hash.finalize())), contents })
    }

    /// Whether the fingerprint is that of a build which read these contents.
    pub fn matches(&self, contents: &Contents) -> bool {
        self.contents == *contents
    }

    /// As [`BuildRecord::matches`]. If files changed in between, the author is told.
    pub fn is_of(&self, contents: &Contents) -> bool {
        let names = self.contents.keys().chain(contents.keys());
        let changed: BTreeSet<&String> =
            names.filter(|name| self.contents.get(*name) != contents.get(*name)).collect();
        if let Some(first) = changed.first() {
            remark(format_args!(
                "note: {} of the files changed while they were read, {first} for one; build again once your site \
                 generator has finished",
                changed.len()
            ));
        }
        changed.is_empty()
    }

    /// What the recorded build wrote, if the folder `out`, and that of the site, still have all of these files, unchanged.
    /// Reads and hashes them.
    pub fn recorded(&self, out: &Path, site: Option<&Path>) -> Option<WrittenFiles> {
        let path = self.folder.join(&self.name);
        let written: WrittenFiles = serde_json::from_slice(&files::read_if_there(&path).ok()??).ok()?;
        let is_same = |path: &Path, (length, sha256): &(u64, String)| {
            path.metadata().is_ok_and(|found| found.is_file() && found.len() == *length)
                && files::read(path).is_ok_and(|content| sha256_hex(&content) == *sha256)
        };
        let is_there = |(name, file): (&String, &(u64, String))| {
            Path::new(name).file_name().is_some_and(|plain| plain == name.as_str())
                && is_same(&out.join(name), file)
        };
        let is_beside = |(path, file): (&String, &(u64, String))| {
            site.is_some_and(|site| is_same(&site.join(path), file))
        };
        let are_there = written.files.par_iter().all(is_there) && written.beside.par_iter().all(is_beside);
        if written.files.is_empty() || !are_there {
            return None;
        }
        files::touch(&path);
        Some(written)
    }

    /// Deletes the record.
    pub fn forget(&self) {
        // One that cannot be deleted is pushed out by others.
        let _ = files::remove(&self.folder.join(&self.name));
    }

    /// Stores the record. If that fails, the next build writes its files again.
    pub fn keep(&self, mut written: WrittenFiles, summary: &[String]) {
        written.summary = summary.to_vec();
        let (prefix, suffix) = NAME;
        if let Ok(content) = serde_json::to_vec(&written)
            && files::create_folder(&self.folder).is_ok()
        {
            let _ = files::replace(&self.folder, &self.name, &content);
            files::keep_newest(&self.folder, prefix, suffix, MAX_RECORDS);
        }
    }
}

/// Whether the browser files are beside the command, not in it.
const IS_LINKED: bool = cfg!(feature = "linked-runtime");

/// Identifies this build of the command by its version and its file's length and modification time. Hashing the content
/// would be safer, but it has tens of megabytes, more than most sites. A linked command has its browser files elsewhere.
fn command() -> Result<String, CliError> {
    let file = std::env::current_exe().map_err(CliError::file("find", Path::new("the docfuse command")))?;
    let found = file.metadata().map_err(CliError::file("read", &file))?;
    let modified = found.modified().map_err(CliError::file("read", &file))?;
    let mut command = format!("{} {} {modified:?}", env!("CARGO_PKG_VERSION"), found.len());
    if IS_LINKED {
        for file in RUNTIME.iter() {
            command = format!("{command} {} {}", file.name, sha256_hex(&file.content()?));
        }
    }
    Ok(command)
}
