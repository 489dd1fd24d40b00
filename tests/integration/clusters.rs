use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use docfuse::index::{BlockRequest, FileRef, Manifest, open, open_block, stored_records};
use docfuse::search::{Embedded, Engine, Mode, Outcome, Request};
use docfuse_encoder::{Encoder, RowSource};

use crate::command::required;

/// An index folder as a reader's browser sees it.
struct Reader {
    folder: PathBuf,
    engine: Engine,
    /// Of vectors and graph: stored bytes by kind of file, coalesced ranges, and round trips.
    bytes: BTreeMap<String, u64>,
    ranges: usize,
    trips: usize,
}

impl Reader {
    fn new(folder: &Path, manifest: &Manifest) -> Self {
        let engine = Engine::new(manifest.directory().unwrap());
        Reader { folder: folder.to_owned(), engine, bytes: BTreeMap::new(), ranges: 0, trips: 0 }
    }

    /// The best sections of the dense retriever, best first.
    fn nearest(&mut self, vector: &[f32]) -> Vec<u32> {
        // Only the list counts, so no text is needed.
        let request = Request { text: "any".to_owned(), mode: Mode::Dense, limit: 10, ..Request::default() };
        loop {
            match self.engine.query(&request, Some(Embedded { text: "any", vector })).unwrap() {
                Outcome::Need(need) => self.bring(&need),
                Outcome::Answer(_) => break,
                other => panic!("{other:?}"),
            }
        }
        let [list] = self.engine.lists() else { panic!("one list") };
        list.sections.iter().map(|found| found.section.0).collect()
    }

    fn bring(&mut self, need: &[BlockRequest]) {
        let mut ends = HashSet::new();
        for BlockRequest { id, range } in need {
            let stored = fs::read(self.folder.join(&range.file)).unwrap();
            let stored = &stored[range.start as usize..range.end as usize];
            let kind = range.file.split('-').next().unwrap().to_owned();
            if kind != "texts" {
                *self.bytes.entry(kind).or_default() += stored.len() as u64;
                ends.insert((&range.file, range.end));
            }
            self.engine.supply(*id, open_block(range, stored).unwrap()).unwrap();
        }
        let is_apart = |range: &&BlockRequest| !ends.contains(&(&range.range.file, range.range.start));
        let apart = need.iter().filter(|it| !it.range.file.starts_with("texts")).filter(is_apart).count();
        self.ranges += apart;
        self.trips += usize::from(apart > 0);
    }

    fn of_kind(&self, kind: &str) -> u64 {
        self.bytes.get(kind).copied().unwrap_or(0)
    }
}

fn encoder_of(folder: &Path, manifest: &Manifest) -> Encoder {
    let read =
        |file: &FileRef| open(&file.name, fs::read(folder.join(&file.name)).unwrap(), file.bytes).unwrap();
    let model = manifest.model.as_ref().unwrap();
    let onnx = model.parts.iter().flat_map(read).collect();
    let rows = model.rows.as_ref().map_or(RowSource::Inside, |rows| {
        let files: Vec<Vec<u8>> = rows.files.iter().map(read).collect();
        RowSource::Records(stored_records(rows, &files).unwrap())
    });
    Encoder::load_stored(onnx, rows, &read(&model.tokenizer), &model.info).unwrap()
}

fn manifest_of(folder: &Path) -> Manifest {
    serde_json::from_slice(&fs::read(folder.join("docfuse.json")).unwrap()).unwrap()
}

/// Share of the first `k` of `truth` that is among the first `k` of `found`.
fn recall(k: usize, found: &[u32], truth: &[u32]) -> f64 {
    let truth = &truth[..k.min(truth.len())];
    truth.iter().filter(|it| found[..k.min(found.len())].contains(it)).count() as f64 / truth.len() as f64
}

/// What queries cost, and how many of the nearest sections they find.
#[derive(Debug, Default)]
struct Figures {
    recall_10: f64,
    recall_50: f64,
    /// Bytes of a reader's first query: graph, clusters. Then bytes of a further one.
    first: (u64, u64),
    first_p95: u64,
    further: u64,
    trips: usize,
    ranges: f64,
}

/// Queries of one reader, one after the other.
const SESSION: usize = 5;

fn figures(folder: &Path, texts: &[String]) -> Figures {
    let manifest = manifest_of(folder);
    let encoder = encoder_of(folder, &manifest);
    let mut all = Reader::new(folder, &manifest);
    all.engine.directory_mut().ranking.set("search.clusters", 10_000.0);
    let (mut reader, mut found) = (Reader::new(folder, &manifest), Figures::default());
    let mut firsts = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let vector = encoder.embed(text).unwrap();
        let truth = all.nearest(&vector);
        let is_first = number % SESSION == 0;
        if is_first {
            reader = Reader::new(folder, &manifest);
        }
        let (graph, clusters) = (reader.of_kind("graph"), reader.of_kind("dense"));
        let nearest = reader.nearest(&vector);
        let (graph, clusters) = (reader.of_kind("graph") - graph, reader.of_kind("dense") - clusters);
        found.recall_10 += recall(10, &nearest, &truth) / texts.len() as f64;
        found.recall_50 += recall(50, &nearest, &truth) / texts.len() as f64;
        if is_first {
            firsts.push((graph + clusters, graph, clusters));
            found.ranges += reader.ranges as f64;
            found.trips = found.trips.max(reader.trips);
        } else {
            found.further += graph + clusters;
        }
    }
    let count = firsts.len() as u64;
    found.further /= (texts.len() as u64 - count).max(1);
    found.ranges /= count as f64;
    let sum = |of: fn(&(u64, u64, u64)) -> u64| firsts.iter().map(of).sum::<u64>() / count;
    found.first = (sum(|it| it.1), sum(|it| it.2));
    firsts.sort_unstable();
    found.first_p95 = firsts[firsts.len() * 95 / 100].0;
    found
}

/// Readers' questions about the Rust Book.
#[test]
fn few_clusters_hold_the_nearest_sections() {
    let folder = required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/").join("docfuse");
    let queries = crate::command::repository().join("tests/browser/queries.txt");
    let texts: Vec<String> = fs::read_to_string(queries).unwrap().lines().map(str::to_owned).collect();
    let found = figures(&folder, &texts);
    assert!(found.recall_10 >= 0.9 && found.recall_50 >= 0.85, "{found:?}");
    assert!(found.trips <= 2 && found.further < 130_000, "{found:?}");
}

/// Prints recall and bytes (docs/decisions/0114). `DOCFUSE_FIGURES` has index folders, each with a file of queries
/// (`FOLDER=QUERIES.jsonl`), separated by white space:
/// `DOCFUSE_FIGURES=... cargo test --test integration clusters::figures_of -- --ignored --nocapture`.
#[test]
#[ignore = "needs indexes of several sites"]
fn figures_of_sites() {
    const MOST_QUERIES: usize = 300;
    let named = std::env::var("DOCFUSE_FIGURES").unwrap();
    println!(
        "| index | windows | recall@10 | recall@50 | graph | clusters | p95 | further | trips | ranges |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for pair in named.split_whitespace() {
        let (folder, queries) = pair.split_once('=').unwrap();
        let lines = fs::read_to_string(queries).unwrap();
        let text = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["text"].as_str().unwrap().to_owned()
        };
        let texts: Vec<String> = lines.lines().map(text).take(MOST_QUERIES).collect();
        let folder = Path::new(folder);
        let (Figures { recall_10, recall_50, first, first_p95, further, trips, ranges }, manifest) =
            (figures(folder, &texts), manifest_of(folder));
        println!(
            "| {} | {} | {recall_10:.3} | {recall_50:.3} | {} | {} | {first_p95} | {further} | {trips} | {ranges:.1} |",
            folder.file_name().unwrap().display(),
            manifest.windows,
            first.0,
            first.1
        );
    }
}
