use std::fs;

use serde_json::{Value, json};

use crate::command::{Outcome, Site, docfuse};

/// Pages whose headings say "configuration" and whose links say "settings", and others that say "settings".
fn site() -> Site {
    let page = |title: &str, body: &str| {
        format!(
            "<!doctype html><html lang=en><title>{title}</title><main><h1 id=top>{title}</h1>{body}</main></html>"
        )
    };
    let link = "<p>See the <a href=file.html>settings file</a>, and <a href=keys.html>settings keys</a>.";
    Site::new(&[
        ("file.html", &page("Configuration file", "<p>Write what you want on lines of their own.")),
        ("keys.html", &page("Configuration keys", "<p>Each has a name and a value.")),
        ("start.html", &page("Start", &format!("<p>Install it first.{link}"))),
        ("colours.html", &page("Colours", &format!("<p>Themes have settings for each colour.{link}"))),
        ("print.html", &page("Printing", "<p>Paper has settings, too: its size, its margins.")),
        ("network.html", &page("Network", "<p>A proxy needs other settings than none.")),
    ])
}

fn suggest(site: &Site, more: &[&str]) -> Outcome {
    let mut arguments = vec!["suggest", "synonyms", site.path().to_str().unwrap()];
    arguments.extend(more);
    docfuse(&arguments)
}

fn words(found: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    found["proposals"].as_array().unwrap().iter().map(|it| (text(&it["word"]), text(&it["other"]))).collect()
}

#[test]
fn words_that_links_exchange_are_proposed() {
    let site = site();
    site.build();
    let found = suggest(&site, &["--json"]).json();
    assert_eq!(words(&found), [("settings".to_owned(), "configuration".to_owned())]);
    let first = &found["proposals"][0];
    assert_eq!(
        (&first["sections"], &first["related"], &first["together"]),
        (&json!(2), &json!(false), &json!(0.0))
    );
    let printed = suggest(&site, &[]);
    assert!(printed.stderr.contains("the index has no lexicon"), "{printed:#?}");
    let lines = printed.ok();
    assert_eq!(lines, "[synonyms]\nsettings = [\"configuration\"]  # exchanged in headings and links: 2\n");
    // They are lines of the settings, and what is taken is proposed no more.
    let config = site.path().join("docfuse.toml");
    fs::write(&config, lines).unwrap();
    let config = config.to_str().unwrap();
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense", "--config", config]).ok();
    let none = suggest(&site, &["--config", config]);
    assert!(none.success && none.stdout.is_empty() && none.stderr.contains("no pairs found"), "{none:#?}");
    let limited = suggest(&site, &["--limit", "0", "--json"]).json();
    assert!(words(&limited).is_empty());
}

#[test]
fn pairs_are_tried_on_known_answers() {
    let site = site();
    site.build();
    let queries = site.path().join("queries.yml");
    fs::write(&queries, "configuration of a proxy: network.html\ncolours: colours.html\n").unwrap();
    let more = ["--queries", queries.to_str().unwrap(), "--json"];
    let found = suggest(&site, &more).json();
    let effect = &found["proposals"][0]["effect"];
    assert_eq!(effect["queries"], 1);
    let (before, all, confirmed) =
        (&found["ndcg"]["before"], &found["ndcg"]["all"], &found["ndcg"]["confirmed"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let change = number(&effect["change"]);
    assert!((number(all) - number(before) - change / 2.0).abs() < 1e-9, "{found:#}");
    let expected = if effect["verdict"] == "confirmed" { all } else { before };
    assert_eq!(confirmed, expected);
    assert!(number(confirmed) >= number(before));
}

#[test]
fn what_is_missing_is_told() {
    let site = site();
    suggest(&site, &[]).fails_with(&["docfuse.json"]);
    suggest(&site, &["--qrels", "x"]).fails_with(&["--queries"]);
}
