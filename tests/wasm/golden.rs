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
    "golden/auxiliary-e70a6759f7a5dbcd.hdf"
    "golden/dense-e6f3113ac1e8ec41.hdf"
    "golden/filters-9b8d60f709062ee4.hdf"
    "golden/graph-14a3f84e176cdea9.hdf"
    "golden/links-d67fe4927841fc85.hdf"
    "golden/positions-9c1d9753962f2073-0.hdf"
    "golden/terms-82ee42bf442146a3-0.hdf"
    "golden/termvectors-793b67bf49a2b423-0.hdf"
    "golden/texts-ef31e4c3829a9dfe.hdf"
    "golden/words-3f2d174e7e3194c3-0.hdf"
    "golden/words-b3378c855a6bd632-0.hdf"
    "golden-versions/auxiliary-69752db988ebfdfd.hdf"
    "golden-versions/filters-186c77a1f8666ae3.hdf"
    "golden-versions/links-eef1195525257193.hdf"
    "golden-versions/positions-798906234567b7d4-0.hdf"
    "golden-versions/terms-7fcfbfbebcb380f6-0.hdf"
    "golden-versions/texts-13c9a52206d58688.hdf"
    "golden-versions/words-f3ab3f00a86e225a-0.hdf"
    "golden-versions/words-fc74c39054f06d3f-0.hdf"
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
