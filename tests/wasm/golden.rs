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
    "golden/auxiliary-cbbcfe8f95f9298b.hdf"
    "golden/dense-72ffbb086a4ab6d2.hdf"
    "golden/filters-f130a75a1f6fbacf.hdf"
    "golden/graph-a27d34418e8bab56.hdf"
    "golden/homes-a8bd1560605bdb32.hdf"
    "golden/links-23a945e70c25d578.hdf"
    "golden/positions-f2bb38715eb5ae8d-0.hdf"
    "golden/terms-0b8f4745140eadfc-0.hdf"
    "golden/termvectors-5a32aad86b49074c-0.hdf"
    "golden/texts-a9c61e194dae77a8.hdf"
    "golden/words-9cac29ae72c61be6-0.hdf"
    "golden/words-98bedcc239058d85-0.hdf"
    "golden-versions/auxiliary-654abbb651e4472a.hdf"
    "golden-versions/filters-18e10545e1d61349.hdf"
    "golden-versions/links-bb00cc4af4d27b14.hdf"
    "golden-versions/positions-b2068f6c6716305e-0.hdf"
    "golden-versions/terms-541d68abf5aeee91-0.hdf"
    "golden-versions/texts-4e34a2c3e9d2f8f1.hdf"
    "golden-versions/words-c623d0dfcc6cf74d-0.hdf"
    "golden-versions/words-ce5fb4569cae4d3d-0.hdf"
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
