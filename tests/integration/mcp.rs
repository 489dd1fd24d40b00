use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::command::{Site, docfuse, index_file, required};
use crate::server::Server;
use crate::slow_hosts::host_of_a_manifest;

/// A running `docfuse mcp`, spoken to line by line. The protocol's own client is in tests/assistants.
pub struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    /// What the server says of itself.
    hello: Value,
}

impl Session {
    pub fn of(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .arg("mcp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let mut session =
            Session { process, input, output: BufReader::new(output), last: 0, hello: Value::Null };
        let info = json!({ "name": "test", "version": "1" });
        let hello = session.ask(
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info }),
        );
        assert_eq!(hello["result"]["serverInfo"]["name"], "docfuse", "{hello}");
        session.tell(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session.hello = hello["result"].clone();
        session
    }

    /// Searches as often at once. Returns the replies, in the order in which they came.
    fn at_once(&mut self, count: usize) -> Vec<Value> {
        for id in 0..count {
            let query = format!("shared ownership of number {id}");
            let params = json!({ "name": "search", "arguments": { "query": query } });
            self.tell(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
        }
        let mut replies = Vec::new();
        while replies.len() < count {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            replies.push(serde_json::from_str(&line).unwrap());
        }
        replies
    }

    /// Resident memory in bytes.
    #[cfg(target_os = "linux")]
    fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    fn tell(&mut self, message: Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        self.tell(json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let reply: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(reply["id"], self.last, "only answers on standard output: {line}");
        reply
    }

    /// Calls a tool. Returns its text, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let reply = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = &reply["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{reply}"));
        (text.to_owned(), result["isError"].as_bool().unwrap_or(false))
    }

    #[track_caller]
    pub fn good(&mut self, tool: &str, arguments: Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{text}");
        text
    }

    #[track_caller]
    fn fails(&mut self, tool: &str, arguments: Value, part: &str) {
        let (text, is_error) = self.call(tool, arguments);
        assert!(is_error && text.contains(part), "{text:?} lacks {part:?}");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn built() -> Site {
    let site = Site::small();
    site.write(
        "guide/deep.html",
        b"<title>Deep</title><main><h1>Deep</h1><p>Top of it.<h2 id=a>First</h2><p>First text.<h3 id=a1>Below</h3>\
          <p>Text below.<h2 id=b>Second</h2><p>Second text.</main>",
    );
    site.build();
    site
}

/// What both tools say of the small site.
fn check_tools(session: &mut Session, base: &str) {
    let tools = session.ask("tools/list", json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["search", "read_section"]);
    assert_eq!(tools["result"]["tools"][0]["inputSchema"]["required"], json!(["query"]));

    let found = session.good("search", json!({ "query": "shared ownership" }));
    let hit = format!("1. Threads › Shared ownership\n{base}guide/threads.html#arc\n");
    assert!(found.starts_with(&hit) && found.contains("Arc::new"), "{found}");
    assert!(!found.contains("Note:"), "an index without vectors is no problem: {found}");
    let corrected = session.good("search", json!({ "query": "thraeds", "limit": 1 }));
    assert!(corrected.contains("taken for \"threads\"") && !corrected.contains("\n2. "), "{corrected}");
    let nothing = session.good("search", json!({ "query": "zzqqxx" }));
    assert!(nothing.starts_with("Nothing found."), "{nothing}");

    for address in ["guide/threads.html#arc", "/guide/threads#arc", "guide/threads.html?x=1#arc:~:text=Wrap"]
    {
        let text = session.good("read_section", json!({ "address": address }));
        let begins = format!(
            "## Threads › Shared ownership\n\nSource: {base}guide/threads.html#arc\n\nWrap the value"
        );
        assert!(text.starts_with(&begins), "{address}: {text}");
    }
    let whole = session.good("read_section", json!({ "address": format!("{base}guide/deep.html") }));
    let order =
        ["Top of it.", "First text.", "Text below.", "Second text."].map(|part| whole.find(part).unwrap());
    assert!(order.is_sorted(), "{whole}");
    let first = session.good("read_section", json!({ "address": format!("{base}guide/deep.html#a") }));
    assert!(
        first.contains("First text.") && first.contains("Text below.") && !first.contains("Second"),
        "{first}"
    );
    let short = session.good("read_section", json!({ "address": "guide/deep.html", "max_tokens": 60 }));
    assert!(short.contains("Further sections, which did not fit:\n- "), "{short}");

    session.fails("search", json!({}), "search: query: a text expected, none found");
    session.fails(
        "search",
        json!({ "query": "a", "limit": "many" }),
        "search: limit: a whole number from 1 to 50 expected, \"many\" found",
    );
    session.fails(
        "search",
        json!({ "text": "a" }),
        "search: one of query, limit, match, version, filters expected, text found",
    );
    session.fails(
        "read_section",
        json!({ "address": "guide/nowhere.html" }),
        "no such page in this documentation",
    );
    session.fails(
        "read_section",
        json!({ "address": "guide/deep.html#x" }),
        &format!("{base}guide/deep.html#a1"),
    );
    let unknown = session.ask("tools/call", json!({ "name": "write", "arguments": {} }));
    let message = unknown["error"]["message"].as_str().unwrap();
    assert_eq!(message, "the tool search or read_section expected, write found");
}

#[test]
fn requests_that_are_none_are_answered_and_other_lines_are_passed_over() {
    let site = built();
    let mut session = Session::of(&[site.index().to_str().unwrap()]);
    for line in ["{\"jsonrpc\": \"2.0\",", "hello", "", r#"{"jsonrpc":"2.0","method":"notifications/x"}"#] {
        writeln!(session.input, "{line}").unwrap();
    }
    for (line, id, code, part) in [
        ("[1]", Value::Null, -32600, "Invalid request"),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"search","arguments":"x"}}"#,
            json!(8),
            -32602,
            "arguments: an object expected",
        ),
        (
            r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"arguments":{}}}"#,
            json!(9),
            -32602,
            "name: the name of a tool expected, none found",
        ),
        (
            r#"{"jsonrpc":"2.0","id":10,"method":"resources/read"}"#,
            json!(10),
            -32602,
            "uri: the address of a resource expected, none found",
        ),
        (r#"{"jsonrpc":"2.0","id":11,"method":"tools/cal"}"#, json!(11), -32601, "tools/cal found"),
    ] {
        writeln!(session.input, "{line}").unwrap();
        let mut reply = String::new();
        session.output.read_line(&mut reply).unwrap();
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!((&reply["id"], reply["error"]["code"].as_i64()), (&id, Some(code)), "{reply}");
        assert!(reply["error"]["message"].as_str().unwrap().contains(part), "{reply}");
    }
    session.good("search", json!({ "query": "shared ownership" }));
}

#[test]
fn a_server_tells_of_its_site() {
    let site = built();
    site.write(
        "zebra.html",
        b"<title>Zebras</title><main data-docfuse-filter='kind:animal'><h1>Zebras</h1><p>They have stripes.</main>",
    );
    site.build();
    let index = site.index();
    let mut session = Session::of(&[index.to_str().unwrap(), "--site", "https://docs.example"]);
    let (server, told) = (&session.hello["serverInfo"], session.hello["instructions"].as_str().unwrap());
    let subject = "Start, https://docs.example/, 5 pages, language en";
    assert_eq!(
        (&server["title"], &server["websiteUrl"], &server["description"]),
        (&json!("Start"), &json!("https://docs.example/"), &json!(subject))
    );
    let (own, generation) = server["version"].as_str().unwrap().split_once('+').unwrap();
    assert_eq!(own, env!("CARGO_PKG_VERSION"));
    let manifest: Value = serde_json::from_slice(&fs::read(index.join("docfuse.json")).unwrap()).unwrap();
    assert!(generation.len() == 8 && manifest["generation"].as_str().unwrap().starts_with(generation));
    let begins = format!("Documentation: {subject}. Filters: kind (animal). Use search first");
    assert!(told.starts_with(&begins), "{told}");
    let tools = session.ask("tools/list", json!({}));
    let search = tools["result"]["tools"][0].to_string();
    assert!(search.contains(subject) && search.contains("it has kind (animal)"), "{search}");
    let plain = Session::of(&[index.to_str().unwrap()]);
    assert_eq!(plain.hello["serverInfo"].get("websiteUrl"), None);
}

#[test]
fn what_is_found_is_data_too() {
    let site = built();
    let mut session = Session::of(&[site.index().to_str().unwrap(), "--site", "https://docs.example"]);
    let tools = session.ask("tools/list", json!({}));
    let schema = &tools["result"]["tools"][0]["outputSchema"];
    let found = |session: &mut Session, query: &str| {
        let reply = session.ask("tools/call", json!({ "name": "search", "arguments": { "query": query } }));
        reply["result"]["structuredContent"].clone()
    };
    let data = found(&mut session, "thraeds");
    let mut named: Vec<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
    let mut required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    named.sort_unstable();
    required.sort_unstable();
    assert_eq!(named, required);
    assert!(data["notes"][0].as_str().unwrap().contains("taken for \"threads\""), "{data}");
    let section = &data["sections"][0];
    assert_eq!(section["title"], "Threads");
    assert_eq!(section["address"], "https://docs.example/guide/threads.html#threads");
    assert!(section["excerpt"].as_str().unwrap().contains("side by side"), "{section}");
    assert_eq!(found(&mut session, "zzqqxx")["sections"], json!([]));
}

#[test]
fn pages_are_resources() {
    let site = Site::small();
    for number in 0..120 {
        let page = format!(
            "<title>Page {number} - The Manual</title><main><h1>Page {number}</h1><p>Number {number}.</main>"
        );
        site.write(&format!("many/{number}.html"), page.as_bytes());
    }
    site.build();
    let mut session = Session::of(&[site.index().to_str().unwrap(), "--site", "https://docs.example"]);
    assert!(session.hello["capabilities"]["resources"].is_object(), "{}", session.hello);
    let first = session.ask("resources/list", json!({}));
    assert_eq!(first["result"]["resources"].as_array().unwrap().len(), 100);
    let rest = session.ask("resources/list", json!({ "cursor": first["result"]["nextCursor"] }));
    let resources = rest["result"]["resources"].as_array().unwrap();
    assert_eq!((resources.len(), rest["result"].get("nextCursor")), (23, None));
    for resource in resources {
        let uri = resource["uri"].as_str().unwrap();
        let read = session.ask("resources/read", json!({ "uri": uri }));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        let address = uri.replace("docfuse:///", "https://docs.example/");
        assert!(text.contains(&format!("Source: {address}")), "{text}");
    }
    let wrong = session.ask("resources/list", json!({ "cursor": "x" }));
    assert_eq!(wrong["error"]["message"], "cursor: one that this list gave expected, x found");

    let templates = session.ask("resources/templates/list", json!({}));
    let template = &templates["result"]["resourceTemplates"][0]["uriTemplate"];
    assert_eq!(*template, json!("docfuse:///{+address}"));
    let section = session.ask("resources/read", json!({ "uri": "docfuse:///guide/threads.html#arc" }));
    let section = &section["result"]["contents"][0];
    assert_eq!(section["mimeType"], "text/markdown");
    assert!(section["text"].as_str().unwrap().starts_with("## Threads › Shared ownership\n"), "{section}");
    let missing = session.ask("resources/read", json!({ "uri": "docfuse:///nowhere.html" }));
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
}

#[test]
fn more_calls_than_can_wait_are_told_to_try_again() {
    let site = built();
    let url = host_of_a_manifest(site.path());
    let mut session = Session::of(&[&format!("{url}docfuse/"), "--mode", "lexical", "--timeout", "3"]);
    let replies = session.at_once(300);
    let busy: Vec<&Value> = replies.iter().filter(|reply| reply["error"]["code"] == -32005).collect();
    // The one that is answered has left the queue, or not yet.
    assert!([300 - 128, 300 - 129].contains(&busy.len()), "{}", busy.len());
    assert!(busy[0]["error"]["message"].as_str().unwrap().ends_with("try again in a second"), "{}", busy[0]);
}

#[cfg(target_os = "linux")]
#[test]
fn calls_at_once_leave_no_memory_behind() {
    const MOST_BYTES: u64 = 64 << 20;
    let book = required("DOCFUSE_DEMO_SITE", "the Rust Book with its index").join("docfuse");
    let mut session = Session::of(&[book.to_str().unwrap()]);
    session.at_once(1);
    let before = session.resident();
    for _ in 0..5 {
        let replies = session.at_once(100);
        assert!(replies.iter().all(|reply| reply["result"]["isError"] == false), "{replies:?}");
    }
    let after = session.resident();
    assert!(after < before + MOST_BYTES, "{before} bytes before, {after} after");
}

#[test]
fn texts_of_pages_are_text() {
    let site = built();
    let bad = "\u{1b}[31m\u{9b}2J\u{202e}";
    let page = format!(
        "<title>Wombats {bad}</title><main><h1>Wombats {bad}</h1><p>They dig {bad}. [a](JavaScript:alert(1))"
    );
    site.write("wombats.html", page.as_bytes());
    site.build();
    let mut session = Session::of(&[site.index().to_str().unwrap()]);
    let found = session.good("search", json!({ "query": "wombats dig" }));
    let read = session.good("read_section", json!({ "address": "wombats.html" }));
    let (error, _) = session.call("read_section", json!({ "address": format!("x{bad}.html") }));
    for text in [&found, &read, &error] {
        assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{202e}']) && text.contains('\u{fffd}'), "{text:?}");
    }
    assert!(read.contains("[a]\\(JavaScript:"), "{read}");
}

#[test]
fn from_a_folder() {
    let site = built();
    check_tools(&mut Session::of(&[site.index().to_str().unwrap()]), "");
    let whole = ["--site", "https://docs.example", "--mode", "lexical"];
    let mut arguments = vec![site.index().to_str().unwrap().to_owned()];
    arguments.extend(whole.map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    check_tools(&mut Session::of(&arguments), "https://docs.example/");
}

#[test]
fn from_a_host() {
    let site = built();
    let server = Server::with(site.path(), &[]);
    let base = format!("http://{}/", server.address);
    check_tools(&mut Session::of(&[&base]), &base);
    check_tools(&mut Session::of(&[&format!("{base}docfuse/")]), &base);
}

#[test]
fn an_index_that_is_built_again_is_used() {
    for is_hosted in [false, true] {
        let site = built();
        let server = Server::with(site.path(), &[]);
        let place = if is_hosted {
            format!("http://{}/", server.address)
        } else {
            site.index().display().to_string()
        };
        let mut session = Session::of(&[&place]);
        session.good("search", json!({ "query": "shared ownership" }));
        site.write(
            "guide/wombats.html",
            b"<title>Wombats</title><main><h1>Wombats</h1><p>They own burrows.</main>",
        );
        site.build();
        let found = session.good("search", json!({ "query": "wombats burrows" }));
        assert!(found.contains("guide/wombats.html"), "hosted: {is_hosted}: {found}");
        session.good("read_section", json!({ "address": "guide/wombats.html" }));
    }
}

#[test]
fn what_cannot_be_served_is_told() {
    docfuse(&["mcp", "nowhere"]).fails_with(&["nowhere", "no docfuse.json here"]);
    docfuse(&["mcp", "http://127.0.0.1:9/"]).fails_with(&["http://127.0.0.1:9/"]);
    let site = built();
    let index = site.index();
    docfuse(&["mcp", index.to_str().unwrap(), "--language", "xx"])
        .fails_with(&["a language of the index expected"]);
}

/// A page of several blocks of texts. Its address reads all of them.
fn with_a_long_page() -> Site {
    let section =
        |name: &str| format!("<h2 id={name}>{name}</h2><p>{}", format!("{name} text. ").repeat(900));
    let sections = ["one", "two", "three"].map(section).concat();
    let site = Site::small();
    let page =
        format!("<title>Long</title><main><h1 id=long>Long</h1><p>Begins with wombats.{sections}</main>");
    site.write("long.html", page.as_bytes());
    site
}

#[test]
fn texts_that_cannot_be_read_are_an_error() {
    let site = with_a_long_page();
    site.build();
    let mut session = Session::of(&[site.index().to_str().unwrap()]);
    let found = session.good("search", json!({ "query": "wombats" }));
    assert!(found.contains("long.html"), "{found}");
    let texts = index_file(&site.index(), "texts");
    let away = site.path().join("away");
    fs::rename(&texts, &away).unwrap();
    let arguments = json!({ "address": "long.html", "max_tokens": 20_000 });
    session.fails(
        "read_section",
        arguments.clone(),
        "long.html: whole texts expected, some could not be read",
    );
    // Nor is a page said to be missing by somebody who never searched.
    let mut fresh = Session::of(&[site.index().to_str().unwrap()]);
    fresh.fails("read_section", arguments.clone(), "long.html: whole texts expected, some could not be read");
    fs::rename(&away, &texts).unwrap();
    fresh.fails("read_section", json!({ "address": "nowhere.html" }), "no such page in this documentation");
    let whole = session.good("read_section", arguments);
    assert!(whole.contains("wombats") && whole.contains("three text."), "{whole}");
}

#[test]
fn lexical_search_loads_no_encoder() {
    let model = required("DOCFUSE_MODEL", "an imported encoder");
    let site = with_a_long_page();
    docfuse(&["build".as_ref(), site.path(), "--model".as_ref(), model.as_path()]).ok();
    // The encoder counts tokens; without it they are estimated, and the estimate is never lower.
    let tokens = |mode: &str| -> Vec<usize> {
        let mut session = Session::of(&[site.index().to_str().unwrap(), "--mode", mode]);
        let text = session.good("read_section", json!({ "address": "long.html", "max_tokens": 100 }));
        let counts = text.split(" tokens): ").filter_map(|before| before.rsplit('(').next()?.parse().ok());
        counts.collect()
    };
    let (counted, estimated) = (tokens("hybrid"), tokens("lexical"));
    assert_eq!((counted.len(), estimated.len()), (3, 3));
    assert!(counted.iter().zip(&estimated).all(|(counted, estimated)| counted < estimated), "{counted:?}");
}
