//! The files of the page, in the command. The build script lists them.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::headers;
use crate::runtime::{Origin, RuntimeFile};

static ORIGIN: Origin = include!(concat!(env!("OUT_DIR"), "/playground_files.rs"));

/// All files; empty in a command that was built without the browser files.
static ASSETS: LazyLock<Vec<RuntimeFile>> = LazyLock::new(|| ORIGIN.files());

const NOT_HERE: &str = "This command was built without the browser files, so it has no playground; see pkg-build.sh. The \
                        answers in JSON are there, such as api/query?q=…";

/// The file of a name that a request has.
pub async fn named(Path(name): Path<String>) -> Response {
    file(&name)
}

/// A file.
pub fn file(name: &str) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        let message = if ASSETS.is_empty() { NOT_HERE } else { "" };
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], message)
            .into_response();
    };
    let media_type = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        _ => "application/octet-stream",
    };
    match asset.content() {
        Ok(content) => (headers(media_type), content).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
