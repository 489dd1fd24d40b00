use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::command::{Site, docfuse};
use crate::server::Server;

#[test]
fn byte_ranges_media_types_and_caching() {
    let site = Site::new(&[("index.html", "<title>T</title>"), ("a.js", "0"), ("b.json", "{}")]);
    let content: Vec<u8> = (0..=255).cycle().take(40_000).collect();
    site.write("docfuse/c.wasm", &content);
    site.write("docfuse/d.hdf", &content);
    let server = Server::with(site.path(), &[]);

    let (status, headers, body) = server.get("/docfuse/d.hdf", "range: bytes=1000-1999\r\n");
    assert!(status.contains(" 206 "), "{status}");
    assert!(headers.contains("content-range: bytes 1000-1999/40000"), "{headers}");
    assert_eq!(body, content[1000..2000]);
    let (status, _, body) = server.get("/docfuse/d.hdf?1000", "range: bytes=39999-39999\r\n");
    assert!(status.contains(" 206 "), "a query string is ignored: {status}");
    assert_eq!(body, content[39_999..]);
    let (status, _, _) = server.get("/docfuse/d.hdf", "range: bytes=40000-40001\r\n");
    assert!(status.contains(" 416 "), "{status}");
    let (status, headers, body) = server.get("/docfuse/d.hdf", "");
    assert!(status.contains(" 200 ") && headers.contains("cache-control: no-cache"), "{status} {headers}");
    assert_eq!(body, content);

    for (path, media_type) in [
        ("/", "text/html"),
        ("/a.js", "text/javascript"),
        ("/b.json", "application/json"),
        ("/docfuse/c.wasm", "application/wasm"),
    ] {
        let (status, headers, _) = server.get(path, "");
        assert!(
            status.contains(" 200 ") && headers.contains(&format!("content-type: {media_type}")),
            "{headers}"
        );
    }
    assert!(server.get("/nowhere.html", "").0.contains(" 404 "));
    assert!(server.get("/..%2f..%2fetc/passwd", "").0.contains(" 404 "));
}

#[test]
fn clean_addresses() {
    let site = Site::new(&[
        ("index.html", "start"),
        ("setup/index.html", "setup"),
        ("cli.html", "cli"),
        ("cli/add it.html", "add"),
        ("both.html", "page"),
        ("both/index.html", "folder"),
        ("file", "file"),
        ("file.html", "page"),
    ]);
    let server = Server::with(site.path(), &[]);
    for (path, expected) in [
        ("/", "start"),
        ("/setup/", "setup"),
        ("/setup/index.html", "setup"),
        ("/cli", "cli"),
        ("/cli.html", "cli"),
        ("/cli/add%20it?x=1", "add"),
        ("/both/", "folder"),
        ("/file", "file"),
    ] {
        let (status, _, body) = server.get(path, "");
        assert!(status.contains(" 200 "), "{path}: {status}");
        assert_eq!(String::from_utf8(body).unwrap(), expected, "{path}");
    }
    for (path, target) in [("/setup", "/setup/"), ("/both", "/both/")] {
        let (status, headers, _) = server.get(path, "");
        assert!(
            status.contains(" 307 ") && headers.contains(&format!("location: {target}\r\n")),
            "{headers}"
        );
    }
    for path in ["/cli/", "/cli/add%20it/", "/nowhere", "/../cli", "/%2e%2e/cli"] {
        assert!(server.get(path, "").0.contains(" 404 "), "{path}");
    }
}

#[test]
fn the_sites_own_page_is_shown_where_there_is_none() {
    let site = Site::new(&[("index.html", "start"), ("404.html", "<title>Lost</title>own page")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("loop.html", site.path().join("loop.html")).unwrap();
    let long = format!("/{}", "a".repeat(300));
    for arguments in [&[][..], &["--watch", "--no-dense"]] {
        let server = Server::with(site.path(), arguments);
        for path in ["/nowhere.html", "/a/b/", "/nowhere", "/..%2f..%2fetc/passwd", "/loop.html", &long] {
            let conditions = "range: bytes=0-3\r\nif-modified-since: Fri, 01 Jan 2100 00:00:00 GMT\r\n";
            for header in ["accept: text/html\r\n", conditions] {
                let (status, headers, body) = server.get(path, header);
                let body = String::from_utf8(body).unwrap();
                assert!(status.contains(" 404 ") && body.contains("own page"), "{path}: {status}: {body}");
                assert!(headers.contains("content-type: text/html"), "{headers}");
                assert_eq!(body.contains("reload.js"), !arguments.is_empty(), "pages reload: {body}");
            }
        }
        assert!(server.get("/", "").0.contains(" 200 "));
        assert!(server.get("/__docfuse/nowhere", "").0.contains(" 404 "));
    }
}

#[test]
fn half_a_request_ends_and_open_pages_do_not() {
    let site = Site::small();
    let server = Server::with(site.path(), &[]);
    let mut events = server.events();
    let started = Instant::now();
    let mut half = TcpStream::connect(&server.address).unwrap();
    half.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(half, "GET / HTTP/1.1\r\nhost: {}\r\nx-a:", server.address).unwrap();
    let mut rest = Vec::new();
    half.read_to_end(&mut rest).unwrap();
    let waited = started.elapsed();
    assert!((Duration::from_secs(5)..Duration::from_secs(40)).contains(&waited), "{waited:?}");
    assert!(!String::from_utf8_lossy(&rest).contains(" 200 "), "{rest:?}");
    events.next(|state| state["site"].is_u64());
    assert!(server.get("/", "").0.contains(" 200 "), "others are answered");
}

#[test]
fn missing_sites_and_ports_in_use() {
    docfuse(&["serve", "nowhere"]).fails_with(&["nowhere", "expected a folder"]);
    let site = Site::small();
    let taken = Server::with(site.path(), &[]);
    let port = taken.address.split(':').nth(1).unwrap();
    docfuse(&["serve", site.path().to_str().unwrap(), "--port", port]).fails_with(&[port, "--port", "0"]);
}
