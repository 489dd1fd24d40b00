use std::fs;

use crate::command::{contents, query, required, urls};

/// A stored index of `tests/fixtures/golden-site`: the format cannot change by accident. After raising the format
/// version, run `docfuse build tests/fixtures/golden-site --out tests/fixtures/golden` with an encoder without
/// `query.onnx` (and `query_sha256`), delete the encoder's and the browser files, and list the rest in
/// `tests/wasm/golden.rs`. Likewise `golden-versions-site`, with `--no-dense`.
fn golden() -> std::path::PathBuf {
    crate::command::repository().join("tests/fixtures/golden")
}

#[test]
fn the_golden_index_is_readable() {
    let first = |text: &str| urls(&query(&golden(), text, "lexical").json())[0].clone();
    assert_eq!(first("owner goes out of scope"), "ownership.html#ownership");
    assert_eq!(first("Arc::new"), "threads.html#sharing");
    assert_eq!(first("panic"), "errors.html#panic");
    assert_eq!(first("ownrship"), "ownership.html#ownership");
    assert_eq!(first("\"passes messages\""), "threads.html#channels");
}

/// The wasm tests embed the files that a browser reads, so they must list each.
#[test]
fn the_wasm_tests_list_every_golden_file() {
    let listed = crate::command::repository().join("tests/wasm/golden.rs");
    let listed = fs::read_to_string(listed).unwrap();
    for folder in ["golden", "golden-versions"] {
        let files = contents(&golden().with_file_name(folder)).into_iter();
        for (name, _) in files.filter(|(name, _)| !name.starts_with("hashes-")) {
            let path = format!("{folder}/{name}");
            assert!(listed.contains(&path), "tests/wasm/golden.rs lacks {path}");
        }
    }
}

#[test]
fn golden_vectors_are_readable() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(golden()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("docfuse.json")).unwrap()).unwrap();
    let model = required("DOCFUSE_MODEL", "an imported encoder");
    let kept = manifest["model"]["tokenizer"]["name"].as_str().unwrap();
    fs::copy(model.join("tokenizer.bin"), folder.path().join(kept)).unwrap();
    let onnx = fs::read(model.join("model.onnx")).unwrap();
    let mut rest = onnx.as_slice();
    for part in manifest["model"]["parts"].as_array().unwrap() {
        let content = rest.split_off(..part["bytes"].as_u64().unwrap() as usize).unwrap();
        fs::write(folder.path().join(part["name"].as_str().unwrap()), content).unwrap();
    }
    assert!(rest.is_empty(), "the parts make up the model");
    for mode in ["dense", "hybrid"] {
        let answer = query(folder.path(), "passing messages between workers", mode).json();
        assert!(answer["degraded"].is_null(), "{answer:#}");
        assert_eq!(urls(&answer)[0], "threads.html#channels", "{mode}");
    }
}
