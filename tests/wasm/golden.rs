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
    "golden/auxiliary-9e2b4d0bc7ffd390.hdf"
    "golden/dense-1b29148a007be015.hdf"
    "golden/filters-14b228659e675263.hdf"
    "golden/graph-968db9644e0cf84c.hdf"
    "golden/homes-27be582c6edd1dd9.hdf"
    "golden/links-5218064315876770.hdf"
    "golden/positions-f9b3f3b8fe6e1d3d-0.hdf"
    "golden/terms-f5b4d60b6cdfd7c4-0.hdf"
    "golden/termvectors-a7430b502b8c55b0-0.hdf"
    "golden/texts-2014ebd9cf797ea7.hdf"
    "golden/words-2f3b09ffda2af74e-0.hdf"
    "golden/words-b0588408ac54a652-0.hdf"
    "golden-versions/auxiliary-ef80f5374a9b9247.hdf"
    "golden-versions/filters-9c945dc6bd8bacf3.hdf"
    "golden-versions/links-0418e21dba3c05c9.hdf"
    "golden-versions/positions-ef5359ff5a920b2a-0.hdf"
    "golden-versions/terms-fc9321a9a47d80bc-0.hdf"
    "golden-versions/texts-b74b47cbf79d1474.hdf"
    "golden-versions/words-d9e128a5b17e1074-0.hdf"
    "golden-versions/words-f9ff4b0f6c6cdfea-0.hdf"
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
