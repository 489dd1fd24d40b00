//! `docfuse serve`: a built site over HTTP on this machine, to try the search box before publishing.

use axum::Router;
use axum::http::{HeaderValue, header};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::args::ServeArgs;
use super::error::CliError;
use super::output::say;

/// Runs the command until it is interrupted.
pub fn run(args: &ServeArgs) -> Result<(), CliError> {
    if !args.site.is_dir() {
        return Err(CliError::Input(format!("{}: a folder expected", args.site.display())));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(CliError::file("serve", &args.site))?;
    runtime.block_on(serve(args))
}

async fn serve(args: &ServeArgs) -> Result<(), CliError> {
    // A page under work must not come from the browser's cache after the next build.
    let no_cache =
        SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let app = Router::new().fallback_service(ServeDir::new(&args.site)).layer(no_cache);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", args.port)).await.map_err(|source| {
        CliError::Input(format!(
            "cannot listen on 127.0.0.1:{}: {source}; name another port by --port, 0 takes a free one",
            args.port
        ))
    })?;
    let address = listener.local_addr().map_err(CliError::file("serve", &args.site))?;
    say(format_args!("serving {} at http://{address}/ (Ctrl+C ends it)", args.site.display()))?;
    let interrupted = async {
        // Without a handler the signal ends the process all the same.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, app)
        .with_graceful_shutdown(interrupted)
        .await
        .map_err(CliError::file("serve", &args.site))
}
