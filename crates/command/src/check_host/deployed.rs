//! [`Deployed`]: an index on a host, with its list of files.

use std::path::Path;

use crate::error::CliError;
use crate::folder::host::{FoundHost, Host};
use crate::http::{HttpError, Reply};
use docfuse::index::{Directory, FileRef, IndexError, MANIFEST_NAME, Manifest, check_file, open};
use docfuse_site::wording;

/// An index that a host serves.
pub struct Deployed {
    pub host: Host,
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
        let FoundHost { host, manifest, redirects } = Host::find(url, None)?;
        let url = host.address(MANIFEST_NAME);
        let at = |error| CliError::index(Path::new(&url))(error);
        let manifest: Manifest =
            wording::json(&manifest).map_err(|message| at(IndexError::Manifest { message }))?;
        manifest.directory().map_err(at)?;
        let mut deployed = Deployed { host, redirects, manifest };
        let hashes = deployed.content(&deployed.manifest.hashes)?;
        deployed.manifest.read_hashes(&hashes).map_err(CliError::index(Path::new(&deployed.host.base)))?;
        Ok(deployed)
    }

    /// The directory, from which an engine starts.
    ///
    /// # Errors
    /// A damaged directory.
    pub fn directory(&self) -> Result<Directory, CliError> {
        self.manifest.directory().map_err(CliError::index(Path::new(&self.host.base)))
    }

    /// Asks for a file of the index folder, which may end in a query string.
    ///
    /// # Errors
    /// No answer. A status such as 404 is an answer.
    pub fn ask(&self, name: &str, headers: &[(&str, &str)]) -> Result<Reply, HttpError> {
        self.host.ask(name, headers)
    }

    fn content(&self, file: &FileRef) -> Result<Vec<u8>, CliError> {
        let raw = open(&file.name, self.host.stored(&file.name)?, file.bytes);
        raw.map_err(CliError::index(Path::new(&self.host.base)))
    }

    /// The largest file of texts or terms, checked, to ask ranges of.
    ///
    /// # Errors
    /// A host that does not serve it.
    pub fn pack(&self) -> Result<Pack, CliError> {
        let files = self.manifest.files.iter();
        let packs = files.filter(|file| file.name.starts_with("texts-") || file.name.starts_with("terms-"));
        let largest = packs.max_by_key(|file| file.stored).ok_or_else(|| {
            CliError::Host(format!("{}: expected an index of at least one page, found none", self.host.base))
        })?;
        let stored = self.host.stored(&largest.name)?;
        let raw = open(&largest.name, stored.clone(), largest.bytes);
        raw.and_then(|raw| check_file(largest, &raw)).map_err(CliError::index(Path::new(&self.host.base)))?;
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
