//! [`Host`]: the files of an index folder over HTTP, as a host sends them.

use std::io::Read;

use flate2::read::GzDecoder;

use crate::error::CliError;
use crate::http::deadline::Deadline;
use crate::http::{HttpClient, HttpError, Reply};
use docfuse::index::MANIFEST_NAME;
use docfuse::limits::MAX_STORED_BYTES;

/// Largest answer that is read, in bytes: any file of an index folder, and what a host may make of it.
const MAX_ANSWER_BYTES: u64 = 4 * MAX_STORED_BYTES;

/// A host with an index folder.
pub struct Host {
    client: HttpClient,
    /// Address of the index folder, with a final slash.
    pub base: String,
}

/// A host, and its manifest of the site's main language.
pub struct FoundHost {
    pub host: Host,
    /// Text of the manifest.
    pub manifest: Vec<u8>,
    /// Where the host sent requests for the manifest to.
    pub redirects: Vec<String>,
}

/// Whether a place is an address, and not a folder.
pub fn is_address(place: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        place.get(..scheme.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
    })
}

impl Host {
    /// Looks at the address, then in the folder `docfuse` there. The deadline then stays.
    ///
    /// # Errors
    /// No host, or no manifest there in time.
    pub fn find(url: &str, deadline: Option<Deadline>) -> Result<FoundHost, CliError> {
        let base = folder(url)?;
        let mut statuses = Vec::new();
        for base in [base.clone(), format!("{base}docfuse/")] {
            let host = Host { client: HttpClient::new(), base };
            host.client.set_deadline(deadline);
            let url = host.address(MANIFEST_NAME);
            let reply = host.ask(MANIFEST_NAME, &[("accept-encoding", "identity")])?;
            let manifest = decompressed(&url, &reply)?;
            if reply.status == 200 && manifest.starts_with(b"{") {
                return Ok(FoundHost { host, manifest, redirects: reply.redirects });
            }
            statuses.push(format!("{url}: status {}, {} bytes", reply.status, manifest.len()));
        }
        Err(CliError::Host(format!(
            "expected the address of a deployed index, such as https://docs.example/docfuse/, found no manifest: {}",
            statuses.join("; ")
        )))
    }

    /// Until when all further answers must be there.
    pub fn deadline(&self) -> Option<Deadline> {
        self.client.deadline()
    }

    /// Sets the deadline of all further requests; `None`: none.
    pub fn set_deadline(&self, deadline: Option<Deadline>) {
        self.client.set_deadline(deadline);
    }

    /// The address of a file.
    pub fn address(&self, name: &str) -> String {
        format!("{}{name}", self.base)
    }

    /// Asks for a file of the index folder, which may end in a query string.
    ///
    /// # Errors
    /// No answer. A status such as 404 is an answer.
    pub fn ask(&self, name: &str, headers: &[(&str, &str)]) -> Result<Reply, HttpError> {
        self.client.get(&self.address(name), headers, MAX_ANSWER_BYTES)
    }

    /// The stored bytes of a whole file.
    ///
    /// # Errors
    /// No answer, or not with the file.
    pub fn stored(&self, name: &str) -> Result<Vec<u8>, CliError> {
        let reply = self.ask(name, &[("accept-encoding", "identity")])?;
        if reply.status == 200 {
            return decompressed(&self.address(name), &reply);
        }
        Err(CliError::Host(format!(
            "{}: the file expected, status {} found; deploy the whole index folder",
            self.address(name),
            reply.status
        )))
    }
}

/// The address of a folder, with a final slash, without query and fragment.
fn folder(url: &str) -> Result<String, CliError> {
    if !is_address(url) {
        return Err(CliError::Argument(format!(
            "an address with http:// or https:// expected, \"{url}\" found"
        )));
    }
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let path = url[..end].trim_end_matches(MANIFEST_NAME);
    Ok(format!("{}/", path.trim_end_matches('/')))
}

/// The body of an answer that should not be compressed, decompressed if it is all the same.
pub fn decompressed(url: &str, reply: &Reply) -> Result<Vec<u8>, CliError> {
    match reply.header("content-encoding") {
        None | Some("identity" | "") => Ok(reply.body.clone()),
        Some("gzip" | "x-gzip") => {
            let mut raw = Vec::new();
            let read = GzDecoder::new(reply.body.as_slice()).take(MAX_ANSWER_BYTES).read_to_end(&mut raw);
            read.map_err(|error| {
                CliError::Host(format!("{url}: gzip data expected, {error}; deploy the file again"))
            })?;
            Ok(raw)
        }
        Some(other) => Err(CliError::Host(format!(
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
            ("é", None),
        ] {
            assert_eq!(folder(url).ok().as_deref(), expected, "{url}");
        }
    }
}
