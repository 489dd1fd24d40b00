use std::fs;
use std::path::{Path, PathBuf};

use docfuse::index::Manifest;
use serde_json::Value;

use crate::command::{Outcome, Site, docfuse};

/// The folder of a small encoder with random weights.
fn model() -> PathBuf {
    crate::command::repository().join("tests/fixtures/encoder")
}

fn build(site: &Site, model: &Path) -> Outcome {
    docfuse(&["build".as_ref(), site.path(), "--model".as_ref(), model])
}

fn manifest(site: &Site) -> Manifest {
    serde_json::from_slice(&fs::read(site.index().join("docfuse.json")).unwrap()).unwrap()
}

fn ask(site: &Site) -> Value {
    let index = site.index();
    docfuse(&["query", index.to_str().unwrap(), "threads share data", "--mode", "dense", "--json"]).json()
}

#[test]
fn an_index_has_the_encoder_of_queries_and_its_rows() {
    let site = Site::small();
    build(&site, &model()).ok();
    let of_model = manifest(&site).model.unwrap();
    let query = fs::read(model().join("query.onnx")).unwrap();
    let parts: u32 = of_model.parts.iter().map(|part| part.bytes).sum();
    assert_eq!(parts as usize, query.len());
    let rows = of_model.rows.as_ref().unwrap();
    let table = fs::read(model().join("rows.bin")).unwrap();
    assert_eq!((rows.bytes, rows.files.len()), (18, 1));
    assert_eq!(rows.files[0].stored as usize, 16 + table.len() / 18 * (18 + 23));
    // A small table is among the first rows.
    assert_eq!(rows.first.bytes as usize, 1 + table.len() / 18 + table.len());
    docfuse(&["verify".as_ref(), site.index().as_path()]).ok();
    let answer = ask(&site);
    assert_eq!(answer["degraded"], Value::Null);
    assert!(!answer["hits"].as_array().unwrap().is_empty());
}

/// Vectors are there, but queries get theirs from the lexicon: nothing of the encoder is in the folder.
#[test]
fn readers_get_no_encoder_if_the_author_says_so() {
    let site = Site::small();
    build(&site, &model()).ok();
    let kinds = ["model-", "tokenizer-", "first-", "rows-"];
    let files_of_encoder = |site: &Site| {
        let names = fs::read_dir(site.index()).unwrap().map(|entry| entry.unwrap().file_name());
        let names = names.map(|name| name.into_string().unwrap());
        names.filter(|name| kinds.iter().any(|kind| name.starts_with(kind))).count()
    };
    assert_eq!(files_of_encoder(&site), 4);
    let with_encoder = manifest(&site);
    let model = model();
    let none =
        ["build".as_ref(), site.path(), "--model".as_ref(), &model, "--encoder".as_ref(), "none".as_ref()];
    let told = docfuse(&none).ok();
    assert!(told.contains("readers get no encoder"), "{told}");
    assert_eq!(files_of_encoder(&site), 0);
    let without = manifest(&site);
    assert_eq!((without.windows, without.model), (with_encoder.windows, None));
    let json = fs::read_to_string(site.index().join("docfuse.json")).unwrap();
    assert!(json.contains("\"model\":{}"), "pages learn that there are vectors");
    docfuse(&["verify".as_ref(), site.index().as_path()]).ok();
    let index = site.index();
    let index = index.to_str().unwrap();
    let ask =
        |mode| docfuse(&["query", index, "threads share data", "--mode", mode, "--explain", "--json"]).json();
    assert!(!ask("lexicon")["hits"].as_array().unwrap().is_empty());
    let hybrid = ask("hybrid");
    assert!(hybrid["hits"][0]["lists"].to_string().contains("\"lexicon\""), "{hybrid}");
    assert!(hybrid["degraded"].is_null(), "what the author decided is no failure: {hybrid}");
    let said = docfuse(&["query", index, "threads share data", "--mode", "hybrid"]);
    assert!(said.stderr.contains("readers of this index get no encoder"), "{said:#?}");
    docfuse(&["embed", index, "text"])
        .fails_with(&["an encoder for queries expected, none found", "--encoder none"]);
    // Fewer dimensions: smaller vectors of the same windows.
    let bytes = |site: &Site| -> u64 {
        let names = ["dense", "termvectors"].map(|kind| crate::command::index_file(&site.index(), kind));
        names.iter().map(|path| fs::metadata(path).unwrap().len()).sum()
    };
    let all = bytes(&site);
    site.write("docfuse.toml", b"[dense]\nencoder = \"none\"\ndimensions = 16\n");
    let config = site.path().join("docfuse.toml");
    docfuse(&["build".as_ref(), site.path(), "--model".as_ref(), &model, "--config".as_ref(), &config]).ok();
    assert!(bytes(&site) < all, "{} of {all} bytes", bytes(&site));
    docfuse(&["verify".as_ref(), site.index().as_path()]).ok();
    assert!(!ask("lexicon")["hits"].as_array().unwrap().is_empty());
}

#[test]
fn damaged_rows_are_named() {
    let site = Site::small();
    build(&site, &model()).ok();
    let rows = manifest(&site).model.unwrap().rows.unwrap();
    let name = rows.files[0].name.as_str();
    let path = site.index().join(name);
    let good = fs::read(&path).unwrap();
    let mut altered = good.clone();
    altered[40] ^= 1;
    for bad in [&altered, &good[..good.len() - 1], &[][..]] {
        fs::write(&path, bad).unwrap();
        docfuse(&["verify".as_ref(), site.index().as_path()]).fails_with(&[name]);
        let answer = ask(&site);
        let message = answer["degraded"][0]["message"].as_str().unwrap();
        assert!(message.contains(name), "{message}");
    }
    fs::remove_file(&path).unwrap();
    docfuse(&["verify".as_ref(), site.index().as_path()]).fails_with(&[name]);
}

#[test]
fn the_two_files_of_a_model_must_belong_together() {
    let site = Site::small();
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "query.onnx", "tokenizer.bin", "model.json"] {
        fs::copy(model().join(name), folder.path().join(name)).unwrap();
    }
    let query = folder.path().join("query.onnx");
    let good = fs::read(&query).unwrap();
    let mut altered = good.clone();
    altered[100] ^= 1;
    fs::write(&query, altered).unwrap();
    build(&site, folder.path()).fails_with(&["query.onnx: SHA-256", "import or download the model again"]);
    fs::remove_file(&query).unwrap();
    build(&site, folder.path()).fails_with(&["query.onnx is missing"]);
    // A model of an earlier version has one file, which embeds queries too.
    let info = fs::read(folder.path().join("model.json")).unwrap();
    let mut info: Value = serde_json::from_slice(&info).unwrap();
    info.as_object_mut().unwrap().remove("query_sha256");
    fs::write(folder.path().join("model.json"), info.to_string()).unwrap();
    build(&site, folder.path()).ok();
    assert!(manifest(&site).model.unwrap().rows.is_none());
    assert_eq!(ask(&site)["degraded"], Value::Null);
}
