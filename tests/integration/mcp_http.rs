use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::command::{Site, docfuse};

/// A running `docfuse mcp --http`, stopped on drop. The protocol's own client is in tests/assistants.
struct HttpServer {
    process: Child,
    address: String,
}

impl HttpServer {
    fn of(site: &Site) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .args(["mcp", site.index().to_str().unwrap(), "--http", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        HttpServer { process, address }
    }

    /// Status and body of a request with further headers.
    fn post(&self, body: &str, headers: &str) -> (u16, String) {
        let host = match headers.contains("host:") {
            true => String::new(),
            false => format!("host: {}\r\n", self.address),
        };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\n{host}{headers}content-type: application/json\r\nconnection: close\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn ask(&self, method: &str, params: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let (status, body) = self.post(&message.to_string(), "");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn built() -> Site {
    let site = Site::small();
    site.build();
    site
}

#[test]
fn calls_are_answered_with_and_without_a_hello() {
    let site = built();
    let server = HttpServer::of(&site);
    let info = json!({ "name": "test", "version": "1" });
    let hello = server.ask(
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info }),
    );
    assert_eq!(hello["result"]["serverInfo"]["title"], "Start", "{hello}");
    let (status, _) = server.post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "");
    assert_eq!(status, 202);
    for _ in 0..2 {
        let call = json!({ "name": "search", "arguments": { "query": "shared ownership" } });
        let found = server.ask("tools/call", call);
        let section = &found["result"]["structuredContent"]["sections"][0];
        assert_eq!(section["address"], "guide/threads.html#arc", "{found}");
    }
}

#[test]
fn requests_of_other_sites_and_names_are_refused() {
    let site = built();
    let server = HttpServer::of(&site);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let port = server.address.rsplit(':').next().unwrap();
    for (headers, expected) in [
        (format!("host: localhost:{port}\r\n"), 200),
        ("host: docs.example\r\n".to_owned(), 403),
        ("origin: https://docs.example\r\n".to_owned(), 403),
        (format!("origin: http://{}\r\n", server.address), 403),
        ("origin: null\r\n".to_owned(), 403),
    ] {
        assert_eq!(server.post(ping, &headers).0, expected, "{headers}");
    }
    let (status, _) = server.post(&format!("\"{}\"", "a".repeat(1 << 17)), "");
    assert_eq!(status, 413, "a body beyond the limit");
}

#[test]
fn an_address_that_cannot_be_had_is_told() {
    let site = built();
    let server = HttpServer::of(&site);
    let index = site.index();
    docfuse(&["mcp", index.to_str().unwrap(), "--http", &server.address])
        .fails_with(&["cannot listen on", "choose another port with --http"]);
    docfuse(&["mcp", index.to_str().unwrap(), "--http", "docs.example"]).fails_with(&["--http"]);
}
