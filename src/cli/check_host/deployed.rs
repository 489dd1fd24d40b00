//! [`Deployed`]: an index on a host.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::cli::error::CliError;
use crate::cli::http::{HttpClient, HttpError, Reply};
use crate::index::{Directory, FileRef, IndexError, MANIFEST_NAME, Manifest, check_file, open};
use crate::limits::MAX_STORED_BYTES;

/// Largest answer that is read, in bytes: any file of an index folder, and what a host may make of it.
const MAX_ANSWER_BYTES: u64 = 4 * MAX_STORED_BYTES;

/// An index that a host serves.
pub struct Deployed {
    client: HttpClient,
    /// Address of the index folder, with a final slash.
    pub base: String,
    /// Where the host sent requests for the manifest to.
    pub redirects: Vec<String>,
    /// The manifest, with its list of files.
    pub manifest: Manifest,
}

/// An index file and its stored bytes, which are those of the index.
pub struct Pack {
    /// Name in the index folder.
    pub name: String,
    /// Its content.
    pub stored: Vec<u8>,
}

impl Deployed {
    /// Looks at the address, then in the folder `docfuse` there.
    ///
    /// # Errors
    /// No host, or no index of this version.
    pub fn find(url: &str) -> Result<Self, CliError> {
        let base = folder(url)?;
        let client = HttpClient::new();
        let mut statuses = Vec::new();
        for base in [base.clone(), format!("{base}docfuse/")] {
            let url = format!("{base}{MANIFEST_NAME}");
            let reply = client.get(&url, &[("accept-encoding", "identity")], MAX_ANSWER_BYTES)?;
            let text = plain(&url, &reply)?;
            if reply.status != 200 || !text.starts_with(b"{") {
                statuses.push(format!("{url}: status {}, {} bytes", reply.status, text.len()));
                continue;
            }
            let at = |error| CliError::index(Path::new(&url))(error);
            let manifest: Manifest = serde_json::from_slice(&text)
                .map_err(|error| at(IndexError::Manifest { message: error.to_string() }))?;
            manifest.directory().map_err(at)?;
            let mut deployed = Deployed { client, base, redirects: reply.redirects, manifest };
            let hashes = deployed.content(&deployed.manifest.hashes)?;
            deployed.manifest.read_hashes(&hashes).map_err(CliError::index(Path::new(&deployed.base)))?;
            return Ok(deployed);
        }
        Err(CliError::Input(format!(
            "expected the address of a deployed index, such as https://docs.example/docfuse/, found no manifest: {}",
            statuses.join("; ")
        )))
    }

    /// The directory, from which an engine starts.
    ///
    /// # Errors
    /// A damaged directory.
    pub fn directory(&self) -> Result<Directory, CliError> {
        self.manifest.directory().map_err(CliError::index(Path::new(&self.base)))
    }

    /// Asks for a file of the index folder, which may end in a query string.
    ///
    /// # Errors
    /// No answer. A status such as 404 is an answer.
    pub fn ask(&self, name: &str, headers: &[(&str, &str)]) -> Result<Reply, HttpError> {
        self.client.get(&format!("{}{name}", self.base), headers, MAX_ANSWER_BYTES)
    }

    /// The stored bytes of a whole file.
    ///
    /// # Errors
    /// No answer, or not with the file.
    pub fn stored(&self, name: &str) -> Result<Vec<u8>, CliError> {
        let reply = self.ask(name, &[("accept-encoding", "identity")])?;
        if reply.status == 200 {
            return plain(&format!("{}{name}", self.base), &reply);
        }
        Err(CliError::Input(format!(
            "{}{name}: the file expected, status {} found; deploy the whole index folder",
            self.base, reply.status
        )))
    }

    fn content(&self, file: &FileRef) -> Result<Vec<u8>, CliError> {
        let raw = open(&file.name, self.stored(&file.name)?, file.bytes);
        raw.map_err(CliError::index(Path::new(&self.base)))
    }

    /// The largest file of texts or terms, checked, to ask ranges of.
    ///
    /// # Errors
    /// A host that does not serve it.
    pub fn pack(&self) -> Result<Pack, CliError> {
        let files = self.manifest.files.iter();
        let packs = files.filter(|file| file.name.starts_with("texts-") || file.name.starts_with("terms-"));
        let largest = packs.max_by_key(|file| file.stored).ok_or_else(|| {
            CliError::Input(format!("{}: expected an index of at least one page, found none", self.base))
        })?;
        let stored = self.stored(&largest.name)?;
        let raw = open(&largest.name, stored.clone(), largest.bytes);
        raw.and_then(|raw| check_file(largest, &raw)).map_err(CliError::index(Path::new(&self.base)))?;
        Ok(Pack { name: largest.name.clone(), stored })
    }

    /// The status for a request that names the validator of an earlier answer; `None` if it had none.
    ///
    /// # Errors
    /// No answer.
    pub fn revalidated(&self, earlier: &Reply) -> Result<Option<u16>, HttpError> {
        let validators = [("etag", "if-none-match"), ("last-modified", "if-modified-since")];
        let found = validators.iter().find_map(|(given, asked)| Some((*asked, earlier.header(given)?)));
        found.map(|header| Ok(self.ask(MANIFEST_NAME, &[header])?.status)).transpose()
    }
}

/// The address of a folder, with a final slash, without query and fragment.
fn folder(url: &str) -> Result<String, CliError> {
    let known = ["http://", "https://"].iter().any(|scheme| url.to_ascii_lowercase().starts_with(scheme));
    if !known {
        return Err(CliError::Input(format!(
            "an address with http:// or https:// expected, \"{url}\" found"
        )));
    }
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let path = url[..end].trim_end_matches(MANIFEST_NAME);
    Ok(format!("{}/", path.trim_end_matches('/')))
}

/// The body of an answer that should not be compressed, decompressed if it is all the same.
fn plain(url: &str, reply: &Reply) -> Result<Vec<u8>, CliError> {
    match reply.header("content-encoding") {
        None | Some("identity" | "") => Ok(reply.body.clone()),
        Some("gzip" | "x-gzip") => {
            let mut raw = Vec::new();
            let read = GzDecoder::new(reply.body.as_slice()).take(MAX_ANSWER_BYTES).read_to_end(&mut raw);
            read.map_err(|error| {
                CliError::Input(format!("{url}: gzip data expected, {error}; deploy the file again"))
            })?;
            Ok(raw)
        }
        Some(other) => Err(CliError::Input(format!(
            "{url}: an answer without compression expected, one in \"{other}\" found; let the host honour Accept-Encoding"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::folder;

    #[test]
    fn addresses_of_folders() {
        for (url, expected) in [
            ("https://docs.example", Some("https://docs.example/")),
            ("https://docs.example/docfuse/", Some("https://docs.example/docfuse/")),
            ("HTTPS://docs.example/a?b#c", Some("HTTPS://docs.example/a/")),
            ("http://docs.example/docfuse/docfuse.json", Some("http://docs.example/docfuse/")),
            ("docs.example", None),
            ("file:///site/docfuse", None),
        ] {
            assert_eq!(folder(url).ok().as_deref(), expected, "{url}");
        }
    }
}
