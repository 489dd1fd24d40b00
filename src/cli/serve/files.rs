//! The files of the site, at the addresses that static hosts give them.

use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::middleware::map_request;
use tower_http::services::ServeDir;

use crate::ingest::percent_decode;

/// Serves a folder: `setup/index.html` at `/setup/`, where `/setup` leads, and `cli/add.html` also at `/cli/add`.
pub fn service(site: &Path) -> Router {
    let folder = site.to_owned();
    let clean = map_request(move |request: Request| std::future::ready(with_ending(&folder, request)));
    Router::new().fallback_service(ServeDir::new(site)).layer(clean)
}

/// Leads a clean address (`/cli/add`) to its page (`/cli/add.html`), unless a file or a folder with an index has that
/// name. The server checks the new path like any other.
fn with_ending(site: &Path, mut request: Request) -> Request {
    let path = request.uri().path();
    let name = percent_decode(path.trim_start_matches('/'));
    let is_file = |name: &str| site.join(name).is_file();
    let is_clean = !name.is_empty() && !name.ends_with('/') && is_file(&format!("{name}.html"));
    if is_clean && !is_file(&name) && !is_file(&format!("{name}/index.html")) {
        let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
        if let Ok(uri) = format!("{path}.html{query}").parse::<Uri>() {
            *request.uri_mut() = uri;
        }
    }
    request
}
