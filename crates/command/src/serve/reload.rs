//! Lets pages reload when the site has changed: a script that is added to every page as it is sent, and the events that
//! the script listens to.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream::{self, Stream};

use super::live::Live;
use super::own;
use super::policy::forbids;
use crate::output::remark;

/// The script; small enough to stand in the command as it is written.
const SCRIPT: &str = include_str!("reload.js");

/// Larger pages are sent as they are.
const MAX_BYTES: u64 = 64 << 20;

/// What a browser shows of a page that is missing in a site without 404.html; it comes back once the page is there.
const MISSING: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Not found</title>\
     <meta name=color-scheme content='light dark'><p>The site has no such page. This one reloads when files change.";

/// The script and the events.
pub fn routes(live: Arc<Live>) -> Router {
    let script = || async { ([(header::CONTENT_TYPE, "text/javascript")], SCRIPT) };
    Router::new().route(&own("/reload.js"), get(script)).route(&own("/events"), get(events)).with_state(live)
}

/// The state, now and whenever it changes.
async fn events(State(live): State<Arc<Live>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut states = live.subscribe();
    states.mark_changed();
    let events = stream::unfold(states, |mut states| async {
        states.changed().await.ok()?;
        // A state always has a form in JSON.
        let json = serde_json::to_string(&*states.borrow_and_update()).unwrap_or_default();
        Some((Ok(Event::default().data(json)), states))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Adds the script to a page that is sent whole.
pub async fn add_script(State(live): State<Arc<Live>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    // The answer has no content.
    let is_head = request.method() == Method::HEAD;
    let headers = request.headers_mut();
    // A copy in the browser's cache may have no script.
    headers.remove(header::IF_MODIFIED_SINCE);
    headers.remove(header::IF_NONE_MATCH);
    let wants_page = headers.get(header::ACCEPT).is_some_and(|accepted| holds(accepted, "text/html"));
    // Before the file is read, which may change in between.
    let number = live.site_number();
    let script = format!("\n<script src=\"{}?site={number}\"></script>\n", own("/reload.js"));
    let response = next.run(request).await;
    let is_html = response.headers().get(header::CONTENT_TYPE).is_some_and(|found| holds(found, "text/html"));
    if response.status() == StatusCode::NOT_FOUND && wants_page && !is_html {
        let page = format!("{MISSING}{script}");
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/html")], page).into_response();
    }
    let (mut parts, body) = response.into_parts();
    let header_of = |name| parts.headers.get(name);
    let bytes = header_of(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let is_page = matches!(parts.status, StatusCode::OK | StatusCode::NOT_FOUND)
        && is_html
        && bytes.is_some_and(|bytes: u64| bytes <= MAX_BYTES);
    if is_head || !is_page {
        return Response::from_parts(parts, body);
    }
    let Ok(content) = to_bytes(body, MAX_BYTES as usize).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let mut content = Vec::from(content);
    let is_utf16 = content.starts_with(&[0xfe, 0xff]) || content.starts_with(&[0xff, 0xfe]);
    if !is_utf16 {
        warn_of_policy(&path, &content);
        // Parsers take what follows the end of the document for its last part.
        content.extend_from_slice(script.as_bytes());
        for name in [header::LAST_MODIFIED, header::ETAG, header::ACCEPT_RANGES] {
            parts.headers.remove(name);
        }
        parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(content.len()));
        parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Response::from_parts(parts, Body::from(content))
}

fn holds(value: &HeaderValue, part: &str) -> bool {
    value.to_str().is_ok_and(|text| text.contains(part))
}

/// Says once for each policy that pages with it do not reload.
fn warn_of_policy(path: &str, page: &[u8]) {
    static SAID: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let Some((policy, missing)) = forbids(page) else { return };
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.get_or_insert_default().insert(policy) {
        remark(format_args!(
            "note: {path} does not reload by itself: its Content-Security-Policy lacks 'self' in {missing}; add it \
             while you write, or reload by hand"
        ));
    }
}
