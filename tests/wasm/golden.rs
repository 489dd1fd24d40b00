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
const FILES: &[(&str, &[u8])] = files! {
    "golden/auxiliary-7372898b4ce6da92.hdf"
    "golden/dense-a0c66441d29f0d87.hdf"
    "golden/filters-de2be7714b2ed6c4.hdf"
    "golden/links-25033978d311c2bd.hdf"
    "golden/positions-2dd864a585c0b2e6-0.hdf"
    "golden/terms-f7c3ba95ed9bc05a-0.hdf"
    "golden/texts-693a40b46779fa2d.hdf"
    "golden/words-6c1348276e35f81d-0.hdf"
    "golden/words-e9bc7f28b6627280-0.hdf"
    "golden-versions/auxiliary-782570edd16f71b2.hdf"
    "golden-versions/filters-edfb2a05464179f7.hdf"
    "golden-versions/links-40417e64267a37c8.hdf"
    "golden-versions/positions-c48720043422de75-0.hdf"
    "golden-versions/terms-d59774eb8a738fc3-0.hdf"
    "golden-versions/texts-7e082f85e49c5be8.hdf"
    "golden-versions/words-31f3312268201326-0.hdf"
    "golden-versions/words-b0e27f861b6f66ae-0.hdf"
};

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
