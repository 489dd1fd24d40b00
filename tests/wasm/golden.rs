use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

/// `docfuse.json` of the golden index, and of the one of a site with versions.
const MANIFEST: &str = include_str!("../fixtures/golden/docfuse.json");
const VERSIONS_MANIFEST: &str = include_str!("../fixtures/golden-versions/docfuse.json");

/// Files of the golden indexes by folder and name, as stored.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../fixtures/", $name)))),*]
    };
}

/// All files that their directories name. The command's `golden` test checks this list against the folders.
const FILES: &[(&str, &[u8])] = files! {};

/// The decompressed directory of the golden index.
pub fn directory() -> Vec<u8> {
    directory_of(MANIFEST)
}

/// That of the golden index of a site with versions.
pub fn directory_with_versions() -> Vec<u8> {
    directory_of(VERSIONS_MANIFEST)
}

fn directory_of(manifest: &str) -> Vec<u8> {
    let manifest = js_sys::JSON::parse(manifest).unwrap();
    let get = |value, key: &str| js_sys::Reflect::get(value, &key.into()).unwrap();
    let content = get(&get(&manifest, "directory"), "content").as_string().unwrap();
    opened(&STANDARD.decode(content).unwrap())
}

/// Decompresses the byte range `start..end` of a file.
pub fn byte_range(file: &str, start: usize, end: usize) -> Vec<u8> {
    let is_it = |path: &str| path.rsplit('/').next() == Some(file);
    let (_, stored) = FILES.iter().find(|(known, _)| is_it(known)).expect("a file of a golden index");
    opened(&stored[start..end])
}

/// Decompresses gzip; pages use DecompressionStream.
fn opened(stored: &[u8]) -> Vec<u8> {
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
