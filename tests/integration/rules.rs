//! Rules of a site: what each verb tells of them.

use serde_json::{Value, json};

use crate::command::{Site, docfuse};
use crate::mcp::Session;
use crate::server::Server;

/// Two pages.
fn pages() -> Site {
    let page = |title: &str, text: &str| {
        format!(
            "<html lang=en><title>{title}</title><main><h1 id=top>{title}</h1><p>{text}<h2 id=linux>On Linux</h2>As well.</main>"
        )
    };
    Site::new(&[("guide.html", &page("Installation", "Install it.")), ("b.html", &page("Prices", "Money."))])
}

/// Builds with rules, and with the encoder of the fixtures, to which all texts are similar.
fn built_with(site: &Site, rules: &str) -> crate::command::Outcome {
    site.write("docfuse.toml", rules.as_bytes());
    let config = site.path().join("docfuse.toml");
    let model = crate::command::repository().join("tests/fixtures/encoder");
    docfuse(&["build".as_ref(), site.path(), "--config".as_ref(), &config, "--model".as_ref(), &model])
}

const RULES: &str = r#"
[[rules]]
queries = ["set up"]
page = "guide.html#linux"

[[rules]]
queries = ["pay"]
match = "prefix"
note = "Ask us."

[[rules]]
queries = ["money back"]
match = "meaning"
similarity = 0.998
page = "b.html"
"#;

fn with_rules() -> Site {
    let site = pages();
    built_with(&site, RULES).ok();
    site
}

#[test]
fn rules_show_pages_and_notes_above_the_hits() {
    let wrong = "[[rules]]\nqueries = [\"set up\"]\npage = \"guide.html#mac\"";
    built_with(&pages(), wrong).fails_with(&["[[rules]] 1, page:", "\"guide.html#mac\" found"]);
    let site = with_rules();
    let index = site.index();
    let pinned = |text: &str, mode: &str| {
        let answer = docfuse(&["query", "--json", "--mode", mode, index.to_str().unwrap(), text]).json();
        answer["pinned"].clone()
    };
    assert_eq!(pinned("prices", "lexical"), json!(null));
    let page = json!([{
        "url": "guide.html#linux", "title": "On Linux", "explanation": { "rule": 0, "match": "exact", "query": "set up" }
    }]);
    assert_eq!(pinned("Set  up", "lexical"), page);
    assert_eq!(pinned("set up it", "lexical"), json!(null));
    assert_eq!(pinned("payment", "lexical")[0]["note"], json!("Ask us."));
    let found = pinned("money back", "hybrid");
    assert_eq!((&found[0]["url"], &found[0]["explanation"]["match"]), (&json!("b.html"), &json!("meaning")));
    assert!(found[0]["explanation"]["similarity"].as_f64().unwrap() > 0.99, "{found}");
    assert_eq!(pinned("money back", "lexical"), json!(null));
    let shown = |text: &str| docfuse(&["query", index.to_str().unwrap(), text]).ok();
    let set_up = shown("set up");
    assert!(set_up.contains("pinned: On Linux (rule 1: set up)\n    guide.html#linux\n"), "{set_up}");
    let money = shown("money back");
    assert!(money.contains("pinned: Prices (rule 3: money back, similarity 0.999)"), "{money}");
}

#[test]
fn rules_may_write_an_address_in_each_form() {
    let site = pages();
    let page =
        |text: &str| format!("<html lang=en><title>{text}</title><main><h1 id=top>{text}</h1><p>{text}.");
    for (url, title) in [("index.html", "Start"), ("set/index.html", "Set"), ("a b.html", "Blank")] {
        site.write(url, page(title).as_bytes());
    }
    for (written, url, title) in [
        ("/", "index.html", "Start"),
        ("", "index.html", "Start"),
        ("./", "index.html", "Start"),
        ("/index.html#top", "index.html#top", "Start"),
        ("/set", "set/index.html", "Set"),
        ("set/", "set/index.html", "Set"),
        ("guide#linux", "guide.html#linux", "On Linux"),
        ("a b", "a%20b.html", "Blank"),
    ] {
        built_with(&site, &format!("[[rules]]\nqueries = [\"home\"]\npage = {written:?}")).ok();
        let answer =
            docfuse(&["query", "--json", "--mode", "lexical", site.index().to_str().unwrap(), "home"]);
        let pinned = &answer.json()["pinned"][0];
        assert_eq!((&pinned["url"], &pinned["title"]), (&json!(url), &json!(title)), "{written:?}");
    }
}

#[test]
fn assistants_are_told_apart_from_ranks() {
    let site = pages();
    built_with(&site, "").ok();
    let mut session = Session::of(&[site.index().to_str().unwrap(), "--site", "https://docs.example"]);
    let mut found = |text: &str| session.good("search", json!({ "query": text }));
    assert!(!found("set up").contains("Shown by the site"));
    // Where nothing is found, the server looks whether the index was built again.
    built_with(&site, RULES).ok();
    session.good("search", json!({ "query": "set up", "filters": { "kind": ["none"] } }));
    let mut found = |text: &str| session.good("search", json!({ "query": text }));
    let set_up = found("Set up");
    let shown = "Shown by the site for this query: On Linux\nhttps://docs.example/guide.html#linux\n\n";
    assert!(set_up.starts_with(shown) && set_up.contains("\n\n1. "), "{set_up}");
    let payment = found("payment");
    assert!(payment.starts_with("Shown by the site for this query: Ask us.\n\n"), "{payment}");
    let money = found("money back");
    let shown = "Shown by the site for this query: Prices\nhttps://docs.example/b.html\n\n";
    assert!(money.starts_with(shown), "{money}");
    assert!(!found("prices").contains("Shown by the site"));
}

#[test]
fn the_playground_has_them_by_mode() {
    let site = with_rules();
    let server = Server::with(site.path(), &[]);
    let pinned = |text: &str| -> Vec<(Value, Vec<Value>)> {
        let answer = server.ask(&format!("query?q={text}"));
        let of_mode = |found: &Value| {
            let pinned = found["pinned"].as_array().unwrap();
            (found["mode"].clone(), pinned.iter().map(|it| it["explanation"]["rule"].clone()).collect())
        };
        answer["modes"].as_array().unwrap().iter().map(of_mode).collect()
    };
    let all = |lexical: &[usize], vectors: &[usize]| -> Vec<(Value, Vec<Value>)> {
        let rules = |rules: &[usize]| rules.iter().map(|rule| json!(rule)).collect();
        vec![
            (json!("lexical"), rules(lexical)),
            (json!("dense"), rules(vectors)),
            (json!("hybrid"), rules(vectors)),
        ]
    };
    assert_eq!(pinned("set%20up"), all(&[0], &[0]));
    assert_eq!(pinned("money%20back"), all(&[], &[2]));
    assert_eq!(pinned("prices"), all(&[], &[]));
}
