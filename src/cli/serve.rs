//! `docfuse serve`: serves a built site over HTTP on 127.0.0.1, to try the search box before publishing.

use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::map_request;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::args::ServeArgs;
use super::error::CliError;
use super::output::say;
use crate::ingest::percent_decode;

/// Runs the command until Ctrl+C.
pub fn run(args: &ServeArgs) -> Result<(), CliError> {
    if !args.site.is_dir() {
        return Err(CliError::Input(format!(
            "{}: expected a folder to serve, found none; name that of your site",
            args.site.display()
        )));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(CliError::file("serve", &args.site))?;
    runtime.block_on(serve(args))
}

async fn serve(args: &ServeArgs) -> Result<(), CliError> {
    // After the next build, the browser must not show a cached page.
    let no_cache =
        SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let site = args.site.clone();
    let clean = map_request(move |request: Request| std::future::ready(with_ending(&site, request)));
    // Serves `setup/index.html` at `/setup/`, and leads `/setup` there.
    let app = Router::new().fallback_service(ServeDir::new(&args.site)).layer(clean).layer(no_cache);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", args.port)).await.map_err(|source| {
        CliError::Input(format!(
            "cannot listen on 127.0.0.1:{}: {source}; choose another port with --port (0: any free port)",
            args.port
        ))
    })?;
    let address = listener.local_addr().map_err(CliError::file("serve", &args.site))?;
    say(format_args!("serving {} at http://{address}/ (Ctrl+C to stop)", args.site.display()))?;
    let interrupted = async {
        // If no handler can be installed, the signal ends the process anyway.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, app)
        .with_graceful_shutdown(interrupted)
        .await
        .map_err(CliError::file("serve", &args.site))
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
