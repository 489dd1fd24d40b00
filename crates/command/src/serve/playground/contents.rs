//! What is in the index: languages, counts, settings of the ranking, and bytes by kind of file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::open_index::OpenIndex;
use super::shown;
use crate::config::ranking_config::has_names;
use crate::error::CliError;
use crate::files;
use crate::folder::index_source::{checked_file, read_manifest};
use crate::folder::local_index::LocalIndex;
use docfuse::index::{FileRef, MANIFEST_NAME, Naming, file_row};
use docfuse::search::ranking_settings;

/// The index, as the playground shows it.
#[derive(Serialize)]
pub struct Contents {
    /// Folder of the index.
    index: String,
    languages: Vec<Language>,
    /// Of the ranking, in the order of the documents.
    settings: Vec<ShownSetting>,
    /// Bytes by kind of file, the largest first.
    kinds: Vec<Kind>,
    /// Name of the file of queries; empty for none.
    queries: String,
}

#[derive(Serialize)]
struct Language {
    language: String,
    pages: u32,
    sections: u32,
    /// 0 without vectors.
    windows: u32,
    /// Name of the encoder; empty without vectors.
    encoder: String,
}

#[derive(Serialize)]
struct ShownSetting {
    key: &'static str,
    /// Value that the index was built with.
    value: f32,
    default: f32,
    least: f32,
    most: f32,
    whole: bool,
}

#[derive(Default, Serialize)]
struct Kind {
    kind: String,
    /// What such files hold; empty if that is not known.
    holds: &'static str,
    files: usize,
    /// Once decompressed; 0 if that is not known.
    raw: u64,
    stored: u64,
}

/// Reads the manifests and the lists of files. `queries` is the file of queries.
///
/// # Errors
/// A damaged index.
pub fn of(folder: &Path, index: &OpenIndex, queries: Option<&Path>) -> Result<Contents, CliError> {
    let own = index.own_ranking();
    let setting = |setting: &'static docfuse::index::Setting| ShownSetting {
        key: setting.key,
        value: own.get(setting),
        default: setting.default,
        least: setting.range.0,
        most: setting.range.1,
        whole: setting.whole,
    };
    let local = LocalIndex::new(folder);
    let (main, _, _) = read_manifest(&local, MANIFEST_NAME)?;
    let names = std::iter::once(MANIFEST_NAME).chain(main.languages.values().map(String::as_str));
    let mut languages = Vec::new();
    let mut raw: BTreeMap<String, u64> = BTreeMap::new();
    for name in names {
        let (mut manifest, _, _) = read_manifest(&local, name)?;
        manifest.read_hashes(&checked_file(&local, &manifest.hashes)?).map_err(CliError::index(folder))?;
        raw.extend(manifest.all_files().map(|FileRef { name, bytes, .. }| (name.clone(), u64::from(*bytes))));
        languages.push(Language {
            encoder: manifest.model.as_ref().map_or_else(String::new, |model| model.info.name.clone()),
            language: manifest.language,
            pages: manifest.pages,
            sections: manifest.sections,
            windows: manifest.windows,
        });
    }
    Ok(Contents {
        index: shown(folder),
        languages,
        settings: ranking_settings().filter(|it| !has_names(it)).map(setting).collect(),
        kinds: kinds(folder, &raw)?,
        queries: queries.map_or_else(String::new, shown),
    })
}

/// Bytes of the files in the folder by kind; `raw` has the bytes of index files once decompressed.
fn kinds(folder: &Path, raw: &BTreeMap<String, u64>) -> Result<Vec<Kind>, CliError> {
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for name in files::names(folder)? {
        let path = folder.join(&name);
        if !path.is_file() {
            continue;
        }
        let row = file_row(&name);
        let (kind, holds) = match row {
            Some(row) if row.naming == Naming::Hashed => (row.name, row.holds),
            Some(row) => ("scripts and modules", row.holds),
            None if name.ends_with(".js") => ("scripts for folders", ""),
            None if name.starts_with("docfuse") && name.ends_with(".json") => {
                ("manifest", "what a reader loads first")
            }
            None => ("other", ""),
        };
        let entry = kinds.entry(kind.to_owned()).or_default();
        entry.kind = kind.to_owned();
        entry.holds = holds;
        entry.files += 1;
        entry.raw += raw.get(&name).copied().unwrap_or_default();
        entry.stored += files::length(&path)?;
    }
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.stored));
    Ok(kinds)
}
