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
    "golden/auxiliary-5413db887671d37a.hdf"
    "golden/dense-43506318bab373cd.hdf"
    "golden/filters-707537cbfe3c782f.hdf"
    "golden/graph-1940459d378ff2af.hdf"
    "golden/links-735ee70ac6f29486.hdf"
    "golden/positions-c214eb909f62b0dd-0.hdf"
    "golden/terms-3f916ba6355efd02-0.hdf"
    "golden/termvectors-71351e4a38bfa57b-0.hdf"
    "golden/texts-72a42a5f849dfe5b.hdf"
    "golden/words-cffefa9e95acf6b5-0.hdf"
    "golden/words-e983e431bb80ddf3-0.hdf"
    "golden-versions/auxiliary-1c113c2e1f0e09cf.hdf"
    "golden-versions/filters-c5d4d3efc22dd4e4.hdf"
    "golden-versions/links-4a8752fed50cd6a5.hdf"
    "golden-versions/positions-81c0d8f5e15427e3-0.hdf"
    "golden-versions/terms-c41d32895af56bbb-0.hdf"
    "golden-versions/texts-e40151e1d11903ff.hdf"
    "golden-versions/words-0bdb7be0cf6d62fa-0.hdf"
    "golden-versions/words-45b8f54d5c18a84b-0.hdf"
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
