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
    "golden/auxiliary-81e09afa6a25cce4.hdf"
    "golden/dense-95ec6f64b9c6d92f.hdf"
    "golden/filters-2ecc2412464edbe4.hdf"
    "golden/graph-58cc4f23b5703cec.hdf"
    "golden/homes-8ca9f1b4517a77d1.hdf"
    "golden/links-4cca4a16b232202e.hdf"
    "golden/positions-6f40fbbe59cb4e0b-0.hdf"
    "golden/terms-94107390624691a6-0.hdf"
    "golden/termvectors-ea4d4b77395fecd3-0.hdf"
    "golden/texts-ec21c21e2b21b339.hdf"
    "golden/words-7d9890e30ef70781-0.hdf"
    "golden/words-d6785d0c4a830e31-0.hdf"
    "golden-versions/auxiliary-bcc5ed82f8d08db9.hdf"
    "golden-versions/filters-f5296e58ae226a80.hdf"
    "golden-versions/links-da7af993e9db9690.hdf"
    "golden-versions/positions-b2023b199bd76d7f-0.hdf"
    "golden-versions/terms-247a049f0a19b96f-0.hdf"
    "golden-versions/texts-f5854b80e0409b5c.hdf"
    "golden-versions/words-55499ecf51476778-0.hdf"
    "golden-versions/words-6f31c65c108dbd64-0.hdf"
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
