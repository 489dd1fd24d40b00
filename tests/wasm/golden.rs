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
    "golden/auxiliary-7b9a0684eb0ea8f1.hdf"
    "golden/dense-e6f3113ac1e8ec41.hdf"
    "golden/filters-2b3ee840103e426c.hdf"
    "golden/graph-14a3f84e176cdea9.hdf"
    "golden/links-761fbf161d0820cc.hdf"
    "golden/positions-823f944f39ae57fd-0.hdf"
    "golden/terms-12c6264df9d7da24-0.hdf"
    "golden/termvectors-c6a7fa955ea9f351-0.hdf"
    "golden/texts-ef31e4c3829a9dfe.hdf"
    "golden/words-52e5e4504da4b28d-0.hdf"
    "golden/words-ea024de02db7e6e8-0.hdf"
    "golden-versions/auxiliary-a918c69a0c8436b6.hdf"
    "golden-versions/filters-8a9a74f31cb460c5.hdf"
    "golden-versions/links-06b405968f124ae8.hdf"
    "golden-versions/positions-9122a84a2d23d19a-0.hdf"
    "golden-versions/terms-f48d9b8ddad0a348-0.hdf"
    "golden-versions/texts-13c9a52206d58688.hdf"
    "golden-versions/words-9ee2ecedd8c72ee5-0.hdf"
    "golden-versions/words-f151d4100699f5c4-0.hdf"
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
