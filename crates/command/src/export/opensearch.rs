//! The files for OpenSearch: mapping, search pipeline, search template, and the sections for `_bulk`.
//!
//! A section is one document, with the vectors of its windows as nested objects, of which the nearest counts: so words
//! have the statistics of sections, and meaning has the nearest window, both as in Docfuse.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::Writer;
use super::line_file::{LineFile, line, pretty};
use super::row::Row;
use crate::error::CliError;
use crate::files;

/// Bytes of a file for `_bulk` from which on the next one begins. OpenSearch takes requests of at most 100 MB, and works
/// best with some of ten.
const PART_BYTES: usize = 16 << 20;

/// Bytes of the largest request that OpenSearch takes by default (`http.max_content_length`).
const MAX_REQUEST: usize = 100 << 20;

/// Nested objects of a document that OpenSearch takes by default (`index.mapping.nested_objects.limit`).
const MAX_NESTED: usize = 10_000;

/// Sections that each query of the hybrid query gives to the fusion.
const DEPTH: u32 = 100;

/// Names of the analyzers that OpenSearch has for languages.
const ANALYZERS: [(&str, &str); 33] = [
    ("ar", "arabic"),
    ("bg", "bulgarian"),
    ("bn", "bengali"),
    ("ca", "catalan"),
    ("cs", "czech"),
    ("da", "danish"),
    ("de", "german"),
    ("el", "greek"),
    ("en", "english"),
    ("es", "spanish"),
    ("et", "estonian"),
    ("eu", "basque"),
    ("fa", "persian"),
    ("fi", "finnish"),
    ("fr", "french"),
    ("ga", "irish"),
    ("gl", "galician"),
    ("hi", "hindi"),
    ("hu", "hungarian"),
    ("hy", "armenian"),
    ("id", "indonesian"),
    ("it", "italian"),
    ("ja", "cjk"),
    ("ko", "cjk"),
    ("lt", "lithuanian"),
    ("lv", "latvian"),
    ("nl", "dutch"),
    ("no", "norwegian"),
    ("pt", "portuguese"),
    ("ro", "romanian"),
    ("ru", "russian"),
    ("sv", "swedish"),
    ("zh", "cjk"),
];

/// A window of a section.
#[derive(Serialize)]
struct Window<'a> {
    vector: &'a [f32],
}

/// The source of a document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    row: &'a Row<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    windows: Vec<Window<'a>>,
}

/// The files in a folder.
pub struct Files {
    folder: PathBuf,
    part: LineFile,
    parts: u32,
    part_bytes: usize,
    max_request: usize,
    cut: usize,
}

impl Files {
    /// Writes all files but the sections. `dimensions` is `None` without vectors.
    pub fn new(folder: &Path, language: &str, dimensions: Option<usize>) -> Result<Self, CliError> {
        let files = [
            ("index.json", index(language, dimensions)),
            ("pipeline.json", pipeline()),
            ("template.json", template(dimensions.is_some())),
        ];
        for (name, content) in files {
            files::write(&folder.join(name), pretty(&content)?.as_bytes())?;
        }
        let part = LineFile::create(part_of(folder, 1))?;
        let (part_bytes, max_request) = (PART_BYTES, MAX_REQUEST);
        Ok(Files { folder: folder.to_owned(), part, parts: 1, part_bytes, max_request, cut: 0 })
    }
}

fn part_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("bulk-{number:04}.ndjson"))
}

impl Writer for Files {
    fn section(&mut self, row: &Row<'_>, vectors: &[Vec<f32>]) -> Result<(), CliError> {
        self.cut += usize::from(vectors.len() > MAX_NESTED);
        let windows = vectors.iter().take(MAX_NESTED).map(|vector| Window { vector }).collect();
        let mut lines = line(&json!({ "index": { "_id": row.id } }))?;
        lines.extend(line(&Document { row, windows })?);
        if lines.len() > self.max_request {
            return Err(CliError::Limit(format!(
                "{}: at most {} bytes for a section expected, {} found; split the page",
                row.url,
                self.max_request,
                lines.len()
            )));
        }
        if self.part.bytes() > 0 && self.part.bytes() + lines.len() > self.part_bytes {
            self.parts += 1;
            let next = LineFile::create(part_of(&self.folder, self.parts))?;
            std::mem::replace(&mut self.part, next).finish()?;
        }
        self.part.write(&lines)
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>, CliError> {
        self.part.finish()?;
        let cut = (self.cut > 0).then(|| {
            format!("{} sections have more than {MAX_NESTED} windows; those beyond are left out", self.cut)
        });
        Ok(cut.into_iter().collect())
    }
}

/// Settings and mapping of the index.
fn index(language: &str, dimensions: Option<usize>) -> Value {
    let primary = language.split('-').next().unwrap_or_default();
    let analyzer = ANALYZERS.iter().find(|(known, _)| *known == primary).map_or("standard", |(_, name)| name);
    let text = json!({ "type": "text", "analyzer": analyzer });
    // Lucene refuses a document with a longer term.
    let keyword = json!({ "type": "keyword", "ignore_above": 8_191 });
    let stored = json!({ "type": "object", "enabled": false });
    let mut properties = json!({
        "id": keyword, "url": keyword, "page": keyword, "record": keyword, "language": keyword,
        "anchor": { "type": "keyword", "index": false },
        "title": text, "path": text, "heading": text, "text": text,
        "kind": keyword, "version": keyword, "filters": keyword,
        "names": { "type": "keyword", "normalizer": "folded" },
        "edition": { "type": "integer" }, "edition_rank": { "type": "integer" },
        "meta": stored, "also": stored,
    });
    if let Some(dimension) = dimensions {
        // Cosine in Faiss came with the ranks of the pipeline, in 2.19.
        let method = json!({ "name": "hnsw", "engine": "faiss", "space_type": "cosinesimil" });
        let vector = json!({ "type": "knn_vector", "dimension": dimension, "method": method });
        properties["windows"] = json!({ "type": "nested", "properties": { "vector": vector } });
    }
    let folded = json!({ "type": "custom", "filter": ["lowercase", "asciifolding"] });
    json!({
        "settings": {
            "index": { "knn": dimensions.is_some(), "search.default_pipeline": "docfuse" },
            "analysis": { "normalizer": { "folded": folded } },
        },
        "mappings": { "dynamic": "strict", "properties": properties },
    })
}

/// Fuses the lists of the hybrid query, as Docfuse does.
fn pipeline() -> Value {
    let ranker = json!({ "combination": { "technique": "rrf", "rank_constant": 60 } });
    json!({
        "description": "Reciprocal Rank Fusion of words, names and vectors",
        "phase_results_processors": [{ "score-ranker-processor": ranker }],
    })
}

/// The search template, with the parameters `text`, `vector`, `filters` and `size`.
fn template(has_vectors: bool) -> Value {
    // Boosts are those of Docfuse's fields.
    let words = r#"{ "multi_match": { "query": "{{text}}", "type": "cross_fields",
        "fields": ["title^1.5", "path^0.5", "heading^2", "text"] } }"#;
    let names = r#"{ "term": { "names": { "value": "{{text}}" } } }"#;
    let vectors = format!(
        r#"{{ "nested": {{ "path": "windows", "score_mode": "max",
        "query": {{ "knn": {{ "windows.vector": {{ "vector": {{{{#toJson}}}}vector{{{{/toJson}}}}, "k": {DEPTH} }} }} }} }} }}"#
    );
    let mut queries = vec![words, names];
    if has_vectors {
        queries.push(&vectors);
    }
    let source = format!(
        r#"{{ "size": "{{{{size}}}}{{{{^size}}}}10{{{{/size}}}}",
    "_source": {{ "excludes": ["windows"] }},
    "query": {{ "hybrid": {{ "pagination_depth": {DEPTH}, "queries": [
      {}
    ] }} }} }}"#,
        queries.join(",\n      ")
    );
    json!({ "script": { "lang": "mustache", "source": source } })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use docfuse::index::{PageText, SectionText};

    fn section(bytes: usize) -> (SectionText, PageText) {
        let none = String::new;
        let (text, marked) = ("x".repeat(bytes), none());
        let (also, other_editions) = (Vec::new(), Vec::new());
        let (anchor, id) = (none(), none());
        let (heading, symbol_kind, path) = (none(), none(), Vec::new());
        let section = SectionText {
            page: 0,
            id,
            anchor,
            heading,
            symbol_kind,
            path,
            text,
            marked,
            also,
            other_editions,
        };
        let page = PageText { url: "a.html".to_owned(), title: none(), meta: Vec::new(), version: none() };
        (section, page)
    }

    #[test]
    fn parts_are_small_and_no_line_is_split() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Files::new(folder.path(), "en", None).unwrap();
        (files.part_bytes, files.max_request) = (6_000, 8_000);
        let mut ids = BTreeSet::new();
        for _ in 0..5 {
            let (section, page) = section(2_000);
            files.section(&Row::new(&section, &page, "en", &mut ids), &[]).unwrap();
        }
        let (large, page) = section(8_000);
        let refused = files.section(&Row::new(&large, &page, "en", &mut ids), &[]).unwrap_err();
        assert!(refused.to_string().contains("a.html: at most"), "{refused}");
        assert!(Box::new(files).finish().unwrap().is_empty());
        let lines = [1, 2, 3].map(|number| {
            let content = files::read_text(&part_of(folder.path(), number)).unwrap();
            assert!(content.len() <= 6_000);
            content.lines().count()
        });
        assert_eq!(lines, [4, 4, 2]);
    }

    #[test]
    fn sections_with_too_many_windows_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let mut files: Box<dyn Writer> = Box::new(Files::new(folder.path(), "en", Some(1)).unwrap());
        let (section, page) = section(1);
        let vectors = vec![vec![1.0]; MAX_NESTED + 1];
        files.section(&Row::new(&section, &page, "en", &mut BTreeSet::new()), &vectors).unwrap();
        assert!(files.finish().unwrap()[0].starts_with("1 sections have more"));
    }
}
