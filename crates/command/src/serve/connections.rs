//! Serves connections, and ends those on which no request arrives: [`serve`].

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::error::CliError;

/// Time for the headers of a request. Browsers open another connection when they need one again.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// Listens on an address, which an option gave. Also returns it, with the port that port 0 became.
///
/// # Errors
/// Others have it.
pub async fn listen(address: SocketAddr, option: &str) -> Result<(TcpListener, SocketAddr), CliError> {
    let failed = |source| {
        CliError::System(format!(
            "cannot listen on {address}: {source}; choose another port with {option} (0: any free port)"
        ))
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// Answers requests until Ctrl+C. Requests may last without end, so nothing waits for them. If no handler can be
/// installed, the signal ends the process anyway.
pub async fn serve_until_stopped(listener: TcpListener, app: Router) {
    tokio::select! {
        () = serve(listener, app) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Answers requests without end.
pub async fn serve(mut listener: TcpListener, app: Router) {
    loop {
        let (stream, _) = Listener::accept(&mut listener).await;
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN);
            // A connection that breaks concerns nobody else.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
