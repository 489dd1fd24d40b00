use std::path::Path;

use super::{Bits, parse};
use crate::config::ranking_config::has_names;
use docfuse::model::ModelInfo;
use docfuse::search::ranking_settings;
use docfuse_site::default_excludes;

#[test]
fn settings_are_read() {
    let config = parse(
        "[site]\ncontent = [\"main\"]\nexclude = [\"old/*\"]\nexclude_also = [\"new/*\"]\nlanguage = \"de-AT\"\n\
         [[site.filter]]\nname = \"version\"\nselector = \"html\"\nattribute = \"data-version\"\n\
         [[site.meta]]\nname = \"author\"\nselector = \".author\"\n\
         [[site.weight]]\nselector = \".changelog\"\nweight = 0.5\n\
         [[site.weight]]\npath = \"releases/*\"\nweight = 0.2\n\
         [bm25]\nk1 = 1.2\nboost.title = 3\nlengths.body = 80\n[fusion]\nk = 10\nweights.dense = 0.5\n[search]\nmin_score = 2\n\
         [nothing]\nfit = 0.5\n[dense]\nbits = 8\nwindow = 128\noverlap = 0",
    )
    .unwrap();
    assert_eq!(config.index.bm25.k1, 1.2);
    assert_eq!((config.index.bm25.boost[0], config.index.bm25.lengths[3]), (3.0, 80.0));
    assert_eq!(config.index.ranking.numbers.len(), 4);
    assert_eq!(config.index.dense.bits, Bits::Eight);
    assert_eq!((config.index.windows.length, config.index.windows.overlap), (128, 0));
    assert!(config.ingest.excluded("old/page.html").is_some());
    assert!(config.ingest.excluded("new/page.html").is_some());
    assert!(config.ingest.excluded("genindex.html").is_none());
    assert_eq!(config.ingest.language(), "de");
}

#[test]
fn every_setting_of_the_ranking_is_read() {
    for setting in ranking_settings() {
        let value = if has_names(setting) { "\"all\"".to_owned() } else { setting.range.1.to_string() };
        let config = parse(&format!("{} = {value}", setting.key));
        let numbers = config.map(|config| config.index.ranking.numbers);
        let expected = vec![(setting.key.to_owned(), setting.range.1)];
        assert_eq!(numbers, Ok(expected), "{}", setting.key);
    }
}

#[test]
fn patterns_can_be_added_to_the_default_list() {
    let config = parse("[site]\nexclude_also = [\"old/*\"]").unwrap();
    for (url, expected) in [("old/page.html", true), ("genindex.html", true), ("page.html", false)] {
        assert_eq!(config.ingest.excluded(url).is_some(), expected, "{url}");
    }
}

#[test]
fn synonyms_work_in_both_directions_or_one() {
    let config = parse(
        "dictionary = [\"Node.js\"]\n[synonyms]\nchild = [\"kid\", \"minor\"]\n[one_way_synonyms]\nArc = [\"atomic\"]",
    )
    .unwrap();
    let of = |word: &str| {
        let found = config.index.synonyms.iter().find(|synonym| synonym.word == word);
        found.map(|synonym| synonym.others.join(" ")).unwrap_or_default()
    };
    assert_eq!(["child", "kid", "arc", "atomic"].map(of), ["kid minor", "child minor", "atomic", ""]);
    assert_eq!(config.index.dictionary, ["Node.js"]);
}

/// Each case: the setting, a language of an index, and whether its pages get vectors by an encoder for English.
#[test]
fn languages_with_vectors_are_compared_by_their_primary_subtags() {
    let encoder: ModelInfo =
        serde_json::from_slice(include_bytes!("../../../../tests/fixtures/encoder/model.json")).unwrap();
    for (setting, language, expected) in [
        ("", "en", true),
        ("", "zh", false),
        ("languages = [\"zh-CN\"]", "zh", true),
        ("languages = [\"zh-CN\"]", "en", false),
        ("languages = [\"de\", \"PT\"]", "pt-br", true),
        ("languages = [\"zh_Hant\"]", "zh-cn", true),
        ("languages = [\"pt\"]", "p", false),
        ("languages = []", "en", false),
    ] {
        let config = parse(&format!("[dense]\n{setting}")).unwrap();
        assert_eq!(config.embeds(language, &encoder), expected, "{setting}, {language}");
    }
}

#[test]
fn errors_name_line_key_and_allowed_values() {
    for (text, expected) in [
        ("[bm25]\nk2 = 1", &["line 2", "k2", "k1"][..]),
        ("[bm25]\n\nk1 = -1", &["line 3", "bm25.k1", "a number from 0 to 10", "-1"]),
        ("[bm25]\nk1 = \"a\"", &["line 2: bm25.k1: a number from 0 to 10 expected, \"a\" found"]),
        ("[bm25]\nb.body = 2", &["line 2", "bm25.b.body", "from 0 to 1"]),
        ("[dense]\nann = \"hnsw\"", &["line 2", "ann"]),
        (
            "[dense]\nwindow = 16",
            &["line 2: dense.window: a whole number from 32 to 8192 expected, 16 found"],
        ),
        (
            "[dense]\nlanguages = [\"zh\",\n\"chinese\"]",
            &[
                "line 3: dense.languages: a language tag such as \"en\" or \"pt-BR\" expected, \"chinese\" found",
            ],
        ),
        ("[dense]\nlanguages = [\"\"]", &["line 2: dense.languages", "\"\" found"]),
        ("[dense]\noverlap = 9000", &["line 2: dense.overlap", "from 0 to 2048 expected, 9000 found"]),
        (
            "[site]\nsecondary_weight = 11",
            &["line 2: site.secondary_weight: a number from 0 to 10 expected, 11 found"],
        ),
        ("[dense]\ndimensions = 192", &["dense.encoder: \"none\" expected", "192, \"same\" found"]),
        (
            "[dense]\nencoder = \"none\"\ndimensions = 8",
            &["line 3: dense.dimensions: a whole number from 16 to 4096 expected, 8 found"],
        ),
        ("[dense]\nencoder = \"none\"\nlexicon = false", &["dense.lexicon: true expected", "false found"]),
        (
            "[dense]\nencoder = \"other\"",
            &["line 2: dense.encoder: \"same\" or \"none\" expected, \"other\" found"],
        ),
        ("[dense]\nbits = 5", &["line 2", "dense.bits", "4 or 8 expected, 5 found"]),
        ("[fusion]\nk = 0", &["line 2: fusion.k", "from 1 to 1000 expected, 0 found"]),
        ("[site]\nignore = [\"p[\"]", &["line 2", "p["]),
        ("[site]\nexclude = 1", &["line 2: site.exclude: a list of texts expected, 1 found"]),
        (
            "[site]\nlanguage = \"English\"",
            &["line 2: site.language", "\"pt-BR\" expected", "\"English\" found"],
        ),
        ("[[site.filter]]\nname = \"a\"", &["line 2: [[site.filter]] 1: `selector` or `path`", "neither"]),
        ("[[site.filter]]\nname = \"a\"\nselector = \"p\"\nattr = \"b\"", &["line 4", "attr", "attribute"]),
        (
            "[[site.meta]]\nname = \"a\"\nselector = \"p\"\n[[site.meta]]\nname = \"\"\nselector = \"p\"",
            &["line 5: [[site.meta]] 2, name", "1 to 64 bytes"],
        ),
        (
            "[[site.weight]]\nselector = \"p\"\nweight = 11",
            &["line 3: [[site.weight]] 1, weight", "a number from 0 to 10 expected, 11 found"],
        ),
        (
            "[[site.weight]]\nweight = 1",
            &["line 2: [[site.weight]] 1: `selector` or `path` expected, neither found"],
        ),
        (
            "[[site.weight]]\nselector = \"p\"\npath = \"a\"\nweight = 1",
            &["line 4: [[site.weight]] 1: `selector` or `path` expected, both found"],
        ),
        ("[host]\nmultipart_ranges = true", &["line 1: one of site, bm25,", "expected, host found"]),
        ("[sight]", &["line 1", "sight", "site"]),
        ("[bm25", &["line 1: a setting such as", "`[bm25` found"]),
    ] {
        let message = parse(text).err().unwrap().to_string();
        for part in expected {
            assert!(message.contains(part), "{text:?}: {message:?} lacks {part:?}");
        }
    }
}

/// docs/settings.md.
#[allow(clippy::disallowed_methods, reason = "compares a file of the repository with what Rust says")]
fn guide() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_guide_has_the_default_of_every_setting() {
    let guide = guide();
    let block = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let numbers = parse(block).unwrap().index.ranking.numbers;
    for setting in ranking_settings() {
        // Of the kinds of queries, one stands for all.
        let is_of_another_kind =
            setting.key.starts_with("intent.") && !setting.key.starts_with("intent.question.");
        if !is_of_another_kind {
            let written = numbers.iter().find(|(key, _)| key == setting.key).map(|(_, number)| *number);
            assert_eq!(written, Some(setting.default), "{}", setting.key);
        }
    }
    let written: toml::Table = toml::from_str(block).unwrap();
    let excluded: Vec<&str> =
        written["site"]["exclude"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
    assert_eq!(excluded, default_excludes());
}

#[test]
fn the_guide_has_every_key() {
    let guide = guide();
    for table in ["", "site", "bm25", "dense", "text"] {
        let text = if table.is_empty() { "nosuch = 1".to_owned() } else { format!("[{table}]\nnosuch = 1") };
        let error = parse(&text).err().unwrap().to_string();
        let known = error.split("one of ").nth(1).unwrap().split(" expected").next().unwrap();
        let known: Vec<&str> = known.split(", ").collect();
        assert!(known.len() > 1, "{error}");
        for key in known {
            let named = if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") };
            let is_it = |line: &str| {
                let line = line.trim_start_matches("# ");
                line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
                    || line
                        .trim_start_matches('[')
                        .strip_prefix(&named)
                        .is_some_and(|rest| rest.starts_with([']', '.']))
            };
            assert!(guide.lines().any(is_it), "docs/settings.md lacks {named}");
        }
    }
}
