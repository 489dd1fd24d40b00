//! Serves connections, and ends those on which no request arrives: [`serve`].

use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// Time for the headers of a request. Browsers open another connection when they need one again.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

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
