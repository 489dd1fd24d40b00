//! `docfuse serve`: serves a built site over HTTP, to try the search box before publishing.
//!
//! `connections` accepts requests, and `files` serves the folder. `watch` rebuilds the index of a site that changes,
//! `live` tells open pages, and `reload` lets them reload. `loopback` serves a site to this command itself. `playground` answers queries with the native engine, and explains them.

pub mod args;
pub mod connections;
mod files;
mod live;
mod loopback;
mod playground;
mod policy;
mod reload;
mod site_backend;
mod watch;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;

use self::live::Live;
pub use self::loopback::Loopback;
use self::playground::Playground;
use self::watch::Watch;
use super::error::CliError;
use super::output::say;
use args::ServeArgs;

/// Path of what the command serves besides the site.
const OWN_PATH: &str = "/__docfuse";

/// The path of something that the command serves itself: `/__docfuse/events`.
fn own(path: &str) -> String {
    format!("{OWN_PATH}{path}")
}

/// Runs the command until Ctrl+C.
pub fn run(args: &ServeArgs) -> Result<(), CliError> {
    if !args.site.is_dir() {
        return Err(CliError::at(
            &args.site,
            "expected a folder to serve, found none; name that of your site",
        ));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(CliError::file("serve", &args.site))?;
    runtime.block_on(serve(args))
}

async fn serve(args: &ServeArgs) -> Result<(), CliError> {
    let live = Arc::new(Live::new());
    let playground = Arc::new(Playground::of(args, Arc::clone(&live))?);
    let (listener, address) = connections::listen(SocketAddr::new(args.host, args.port), "--port").await?;
    say(format_args!("serving {} at http://{address}/ (Ctrl+C to stop)", args.site.display()))?;
    // Whoever reads the output may stop after the address.
    let _ = say(format_args!("playground at http://{address}{OWN_PATH}/"));
    let mut site = files::service(args.site_folder());
    if args.watch {
        site = site.layer(from_fn_with_state(Arc::clone(&live), reload::add_script));
        let live = Arc::clone(&live);
        watch::start(Watch { site: args.site.clone(), args: args.build(), polls: args.poll, live })?;
    }
    let own = playground::routes(playground).merge(reload::routes(live));
    let own = own.layer(from_fn(of_own_pages));
    // After the next build, the browser must not show a cached page.
    let no_cache =
        SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let mut app = own.fallback_service(site).layer(no_cache);
    if args.host.is_loopback() {
        app = app.layer(from_fn(under_own_name));
    }
    connections::serve_until_stopped(listener, app).await;
    Ok(())
}

/// Refuses requests under a name of somebody else's: whoever owns it may have it lead to the reader's own machine, for
/// the scripts of their site.
async fn under_own_name(request: Request, next: Next) -> Response {
    let host = header_of(&request, "host");
    if is_local_name(host) {
        return next.run(request).await;
    }
    let message = format!(
        "an address or localhost expected as the name of this server, {host:?} found; open the address that `docfuse \
         serve` printed, or start it with --host"
    );
    (StatusCode::FORBIDDEN, message).into_response()
}

/// Refuses what pages of other sites request. Anyone may link to the page itself.
async fn of_own_pages(request: Request, next: Next) -> Response {
    let is_page = [own(""), own("/")].iter().any(|path| path == request.uri().path());
    let is_of_other_site = ["cross-site", "same-site"].contains(&header_of(&request, "sec-fetch-site"));
    if is_page || !is_of_other_site {
        return next.run(request).await;
    }
    let message =
        format!("a request of the page {} expected, one of another site found; open it directly", own("/"));
    (StatusCode::FORBIDDEN, message).into_response()
}

/// A header of a request; empty without it.
fn header_of<'a>(request: &'a Request, name: &str) -> &'a str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether a `Host` header is an address, or a name of this machine.
fn is_local_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    is_address || name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::is_local_name;

    #[test]
    fn names_of_this_machine() {
        for (host, expected) in [
            ("127.0.0.1:8000", true),
            ("127.0.0.1", true),
            ("[::1]:8000", true),
            ("localhost:80", true),
            ("docs.localhost:8000", true),
            ("docs.example:8000", false),
            ("localhost.example", false),
            ("", false),
        ] {
            assert_eq!(is_local_name(host), expected, "{host}");
        }
    }
}
