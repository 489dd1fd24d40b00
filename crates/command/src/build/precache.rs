//! `docfuse build --precache-manifest`: which files a service worker must keep for search without a network.
//!
//! Three lists of `{"url", "revision"}`, as Workbox's `precacheAndRoute` takes them. Files that are named by their
//! content have no revision. The lists are written as JSON for build tools, and as a script for `importScripts`: a service
//! worker is installed anew when a script that it imports has changed.

use std::collections::BTreeSet;
use std::path::{Component, Path, absolute};

use serde::Serialize;

use super::generations::{Built, without_encoder};
use super::worker_script::worker_script;
use crate::error::CliError;
use crate::runtime::RUNTIME;
use docfuse::format::sha256_hex;
use docfuse::index::{FILE_TABLE, FileRow, Naming, Reader, file_row};
use docfuse_site::address;

/// Names of the lists as JSON and as a script.
pub const NAMES: [&str; 2] = ["docfuse-precache.json", "docfuse-precache.js"];

/// A file to keep.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Entry {
    /// Address relative to the site's root.
    url: String,
    /// Changes with the content; `None` if the address does.
    revision: Option<String>,
}

/// Each file is in one list.
#[derive(Default, Serialize)]
struct Precache {
    /// Changes with the lists: a name for the cache.
    version: String,
    /// What every query needs: scripts, worker, stemmers and manifests.
    first: Vec<Entry>,
    /// The other files of lexical queries.
    lexical: Vec<Entry>,
    /// What hybrid queries need besides: modules, encoder and vectors.
    encoder: Vec<Entry>,
}

/// The lists, as files to write into the index folder. `linked`, `manifests`: name and content.
///
/// # Errors
/// When the lists cannot be written as JSON.
pub fn files(
    prefix: &str,
    generations: &[Built],
    linked: &(String, Vec<u8>),
    manifests: &[(String, Vec<u8>)],
) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let to_json =
        |lists: &Precache| serde_json::to_string(lists).map_err(CliError::json("the list of files to keep"));
    let mut lists = lists(prefix, generations, linked, manifests)?;
    lists.version = sha256_hex(to_json(&lists)?.as_bytes())[..16].to_owned();
    let json = to_json(&lists)?;
    let script = format!("self.docfusePrecache = {json};\n");
    let [json_name, script_name] = NAMES.map(str::to_owned);
    Ok(vec![(json_name, json.into_bytes()), (script_name, script.into_bytes())])
}

fn lists(
    prefix: &str,
    generations: &[Built],
    linked: &(String, Vec<u8>),
    manifests: &[(String, Vec<u8>)],
) -> Result<Precache, CliError> {
    let mut lists = Precache::default();
    let revised = |name: &str, content: &[u8]| {
        let revision = Some(sha256_hex(content)[..16].to_owned());
        Entry { url: format!("{prefix}{name}"), revision }
    };
    lists.first.extend(manifests.iter().map(|(name, content)| revised(name, content)));
    lists.lexical.push(revised(&linked.0, &linked.1));
    let started = |script: &str| {
        generations.iter().any(|built| worker_script(&built.index.manifest.language) == script)
    };
    let kinds = || generations.iter().flat_map(|built| &built.index.files).map(|file| file.kind);
    let has_orders = kinds().any(|kind| row_of(kind).is_some_and(|row| row.reader == Reader::Orders));
    for file in RUNTIME.iter() {
        let Some(row) = file_row(&file.name) else { continue };
        let is_first = match row.reader {
            Reader::Worker => started(row.name),
            Reader::Language => started(worker_script("de")),
            _ => false,
        };
        let list = match row.reader {
            Reader::Encoder if without_encoder(generations) => continue,
            Reader::Full if has_orders => &mut lists.lexical,
            reader => match list_of(&mut lists, reader, is_first) {
                Some(list) => list,
                None => continue,
            },
        };
        let content = file.content()?;
        list.push(match row.naming {
            // The scripts request each other under these addresses; see www/build.mjs.
            Naming::Versioned => Entry {
                url: format!("{prefix}{}?v={}", file.name, &sha256_hex(&content)[..6]),
                revision: None,
            },
            Naming::Fixed | Naming::Hashed => revised(&file.name, &content),
        });
    }
    // Languages share the encoder's files.
    let mut seen = BTreeSet::new();
    for file in generations.iter().flat_map(|built| built.index.read_by_pages()) {
        let entry = Entry { url: format!("{prefix}{}", file.file.name), revision: None };
        if !seen.insert(&file.file.name) {
            continue;
        }
        let reader = row_of(file.kind).map(|row| row.reader);
        if let Some(list) = reader.and_then(|reader| list_of(&mut lists, reader, false)) {
            list.push(entry);
        }
    }
    Ok(lists)
}

/// The list for files of a reader; none for what nobody reads without a network.
fn list_of(lists: &mut Precache, reader: Reader, is_first: bool) -> Option<&mut Vec<Entry>> {
    match reader {
        Reader::Start => Some(&mut lists.first),
        Reader::Worker | Reader::Language if is_first => Some(&mut lists.first),
        Reader::Worker | Reader::Language | Reader::Words | Reader::Orders => Some(&mut lists.lexical),
        Reader::Lexicon | Reader::Full | Reader::Encoder => Some(&mut lists.encoder),
        Reader::Online | Reader::Folder | Reader::ServiceWorker | Reader::Command => None,
    }
}

fn row_of(kind: &str) -> Option<&'static FileRow> {
    FILE_TABLE.iter().find(|row| row.name == kind)
}

/// The address of the index folder `out`, relative to the root of the site in the folder `site`: `docfuse/`. An index
/// elsewhere is taken to be deployed into the root under its own name.
pub fn prefix(site: Option<&Path>, out: &Path) -> String {
    // One of them may be given from the root of the file system on, the other not.
    let site = site.and_then(|site| absolute(site).ok());
    let whole = absolute(out).ok();
    let inside = site.zip(whole.as_ref()).and_then(|(site, out)| out.strip_prefix(site).ok());
    let name = out.file_name().map(Path::new);
    let path = inside.or(name).unwrap_or(out);
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    parts.map(|part| format!("{}/", address(part))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::prefix;

    #[test]
    fn addresses_are_relative_to_the_site() {
        let here = std::env::current_dir().unwrap();
        for (site, out, expected) in [
            (Some("public"), "public/docfuse", "docfuse/"),
            (Some("./public"), "./public/static/search", "static/search/"),
            (Some("public"), "public", ""),
            (Some("public"), "elsewhere/index", "index/"),
            (None, "records", "records/"),
            (Some("public"), "public/my index", "my%20index/"),
            (Some("public"), &format!("{}/public/docfuse", here.display()), "docfuse/"),
        ] {
            assert_eq!(prefix(site.map(Path::new), Path::new(out)), expected, "{out}");
        }
    }
}
