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
fn missing_sites_and_ports_in_use() {
    docfuse(&["serve", "nowhere"]).fails_with(&["nowhere", "expected a folder"]);
    let site = Site::small();
    let taken = Server::with(site.path(), &[]);
    let port = taken.address.split(':').nth(1).unwrap();
    docfuse(&["serve", site.path().to_str().unwrap(), "--port", port]).fails_with(&[port, "--port", "0"]);
}
