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
    "golden/auxiliary-bb809c5e436f26d6.hdf"
    "golden/dense-babdf49c9a7ceaea.hdf"
    "golden/filters-38fe6a54e651384e.hdf"
    "golden/graph-97a0eb2f1f02f855.hdf"
    "golden/homes-8ca9f1b4517a77d1.hdf"
    "golden/links-faf655ee6a100faf.hdf"
    "golden/positions-ff7b3ef56af6ae8b-0.hdf"
    "golden/terms-ee6183825f5cfdd5-0.hdf"
    "golden/termvectors-d19be5a8b30cec89-0.hdf"
    "golden/texts-ec21c21e2b21b339.hdf"
    "golden/words-40c0117edcbf5170-0.hdf"
    "golden/words-8718dd645931b05d-0.hdf"
    "golden-versions/auxiliary-88151552408575b7.hdf"
    "golden-versions/filters-1fd06313ba578124.hdf"
    "golden-versions/links-cbacfb8fe1911889.hdf"
    "golden-versions/positions-bf7ae3b01077ae1c-0.hdf"
    "golden-versions/terms-26fc1837e4a71539-0.hdf"
    "golden-versions/texts-f5854b80e0409b5c.hdf"
    "golden-versions/words-6a60d7a039746141-0.hdf"
    "golden-versions/words-9c800db76b3d7551-0.hdf"
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
