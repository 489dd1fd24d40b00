//! What a browser gets for one file: [`FileAnswer`].

use std::io::Read;

use flate2::Compression;
use flate2::read::GzEncoder;
use schemars::JsonSchema;
use serde::Serialize;

use super::deployed::Deployed;
use super::ranges::BROWSER_ENCODINGS;
use crate::http::HttpError;

/// The answer to a browser that accepts compressed files.
#[derive(Serialize, JsonSchema)]
pub struct FileAnswer {
    /// Its name in the index folder.
    pub name: String,
    /// The status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: String,
    /// `gzip`, `br` and so on; `null` if the host does not compress the file.
    pub content_encoding: Option<String>,
    /// Bytes of the body as sent.
    pub sent: u64,
    /// Bytes that gzip would make of a body that was sent without compression.
    pub with_gzip: Option<u64>,
    /// The header `Cache-Control`.
    pub cache_control: String,
    /// `ETag`, else `Last-Modified`.
    pub validator: Option<String>,
}

impl FileAnswer {
    /// Asks for a file.
    ///
    /// # Errors
    /// No answer. A status such as 404 is an answer.
    pub fn of(deployed: &Deployed, name: &str) -> Result<Self, HttpError> {
        let reply = deployed.ask(name, &[("accept-encoding", BROWSER_ENCODINGS)])?;
        let header = |name: &str| reply.header(name).map(str::to_owned);
        let content_encoding = header("content-encoding").filter(|encoding| encoding != "identity");
        let with_gzip = content_encoding.is_none().then(|| gzip_length(&reply.body));
        Ok(FileAnswer {
            name: name.to_owned(),
            status: reply.status,
            content_type: header("content-type").unwrap_or_default(),
            content_encoding,
            sent: reply.body.len() as u64,
            with_gzip,
            cache_control: header("cache-control").unwrap_or_default(),
            validator: header("etag").or_else(|| header("last-modified")),
        })
    }

    /// The media type without its parameters, in lower case.
    pub fn media_type(&self) -> String {
        self.content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// Whether `Cache-Control` has a directive.
    pub fn has_directive(&self, name: &str) -> bool {
        self.cache_control.split(',').any(|part| part.trim().eq_ignore_ascii_case(name))
    }

    /// Seconds for which browsers keep the file without asking; `None` if the host does not say.
    pub fn max_age(&self) -> Option<u64> {
        let mut parts = self.cache_control.split(',').map(|part| part.trim().to_ascii_lowercase());
        parts.find_map(|part| part.strip_prefix("max-age=")?.parse().ok())
    }
}

fn gzip_length(body: &[u8]) -> u64 {
    let mut compressed = GzEncoder::new(body, Compression::default());
    // Reading from memory does not fail; a length of zero would only promise too much.
    std::io::copy(&mut compressed.by_ref(), &mut std::io::sink()).unwrap_or(body.len() as u64)
}
