use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A host with a certificate that no authority signed, as proxies have them that look into connections.
fn host(folder: &Path) -> String {
    let certificate = CertificateDer::from_pem_file(folder.join("certificate.pem")).unwrap();
    let key = PrivateKeyDer::try_from(std::fs::read(folder.join("key.der")).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://127.0.0.1:{}/", listener.local_addr().unwrap().port());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream =
                StreamOwned::new(ServerConnection::new(config.clone()).unwrap(), stream.unwrap());
            let mut byte = [0; 1024];
            // Who does not trust the certificate goes away.
            if stream.read(&mut byte).is_ok() {
                let _ =
                    stream.write_all(b"HTTP/1.1 404 Gone\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
                let _ = stream.flush();
            }
        }
    });
    address
}

#[test]
fn hosts_are_trusted_by_the_certificates_of_the_system() {
    let folder = crate::command::repository().join("tests/fixtures/tls");
    let place = tempfile::tempdir().unwrap();
    let host = host(&folder);
    let get = |file: Option<&Path>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docfuse"));
        command.args(["model", "get", "--from", &host, "--out", "model"]).current_dir(place.path());
        command.env_remove("SSL_CERT_DIR").env_remove("SSL_CERT_FILE");
        file.map(|file| command.env("SSL_CERT_FILE", file));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let answered = "expected the file, the server answered 404";
    let trusted = get(Some(&folder.join("certificate.pem")));
    assert!(trusted.contains(answered), "{trusted}");
    let unknown = get(None);
    assert!(!unknown.contains(answered) && unknown.to_lowercase().contains("certificate"), "{unknown}");
}
