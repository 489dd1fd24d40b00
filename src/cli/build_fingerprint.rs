//! Whether a folder holds what a build would write, so that a build with nothing changed only reads.
//!
//! The same inputs give the same files. What a build is made from (the command itself, settings, encoder, site) is hashed,
//! and under that hash the cache folder keeps what was written: names, lengths and hashes. A later build of the same
//! inputs leaves a folder that still holds all of it as it is. A record that is damaged is as good as none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::args::BuildArgs;
use super::config::Config;
use super::error::CliError;
use super::files;
use super::model::ModelFiles;
use super::site_files::{html_files, page_content};
use crate::format::{sha256_hex, to_hex};

/// Records that are kept; a folder serves all sites of a user, each in some states.
const MAX_RECORDS: usize = 64;

/// How names of records begin and end.
const NAME: (&str, &str) = ("built-", ".json");

/// The files that a build wrote, and what it told.
#[derive(Default, Serialize, Deserialize)]
pub struct WrittenFiles {
    /// Length and SHA-256 by name.
    files: BTreeMap<String, (u64, String)>,
    /// The lines of its summary that hold for a build of the same inputs too.
    summary: Vec<String>,
}

impl WrittenFiles {
    /// Adds a file.
    pub fn add(&mut self, name: &str, content: &[u8]) {
        self.files.insert(name.to_owned(), (content.len() as u64, sha256_hex(content)));
    }

    /// Whether a file of that name was written.
    pub fn holds(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }
}

/// Where it is kept what a build of certain inputs writes.
pub struct BuildRecord {
    folder: PathBuf,
    name: String,
}

impl BuildRecord {
    /// The record of the inputs that `args` name, in the cache folder `folder`. Reads all of them.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(
        folder: PathBuf,
        args: &BuildArgs,
        config: &Config,
        model: Option<&ModelFiles>,
    ) -> Result<Self, CliError> {
        let mut hash = Sha256::new();
        // Digests have one length and texts come behind theirs, so that no input can pass for another.
        hash.update(Sha256::digest(command()?));
        hash.update(Sha256::digest(&config.text));
        hash.update([args.ann.map_or(0, |ann| ann as u8 + 1), u8::from(model.is_some())]);
        for part in model.iter().flat_map(|model| [&model.onnx, &model.tokenizer, &model.info]) {
            hash.update(Sha256::digest(part));
        }
        match (&args.jsonl, &args.site) {
            (Some(records), _) => hash.update(Sha256::digest(files::read(records)?)),
            (None, Some(site)) => {
                let names = html_files(site)?;
                let pages = names.par_iter().filter(|name| config.ingest.excluded(name).is_none());
                // A page that is left out for its size is that size, whatever it says.
                let digest = |name: &String| {
                    Ok(match page_content(&site.join(name))? {
                        Ok(content) => Sha256::digest(content),
                        Err(reason) => Sha256::digest(reason.to_string()),
                    })
                };
                let digests = pages.map(digest).collect::<Result<Vec<_>, CliError>>()?;
                for name in &names {
                    hash.update((name.len() as u64).to_le_bytes());
                    hash.update(name);
                }
                digests.iter().for_each(|digest| hash.update(digest));
            }
            (None, None) => {}
        }
        let (begin, end) = NAME;
        Ok(BuildRecord { folder, name: format!("{begin}{}{end}", to_hex(&hash.finalize())) })
    }

    /// The summary of the build that wrote `out`, if `out` still holds all that it wrote.
    pub fn summary_of(&self, out: &Path) -> Option<Vec<String>> {
        let path = self.folder.join(&self.name);
        let written: WrittenFiles = serde_json::from_slice(&files::read_if_there(&path).ok()??).ok()?;
        let is_there = |(name, (length, sha256)): (&String, &(u64, String))| {
            let path = out.join(name);
            Path::new(name).file_name().is_some_and(|plain| plain == name.as_str())
                && path.metadata().is_ok_and(|found| found.is_file() && found.len() == *length)
                && files::read(&path).is_ok_and(|content| sha256_hex(&content) == *sha256)
        };
        if written.files.is_empty() || !written.files.par_iter().all(is_there) {
            return None;
        }
        files::touch(&path);
        Some(written.summary)
    }

    /// Keeps what was written. Where that fails, the next build writes it once more.
    pub fn keep(&self, mut written: WrittenFiles, summary: &[String]) {
        written.summary = summary.to_vec();
        let (begin, end) = NAME;
        if let Ok(content) = serde_json::to_vec(&written)
            && files::create_folder(&self.folder).is_ok()
        {
            let _ = files::replace(&self.folder, &self.name, &content);
            files::keep_newest(&self.folder, begin, end, MAX_RECORDS);
        }
    }
}

/// What tells this command from those of other builds of it: its version, length and time. Its content would tell more
/// surely, but is tens of megabytes, more than most sites.
fn command() -> Result<String, CliError> {
    let file = std::env::current_exe().map_err(CliError::file("find", Path::new("the docfuse command")))?;
    let found = file.metadata().map_err(CliError::file("read", &file))?;
    let modified = found.modified().map_err(CliError::file("read", &file))?;
    Ok(format!("{} {} {modified:?}", env!("CARGO_PKG_VERSION"), found.len()))
}
