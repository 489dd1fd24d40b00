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
    "golden/auxiliary-e7be66cda86b16f0.hdf"
    "golden/dense-23e9a00bdadeb49f.hdf"
    "golden/filters-7f6083b003a3f1ad.hdf"
    "golden/graph-f59f1fdd130f8c7e.hdf"
    "golden/links-ead49d2e2eac3fd9.hdf"
    "golden/positions-46d1029279fdd2c3-0.hdf"
    "golden/terms-fcc195ae66046069-0.hdf"
    "golden/termvectors-a29ac2a9890a2bb4-0.hdf"
    "golden/texts-ed6fb392500b312d.hdf"
    "golden/words-5ff721c9fd3c4c5c-0.hdf"
    "golden/words-ba7344389a524531-0.hdf"
    "golden-versions/auxiliary-ca4bcf4ff5abe9d5.hdf"
    "golden-versions/filters-83b34e5de6115c11.hdf"
    "golden-versions/links-3f7977c1bf133a55.hdf"
    "golden-versions/positions-bb1f5b11ece4cc7e-0.hdf"
    "golden-versions/terms-c2637aaf85d848cf-0.hdf"
    "golden-versions/texts-9db9aa8c44d5f6a3.hdf"
    "golden-versions/words-0007ccec0b740ca1-0.hdf"
    "golden-versions/words-78812b8584ebc12e-0.hdf"
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
