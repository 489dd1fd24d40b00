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
    "golden/auxiliary-b4a71607f4ac7454.hdf"
    "golden/dense-43506318bab373cd.hdf"
    "golden/filters-7dcbb2dcb2f807d1.hdf"
    "golden/graph-1940459d378ff2af.hdf"
    "golden/links-be9d9f4debbe92fd.hdf"
    "golden/positions-cc83dae4cf8ce74d-0.hdf"
    "golden/terms-ecbbac83400042bc-0.hdf"
    "golden/texts-72a42a5f849dfe5b.hdf"
    "golden/words-2e99d78db2d1d92f-0.hdf"
    "golden/words-f932af2bc42d14c5-0.hdf"
    "golden-versions/auxiliary-ef4e83e255a616f1.hdf"
    "golden-versions/filters-0f6cc01564d6ded7.hdf"
    "golden-versions/links-a65ee029b8aa10f8.hdf"
    "golden-versions/positions-312c55c1fd1efa5a-0.hdf"
    "golden-versions/terms-579d4e08bfe4113a-0.hdf"
    "golden-versions/texts-926a62953c9f5ebf.hdf"
    "golden-versions/words-e1bafaa2ddd56ebc-0.hdf"
    "golden-versions/words-ff8b91bf8f7286e3-0.hdf"
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
