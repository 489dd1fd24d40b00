//! How messages come: [`over_lines`], by standard input and output, and [`over_http`].

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::handler::Handler;
use crate::error::CliError;
use crate::output::say;
use crate::serve::connections;

/// Where the server is at its address.
const PATH: &str = "/mcp";

/// Most bytes of a request. Queries and addresses are far shorter.
const MOST_BYTES: usize = 64 << 10;

/// Serves until standard input ends.
///
/// # Errors
/// Who is there speaks something else.
pub async fn over_lines(handler: Handler) -> Result<(), CliError> {
    let no_client = |error: String| {
        CliError::Argument(format!(
            "a client of the Model Context Protocol expected on standard input, none found ({error}); an assistant \
             starts this command, see docs/assistants.md"
        ))
    };
    let running = handler.serve(stdio()).await.map_err(|error| no_client(error.to_string()))?;
    running.waiting().await.map(drop).map_err(|error| no_client(error.to_string()))
}

/// Serves requests until Ctrl+C.
///
/// # Errors
/// The address cannot be had.
pub async fn over_http(handler: Handler, address: SocketAddr) -> Result<(), CliError> {
    let (listener, address) = connections::listen(address, "--http").await?;
    // No call rests on an earlier one, so no client has a session.
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MOST_BYTES)
        // Pages of any site could ask, as could those under a name that leads here: the default allows loopback ones.
        .enforce_origin_validation();
    config.allowed_hosts.push(address.ip().to_string());
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    say(format_args!("serving the Model Context Protocol at http://{address}{PATH} (Ctrl+C to stop)"))?;
    connections::serve_until_stopped(listener, Router::new().route_service(PATH, service)).await;
    Ok(())
}
