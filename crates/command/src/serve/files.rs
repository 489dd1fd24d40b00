//! The files of the site, at the addresses that static hosts give them.

use std::io::{Error, ErrorKind};
use std::path::{Component, Path};
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::map_request;
use tower_http::services::ServeDir;

use super::site_backend::SiteBackend;
use crate::output::remark;
use crate::site::site_files::is_below;
use crate::site::site_folder::SiteFolder;
use docfuse_site::{LeftOut, percent_decode};

/// The page that hosts show where there is none.
const MISSING_PAGE: &str = "/404.html";

/// Where there is no file: below one.
const NOWHERE: &str = "/404.html/none";

/// Serves a site: `setup/index.html` at `/setup/`, where `/setup` leads, and `cli/add.html` also at `/cli/add`. Where
/// there is nothing, the site's own 404.html, if it has one, with status 404.
pub fn service(site: SiteFolder) -> Router {
    let backend = SiteBackend(Arc::new(site.clone()));
    let missing = Router::new().fallback_service(ServeDir::with_backend(site.path(), backend.clone()));
    let missing = missing.layer(map_request(|request: Request| std::future::ready(of_missing(request))));
    let served = ServeDir::with_backend(site.path(), backend).not_found_service(missing);
    let look = map_request(move |request: Request| {
        let request = with_ending(site.path(), request);
        let refused = refusal(&site, request.uri().path());
        std::future::ready(match refused {
            None => Ok(request),
            Some(reason) => {
                remark(format_args!("{} is not served: {reason}", request.uri().path()));
                Err((StatusCode::NOT_FOUND, reason.to_string()))
            }
        })
    });
    Router::new().fallback_service(served).layer(look)
}

/// A request for the page of what is missing, without the conditions that it has for another file.
fn of_missing(mut request: Request) -> Request {
    *request.uri_mut() = Uri::from_static(MISSING_PAGE);
    for name in [
        header::RANGE,
        header::IF_MATCH,
        header::IF_MODIFIED_SINCE,
        header::IF_NONE_MATCH,
        header::IF_UNMODIFIED_SINCE,
    ] {
        request.headers_mut().remove(name);
    }
    request
}

/// Why the file at an address is not of the site, by the rule by which sites are indexed. `None` also for one that is
/// missing, or has no name that the server takes.
fn refusal(site: &SiteFolder, address: &str) -> Option<LeftOut> {
    let name = percent_decode(address.trim_start_matches('/'));
    let mut path = site.path().to_owned();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            _ => return None,
        }
    }
    if path.is_dir() {
        path.push("index.html");
    }
    site.target(&path).err().filter(|reason| *reason != LeftOut::DeadLink)
}

/// Leads a clean address (`/cli/add`) to its page (`/cli/add.html`), unless a file or a folder with an index has that
/// name. Asks for no file outside of the site. The server checks the new path like any other.
fn with_ending(site: &Path, mut request: Request) -> Request {
    let path = request.uri().path();
    let name = percent_decode(path.trim_start_matches('/'));
    let is_file = |name: &str| site.join(name).is_file();
    let is_clean = is_below(&name) && is_file(&format!("{name}.html"));
    if is_clean && !is_file(&name) && !is_file(&format!("{name}/index.html")) {
        let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
        if let Ok(uri) = format!("{path}.html{query}").parse::<Uri>() {
            *request.uri_mut() = uri;
        }
    }
    let is_unreadable =
        |error: &Error| !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied);
    if is_below(&name) && site.join(&name).metadata().is_err_and(|error| is_unreadable(&error)) {
        // A link that leads to itself, or too long a name.
        *request.uri_mut() = Uri::from_static(NOWHERE);
    }
    request
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use axum::body::Body;
    use axum::extract::Request;

    use super::with_ending;

    #[test]
    fn only_files_of_the_site_are_looked_for() {
        let around = tempfile::tempdir().unwrap();
        let site = around.path().join("site");
        std::fs::create_dir_all(site.join("cli")).unwrap();
        for path in ["site/cli/add.html", "beside.html"] {
            std::fs::write(around.path().join(path), "page").unwrap();
        }
        for (path, expected) in [
            ("/cli/add", "/cli/add.html"),
            ("/cli/add?x=1", "/cli/add.html?x=1"),
            ("/cli/add/", "/cli/add/"),
            ("/..%2fbeside", "/..%2fbeside"),
            ("/cli/../../beside", "/cli/../../beside"),
            ("/cli/%2e%2e/cli/add", "/cli/%2e%2e/cli/add"),
            ("/", "/"),
        ] {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            assert_eq!(with_ending(&site, request).uri().to_string(), expected, "{path}");
        }
    }
}
