use std::fs;
use std::path::{Path, PathBuf};

use docfuse::dense::{self, Ann, DenseIndex, DenseParams};
use docfuse::embed::{Encoder, ModelInfo};
use docfuse::ids::SectionId;
use docfuse::index::{FileRef, Manifest, open};

use crate::command::{query, required, urls};

#[path = "../../src/dense/recall.rs"]
#[allow(dead_code, reason = "unit tests use the rest")]
mod recall;

/// Index of the Rust Book, with vectors.
fn index() -> PathBuf {
    required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/").join("docfuse")
}

/// Pages of the hits in order, without repetitions.
fn pages(text: &str, mode: &str) -> Vec<String> {
    let answer = query(&index(), text, mode).json();
    assert!(answer["degraded"].is_null(), "{answer:#}");
    let mut pages: Vec<String> = Vec::new();
    for url in urls(&answer) {
        let page = url.split('#').next().unwrap().to_owned();
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

#[test]
fn names_and_questions_find_their_chapters() {
    for (text, modes, chapters, depth) in [
        ("ownership", &["lexical"][..], &["ch04"][..], 3),
        ("how do I share data between threads", &["dense", "hybrid"], &["ch16"], 3),
        ("interfaces like in java", &["dense", "hybrid"], &["ch10-02", "ch18"], 5),
        ("catch exceptions", &["dense", "hybrid"], &["ch09"], 5),
    ] {
        for mode in modes {
            let found = pages(text, mode);
            let found = &found[..found.len().min(depth)];
            let good = found.iter().any(|page| chapters.iter().any(|chapter| page.starts_with(chapter)));
            assert!(good, "{mode}: {text}: {found:?} has none of {chapters:?}");
        }
    }
}

#[test]
fn pages_have_distinct_titles() {
    let answer = query(&index(), "the rust programming language", "lexical").json();
    let hits = answer["hits"].as_array().unwrap();
    let mut titles: Vec<(&str, &str)> =
        hits.iter().map(|hit| (hit["page"].as_str().unwrap(), hit["title"].as_str().unwrap())).collect();
    titles.sort_unstable();
    titles.dedup();
    let mut alone: Vec<&str> = titles.iter().map(|(_, title)| *title).collect();
    alone.sort_unstable();
    alone.dedup();
    assert_eq!(alone.len(), titles.len(), "{titles:?}");
    assert!(titles.iter().all(|(page, _)| *page != "print.html"));
}

fn read(folder: &Path, file: &FileRef) -> Vec<u8> {
    open(&file.name, fs::read(folder.join(&file.name)).unwrap(), file.bytes).unwrap()
}

/// The stored vectors, decoded as FORMAT.md specifies (two components to a byte, each plus 8), of unit length.
fn stored_vectors(folder: &Path, manifest: &Manifest, dimensions: usize) -> Vec<f32> {
    let table = manifest.directory().unwrap().dense;
    let block = |number: usize| {
        let range = table.range("dense", number).unwrap();
        let stored = fs::read(folder.join(&range.file)).unwrap();
        let stored = stored[range.start as usize..range.end as usize].to_vec();
        open(&range.file, stored, range.bytes).unwrap()
    };
    assert_eq!(block(0)[0], 4, "bits of a component");
    let codes: Vec<u8> = (1..table.len()).flat_map(block).collect();
    let numbers: Vec<f32> =
        codes.iter().flat_map(|byte| [byte & 15, byte >> 4]).map(|code| f32::from(code) - 8.0).collect();
    let unit = |vector: &[f32]| {
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        vector.iter().map(move |number| number / length).collect::<Vec<f32>>()
    };
    numbers.chunks_exact(dimensions).flat_map(unit).collect()
}

/// Recall of HNSW against brute force, on the book's windows and readers' questions.
#[test]
fn the_graph_finds_the_nearest_windows() {
    let folder = index();
    let manifest: Manifest = serde_json::from_slice(&fs::read(folder.join("docfuse.json")).unwrap()).unwrap();
    let model = manifest.model.as_ref().unwrap();
    let info: ModelInfo = model.info.clone();
    let onnx = model.parts.iter().flat_map(|part| read(&folder, part)).collect();
    let encoder = Encoder::load_stored(onnx, &read(&folder, &model.tokenizer), &info).unwrap();
    let vectors = stored_vectors(&folder, &manifest, info.dimensions);
    let sections: Vec<SectionId> = (0..).take(vectors.len() / info.dimensions).map(SectionId).collect();
    let params = DenseParams { ann: Ann::Hnsw, ..DenseParams::default() };
    let blocks = dense::build(&vectors, info.dimensions, &sections, &params, &()).unwrap();
    let mut dense = DenseIndex::read(blocks.vectors, sections.len() as u32).unwrap();
    dense.add_graph(&blocks.graph).unwrap();
    let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/queries.txt");
    let queries = fs::read_to_string(queries).unwrap();
    let mut sum = 0.0;
    for text in queries.lines() {
        let vector = encoder.embed(text).unwrap();
        let windows = |found: Vec<docfuse::dense::Neighbour>| -> Vec<u32> {
            found.into_iter().take(10).map(|neighbour| neighbour.window.0).collect()
        };
        let found = windows(dense.search(&vector, 50).unwrap());
        let truth = windows(dense.exact(&vector, 10).unwrap());
        sum += recall::recall_at(10, &found, &truth);
    }
    let recall = sum / queries.lines().count() as f64;
    assert!(recall >= 0.98, "recall@10 of {recall:.4} over {} windows", dense.len());
}
