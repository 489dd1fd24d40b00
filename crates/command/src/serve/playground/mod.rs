//! The playground: a page that asks the native engine, and shows why.
//!
//! `open_index` answers queries, `contents` says what is in the index and what its files weigh, `extracted` shows a page
//! as it was read, and `measured` asks queries with known answers. All answers are JSON, and all requests only read. The
//! page's own files are in the command (`assets`).

mod assets;
mod contents;
mod extracted;
mod measured;
mod open_index;
mod parameters;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Serialize;

use self::extracted::Extracted;
use self::open_index::OpenIndex;
use self::parameters::Parameters;
use super::live::Live;
use super::own;
use crate::config;
use crate::error::CliError;
use crate::serve::args::ServeArgs;

/// Name of the file of queries that is read by default.
const QUERIES_NAME: &str = "queries.yml";

/// What the page may load: its own files, and nothing that it is told by a site's texts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// What the handlers need.
pub struct Playground {
    index: PathBuf,
    queries: Option<PathBuf>,
    baseline: Option<PathBuf>,
    extracted: Extracted,
    /// For queries that a reader types.
    typed: Mutex<Option<OpenIndex>>,
    /// For queries with known answers, which take long.
    measuring: Mutex<Option<OpenIndex>>,
}

impl Playground {
    /// The playground of a site.
    ///
    /// # Errors
    /// Settings that cannot be read.
    pub fn of(args: &ServeArgs, live: Arc<Live>) -> Result<Self, CliError> {
        let config = config::load(args.config.as_deref())?.telling();
        let by_default = || Some(PathBuf::from(QUERIES_NAME)).filter(|path| path.is_file());
        Ok(Playground {
            index: args.index(),
            queries: args.queries.clone().or_else(by_default),
            baseline: args.baseline.clone(),
            extracted: Extracted::of(args.site_folder(), config, live),
            typed: Mutex::default(),
            measuring: Mutex::default(),
        })
    }

    /// Answers by the index as it is in its folder now.
    fn with_index<T>(
        &self,
        kept: &Mutex<Option<OpenIndex>>,
        parameters: &Parameters,
        ask: impl FnOnce(&mut OpenIndex) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut index = OpenIndex::current(&self.index, parameters.get("language"), &mut kept)?;
        let answer = index.with_settings(parameters.all("set"), ask);
        *kept = Some(index);
        answer
    }
}

/// The page, its files, and the answers that it asks for.
pub fn routes(playground: Arc<Playground>) -> Router {
    let contents = |it: &Playground, parameters: &Parameters| {
        let named = it.queries.as_deref();
        it.with_index(&it.typed, parameters, |index| contents::of(&it.index, index, named))
    };
    let query = |it: &Playground, parameters: &Parameters| {
        it.with_index(&it.typed, parameters, |index| index.side_by_side(parameters))
    };
    let measured = |it: &Playground, parameters: &Parameters| {
        it.with_index(&it.measuring, parameters, |index| measured::of(it, index, parameters))
    };
    let pages = |it: &Playground, _: &Parameters| it.extracted.pages();
    let page = |it: &Playground, parameters: &Parameters| it.extracted.page(parameters.required("url")?);
    let leads_there = || async { Redirect::temporary(&own("/")) };
    Router::new()
        .route(&own(""), get(leads_there))
        .route(&own("/"), get(|| async { assets::file("index.html") }))
        .route(&own("/{name}"), get(assets::named))
        .route(&own("/api/index"), get(json(contents)))
        .route(&own("/api/query"), get(json(query)))
        .route(&own("/api/queries"), get(json(measured)))
        .route(&own("/api/pages"), get(json(pages)))
        .route(&own("/api/page"), get(json(page)))
        .with_state(playground)
}

/// A handler that answers in JSON, on a thread that may wait. A failure is `{"error": …}` with status 400.
fn json<T: Serialize + Send + 'static>(
    answer: impl Fn(&Playground, &Parameters) -> Result<T, CliError> + Copy + Send + Sync + 'static,
) -> impl Fn(State<Arc<Playground>>, RawQuery) -> std::pin::Pin<Box<dyn Future<Output = Response> + Send>> + Clone
{
    move |State(playground): State<Arc<Playground>>, RawQuery(query)| {
        Box::pin(async move {
            let answered = tokio::task::spawn_blocking(move || {
                let parameters = Parameters::parse(query.as_deref().unwrap_or_default());
                let found = answer(&playground, &parameters)?;
                serde_json::to_vec(&found).map_err(CliError::json("the answer"))
            });
            let (status, body) = match answered.await {
                Ok(Ok(body)) => (StatusCode::OK, body),
                Ok(Err(error)) => (StatusCode::BAD_REQUEST, failure(&error.to_string())),
                // Where panics unwind; in the published command they end it.
                Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, failure(&error.to_string())),
            };
            (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
        })
    }
}

fn failure(message: &str) -> Vec<u8> {
    serde_json::json!({ "error": message }).to_string().into_bytes()
}

/// Headers of every file of the page.
fn headers(media_type: &'static str) -> [(HeaderName, &'static str); 4] {
    [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

/// A path as pages show it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
