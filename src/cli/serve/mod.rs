//! `docfuse serve`: serves a built site over HTTP, to try the search box before publishing.
//!
//! `files` serves the folder. `watch` rebuilds the index of a site that changes, `live` tells open pages, and `reload`
//! lets them reload. `playground` answers queries with the native engine, and explains them.

mod files;
mod live;
mod playground;
mod policy;
mod reload;
mod watch;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;

use self::live::Live;
use self::playground::Playground;
use self::watch::Watch;
use super::args::{BuildArgs, ServeArgs};
use super::error::CliError;
use super::output::say;

/// Path of what the command serves besides the site.
const OWN_PATH: &str = "/__docfuse";

/// The path of something that the command serves itself: `/__docfuse/events`.
fn own(path: &str) -> String {
    format!("{OWN_PATH}{path}")
}

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
    let live = Arc::new(Live::new());
    let playground = Arc::new(Playground::of(args, Arc::clone(&live))?);
    let address = SocketAddr::new(args.host, args.port);
    let listener = tokio::net::TcpListener::bind(address).await.map_err(|source| {
        CliError::Input(format!(
            "cannot listen on {address}: {source}; choose another port with --port (0: any free port)"
        ))
    })?;
    let address = listener.local_addr().map_err(CliError::file("serve", &args.site))?;
    say(format_args!("serving {} at http://{address}/ (Ctrl+C to stop)", args.site.display()))?;
    // Whoever reads the output may stop after the address.
    let _ = say(format_args!("playground at http://{address}{OWN_PATH}/"));
    let mut site = files::service(&args.site);
    if args.watch {
        site = site.layer(from_fn_with_state(Arc::clone(&live), reload::add_script));
        watch::start(Watch { args: build_args(args), polls: args.poll, live: Arc::clone(&live) })?;
    }
    let own = playground::routes(playground).merge(reload::routes(live));
    let own = own.layer(from_fn_with_state(args.host, local_only));
    // After the next build, the browser must not show a cached page.
    let no_cache =
        SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let app = own.fallback_service(site).layer(no_cache);
    // Open pages listen for changes without end, so nothing waits for them. If no handler can be installed, the signal
    // ends the process anyway.
    tokio::select! {
        served = axum::serve(listener, app) => served.map_err(CliError::file("serve", &args.site)),
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

/// The options of the `docfuse build` that writes the index of the site.
fn build_args(args: &ServeArgs) -> BuildArgs {
    BuildArgs {
        site: Some(args.site.clone()),
        out: args.index.clone(),
        model: args.model.clone(),
        config: args.config.clone(),
        no_dense: args.no_dense,
        cache: args.cache.clone(),
        ..BuildArgs::default()
    }
}

/// Refuses what pages of other sites request from the reader's own machine, directly or under a name that leads here.
async fn local_only(State(host): State<IpAddr>, request: Request, next: Next) -> Response {
    if is_of_other_site(host, &request) {
        let message = "open this address by the name that `docfuse serve` printed, or start it with --host, for others too";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    next.run(request).await
}

fn is_of_other_site(listens_on: IpAddr, request: &Request) -> bool {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let from = header("sec-fetch-site").unwrap_or_default();
    // Anyone may link to the page itself.
    let is_answer = request.uri().path() != own("/");
    let is_rebound = listens_on.is_loopback() && !header("host").is_some_and(is_local_name);
    is_rebound || is_answer && ["cross-site", "same-site"].contains(&from)
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
