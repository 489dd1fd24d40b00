//! [`roots`]: which certificates hosts are trusted by.

use std::sync::LazyLock;

use ureq::tls::{Certificate, RootCerts};

/// Those of the system, or that SSL_CERT_FILE and SSL_CERT_DIR name; of a proxy that looks into connections, only they are
/// known. Read once.
static SYSTEM: LazyLock<Vec<Certificate<'static>>> = LazyLock::new(|| {
    let found = rustls_native_certs::load_native_certs().certs;
    found.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect()
});

/// Those of the system; where it has none, as in a small container, Mozilla's.
pub fn roots() -> RootCerts {
    if SYSTEM.is_empty() { RootCerts::WebPki } else { RootCerts::from(SYSTEM.iter().cloned()) }
}
