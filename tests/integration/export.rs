use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{Outcome, Site, contents, docfuse, index_file, required};

fn export(engine: &str, index: &Path, out: &Path, more: &[&str]) -> Outcome {
    let mut arguments = vec!["export", engine, index.to_str().unwrap(), "--out", out.to_str().unwrap()];
    arguments.extend(more);
    docfuse(&arguments)
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The documents of all parts; checks that action and source alternate, that ids are unique and part sizes allowed.
fn documents(folder: &Path) -> Vec<Value> {
    let parts = contents(folder).into_iter().filter(|(name, _)| name.starts_with("bulk-"));
    let mut documents = Vec::new();
    for (name, content) in parts {
        assert!(content.len() <= 100_000_000 && content.ends_with(b"\n"), "{name}");
        let lines = lines(&folder.join(name));
        assert_eq!(lines.len() % 2, 0);
        for pair in lines.chunks(2) {
            let action = pair[0]["index"].as_object().unwrap();
            assert_eq!(action["_id"], pair[1]["id"]);
            assert!(pair[0].as_object().unwrap().len() == 1 && action.len() == 1);
            documents.push(pair[1].clone());
        }
    }
    let ids: BTreeSet<&str> = documents.iter().map(|document| document["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), documents.len());
    documents
}

/// Every field of the documents is in the mapping, which takes no others.
fn fits(documents: &[Value], index: &Value) {
    assert_eq!(index["mappings"]["dynamic"], "strict");
    let known = index["mappings"]["properties"].as_object().unwrap();
    for document in documents {
        for field in document.as_object().unwrap().keys() {
            assert!(known.contains_key(field), "{field}");
        }
    }
}

/// The query that the search template makes.
fn rendered(template: &Value, text: &str, vector: &str) -> Value {
    assert_eq!(template["script"]["lang"], "mustache");
    let source = template["script"]["source"].as_str().unwrap();
    let query = source
        .replace("{{size}}{{^size}}10{{/size}}", "10")
        .replace("{{text}}", text)
        .replace("{{#toJson}}vector{{/toJson}}", vector);
    assert!(!query.contains("{{"), "{query}");
    serde_json::from_str(&query).unwrap()
}

fn site() -> Site {
    let site = Site::small();
    let page = "<title>Other</title><main data-docfuse-filter=kind:guide data-docfuse-meta=author:Ann><h1 id=w>Wombat</h1>\
                <p>Digs \"holes\".</main>";
    site.write("other.html", page.as_bytes());
    site
}

#[test]
fn sections_without_vectors() {
    let site = site();
    site.build();
    let out = site.path().join("exports/opensearch");
    let told = export("opensearch", &site.index(), &out, &[]);
    assert!(told.stderr.contains("no vectors in the index"), "{told:?}");
    assert!(told.ok().contains("5 sections of 4 pages"));
    let index = json(&out.join("index.json"));
    let found = documents(&out);
    fits(&found, &index);
    assert_eq!(index["settings"]["index"]["knn"], false);
    assert!(index["mappings"]["properties"].get("windows").is_none());
    assert_eq!(index["mappings"]["properties"]["text"]["analyzer"], "english");
    let of = |url: &str| found.iter().find(|document| document["url"] == url).unwrap();
    let arc = of("guide/threads.html#arc");
    assert_eq!((&arc["page"], &arc["anchor"]), (&"guide/threads.html".into(), &"arc".into()));
    assert_eq!((&arc["title"], &arc["heading"]), (&"Threads".into(), &"Shared ownership".into()));
    assert_eq!((&arc["path"], &arc["kind"]), (&serde_json::json!([]), &"".into()));
    assert!(arc["text"].as_str().unwrap().contains("let shared = Arc::new(Mutex::new(0));"), "{arc:#}");
    let names =
        |document: &Value| -> Vec<String> { serde_json::from_value(document["names"].clone()).unwrap() };
    assert!(names(arc).contains(&"shared ownership".to_owned()), "{arc:#}");
    let other = of("other.html#w");
    assert_eq!(other["filters"], serde_json::json!(["kind=guide"]));
    assert_eq!(other["meta"], serde_json::json!({ "author": "Ann" }));
    assert_eq!(other["text"], "Digs \"holes\".");
    let query = rendered(&json(&out.join("template.json")), "wombat", "[]");
    assert_eq!(query["query"]["hybrid"]["queries"].as_array().unwrap().len(), 2);
    let ranker = &json(&out.join("pipeline.json"))["phase_results_processors"][0]["score-ranker-processor"];
    assert_eq!(ranker["combination"]["technique"], "rrf");

    let out = site.path().join("exports/milvus");
    export("milvus", &site.index(), &out, &[]).ok();
    let rows = lines(&out.join("sections.jsonl"));
    assert_eq!(rows.len(), 5);
    assert!(
        rows.iter().all(|row| row.get("vector").is_none() && !row["searched"].as_str().unwrap().is_empty())
    );
    assert_eq!(json(&out.join("export.json"))["encoder"], Value::Null);
    assert!(fs::read_to_string(out.join("docfuse_milvus.py")).unwrap().contains("hybrid_search"));
}

#[test]
fn an_export_is_whole_or_not_there() {
    let site = site();
    site.build();
    let exports = tempfile::tempdir().unwrap();
    let out = exports.path().join("out");
    for kind in ["terms", "texts", "filters"] {
        let path = index_file(&site.index(), kind);
        let name = path.file_name().unwrap().to_str().unwrap();
        let good = fs::read(&path).unwrap();
        let mut altered = good.clone();
        altered.iter_mut().skip(20).step_by(7).for_each(|byte| *byte ^= 0x55);
        for bad in [Some(altered), Some(good[..good.len() / 2].to_vec()), None] {
            match bad {
                Some(bad) => fs::write(&path, bad).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            for engine in ["milvus", "opensearch"] {
                export(engine, &site.index(), &out, &[]).fails_with(&[name]);
                assert_eq!(fs::read_dir(exports.path()).unwrap().count(), 0, "{kind}");
            }
        }
        fs::write(&path, good).unwrap();
    }
    export("milvus", &exports.path().join("none"), &out, &[]).fails_with(&["no docfuse.json here"]);

    // An earlier export is replaced, another folder refused.
    export("milvus", &site.index(), &out, &[]).ok();
    export("opensearch", &site.index(), &out, &[]).ok();
    assert!(out.join("index.json").exists() && !out.join("sections.jsonl").exists());
    let before = contents(&out);
    export("opensearch", &site.index(), &out, &[]).ok();
    assert_eq!(contents(&out), before, "the same index gives the same export");
    fs::write(index_file(&site.index(), "texts"), b"").unwrap();
    export("milvus", &site.index(), &out, &[]).fails_with(&["texts-"]);
    assert_eq!(contents(&out), before, "a failed export leaves the earlier one");
    fs::write(out.join("docs.db"), "mine").unwrap();
    export("milvus", &site.index(), &out, &[]).fails_with(&["docs.db found"]);
    assert!(out.join("docs.db").exists());
    let own = exports.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("notes.txt"), "mine").unwrap();
    export("milvus", &site.index(), &own, &[]).fails_with(&["own", "an earlier export expected"]);
    assert_eq!(contents(&own).len(), 1);
    // Other tools write files of these names.
    let alike = exports.path().join("alike");
    fs::create_dir(&alike).unwrap();
    fs::write(alike.join("index.json"), "{}").unwrap();
    export("opensearch", &site.index(), &alike, &[]).fails_with(&["alike", "index.json found"]);
    assert_eq!(contents(&alike).len(), 1);
    assert_eq!(fs::read_dir(exports.path()).unwrap().count(), 3, "no temporary folder stays");
}

#[test]
fn each_language_has_a_folder() {
    let page = |language: &str, title: &str| {
        format!("<html lang={language}><title>{title}</title><main><h1>{title}</h1><p>{title}.</main>")
    };
    let site = Site::new(&[
        ("haus.html", &page("de", "Haus")),
        ("wald.html", &page("de", "Wald")),
        ("house.html", &page("en", "House")),
    ]);
    site.build();
    let out = site.path().join("out");
    export("opensearch", &site.index(), &out, &[]).ok();
    for (language, analyzer, count) in [("de", "german", 2), ("en", "english", 1)] {
        assert_eq!(documents(&out.join(language)).len(), count);
        let index = json(&out.join(language).join("index.json"));
        assert_eq!(index["mappings"]["properties"]["text"]["analyzer"], analyzer);
    }
    export("opensearch", &site.index(), &out, &["--language", "en-GB"]).ok();
    assert_eq!(documents(&out).len(), 1);
    export("milvus", &site.index(), &out, &["--language", "fr"]).fails_with(&["\"fr\"", "de", "en"]);
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The engine's own similarities are those of the exported vectors with the vectors of `docfuse embed`.
#[test]
fn vectors_are_in_the_space_of_the_encoder() {
    let model = required("DOCFUSE_MODEL", "the folder of the encoder");
    let site = site();
    // Windows with equal vectors would be stored once.
    let animals = ["kangaroos", "koalas", "wombats", "possums", "bandicoots", "quolls", "numbats", "bilbies"];
    let long: String = (0..60)
        .map(|at| format!("In pouch {at}, {} and {} carry their young. ", animals[at % 8], animals[at / 8]))
        .collect();
    site.write(
        "long.html",
        format!("<title>Pouches</title><main><h1>Pouches</h1><p>{long}</main>").as_bytes(),
    );
    let folder = site.path().to_str().unwrap();
    docfuse(&["build", folder, "--model", model.to_str().unwrap()]).ok();
    let index = site.index();
    let place = index.to_str().unwrap();
    let out = site.path().join("exports");
    export("opensearch", &index, &out.join("o"), &[]).ok();
    export("milvus", &index, &out.join("m"), &[]).ok();
    let description = json(&out.join("o/export.json"));
    let mapping = json(&out.join("o/index.json"));
    let found = documents(&out.join("o"));
    fits(&found, &mapping);
    let dimension = &mapping["mappings"]["properties"]["windows"]["properties"]["vector"]["dimension"];
    assert_eq!((dimension, &description["encoder"]["dimensions"]), (&384.into(), &384.into()));
    let windows = |document: &Value| -> Vec<Vec<f64>> {
        document["windows"].as_array().unwrap().iter().map(|window| floats(&window["vector"])).collect()
    };
    let pouches = found.iter().find(|document| document["title"] == "Pouches").unwrap();
    assert!(windows(pouches).len() > 1, "a long section has several windows");

    let query = "animals with a pouch";
    let embedded = docfuse(&["embed", place, query]).json();
    assert_eq!(embedded["encoder"], description["encoder"]["sha256"]);
    let vector = floats(&embedded["vector"]);
    let answer =
        docfuse(&["query", place, query, "--mode", "dense", "--json", "--explain", "--limit", "20"]).json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits.len() > 3);
    for hit in hits {
        let document = found.iter().find(|document| document["url"] == hit["url"]).unwrap();
        let expected = hit["explanation"]["contributions"][0]["raw_score"].as_f64().unwrap();
        let nearest = windows(document).iter().map(|window| dot(window, &vector)).fold(f64::MIN, f64::max);
        assert!((nearest - expected).abs() < 1e-3, "{}: {expected} by the engine, {nearest}", hit["url"]);
    }
    let filled = rendered(&json(&out.join("o/template.json")), query, &embedded["vector"].to_string());
    let nested = &filled["query"]["hybrid"]["queries"][2]["nested"];
    assert_eq!(nested["query"]["knn"]["windows.vector"]["vector"].as_array().unwrap().len(), 384);

    let rows = lines(&out.join("m/sections.jsonl"));
    assert!(rows.iter().all(|row| row["vector"].as_array().unwrap().len() == 384));
    for row in &rows {
        let vector = floats(&row["vector"]);
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
    }
    let damaged = index_file(&index, "dense");
    fs::write(&damaged, b"").unwrap();
    let name = damaged.file_name().unwrap().to_str().unwrap();
    export("milvus", &index, &out.join("n"), &[]).fails_with(&[name]);
    assert!(!out.join("n").exists());
}
