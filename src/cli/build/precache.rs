//! `docfuse build --precache-manifest`: which files a service worker must keep for search without a network.
//!
//! Three lists of `{"url", "revision"}`, as Workbox's `precacheAndRoute` takes them. Files that are named by their
//! content have no revision. The lists are written as JSON for build tools, and as a script for `importScripts`: a service
//! worker is installed anew when a script that it imports has changed.

use std::collections::BTreeSet;
use std::path::{Component, Path, absolute};

use serde::Serialize;

use super::generations::{Built, without_encoder};
use super::index_folder::is_of_encoder;
use super::offline::is_lexical;
use super::worker_script::worker_script;
use crate::cli::error::CliError;
use crate::cli::runtime::RUNTIME;
use crate::format::sha256_hex;
use crate::ingest::address;

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

/// The lists, as files to write into the index folder. `manifests`: name and content.
///
/// # Errors
/// When the lists cannot be written as JSON.
pub fn files(
    prefix: &str,
    generations: &[Built],
    manifests: &[(String, Vec<u8>)],
) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let to_json =
        |lists: &Precache| serde_json::to_string(lists).map_err(CliError::json("the list of files to keep"));
    let mut lists = lists(prefix, generations, manifests)?;
    lists.version = sha256_hex(to_json(&lists)?.as_bytes())[..16].to_owned();
    let json = to_json(&lists)?;
    let script = format!("self.docfusePrecache = {json};\n");
    let [json_name, script_name] = NAMES.map(str::to_owned);
    Ok(vec![(json_name, json.into_bytes()), (script_name, script.into_bytes())])
}

fn lists(prefix: &str, generations: &[Built], manifests: &[(String, Vec<u8>)]) -> Result<Precache, CliError> {
    let mut lists = Precache::default();
    let revised = |name: &str, content: &[u8]| {
        let revision = Some(sha256_hex(content)[..16].to_owned());
        Entry { url: format!("{prefix}{name}"), revision }
    };
    lists.first.extend(manifests.iter().map(|(name, content)| revised(name, content)));
    let started = |script: &str| {
        generations.iter().any(|built| worker_script(&built.index.manifest.language) == script)
    };
    for file in RUNTIME.iter() {
        let (list, versioned) = match &*file.name {
            "docfuse.js" | "docfuse-place.js" => (&mut lists.first, false),
            "docfuse-ui.js" => (&mut lists.first, true),
            name if started(name) => (&mut lists.first, true),
            "docfuse-strings.js" | "docfuse-strings.hdf" if started(worker_script("de")) => {
                (&mut lists.first, true)
            }
            // Pages in another language than the index load these, and pages with parts.
            name if name.starts_with("docfuse-worker") => (&mut lists.lexical, true),
            "docfuse-strings.js"
            | "docfuse-strings.hdf"
            | "docfuse-steps.js"
            | "docfuse-browse.js"
            | "docfuse-parts.js"
            | "docfuse-landing.js"
            | "docfuse-return.js"
            | "docfuse-ask.js"
            | "docfuse-ask-model.js" => (&mut lists.lexical, true),
            name if is_of_encoder(name) && without_encoder(generations) => continue,
            name if name == "docfuse-dense.js" || name.contains(".wasm") => (&mut lists.encoder, true),
            _ => continue,
        };
        let content = file.content()?;
        list.push(match versioned {
            // The scripts request each other under these addresses; see www/build.mjs.
            true => Entry {
                url: format!("{prefix}{}?v={}", file.name, &sha256_hex(&content)[..6]),
                revision: None,
            },
            false => revised(&file.name, &content),
        });
    }
    // Languages share the encoder's files.
    let mut seen = BTreeSet::new();
    for file in generations.iter().flat_map(|built| built.index.read_by_pages()) {
        let entry = Entry { url: format!("{prefix}{}", file.file.name), revision: None };
        // Only `docfuse verify` reads hashes.
        if file.kind == "hashes" || !seen.insert(&file.file.name) {
            continue;
        }
        match file.kind {
            "stemmer" => lists.first.push(entry),
            kind if is_lexical(kind) => lists.lexical.push(entry),
            _ => lists.encoder.push(entry),
        }
    }
    Ok(lists)
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
