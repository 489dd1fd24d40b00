//! An HTTP client: what a host answers, as it is. Follows redirects and names them; decompresses nothing.

use std::io::Read;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use ureq::config::ConfigBuilder;
use ureq::http::{HeaderMap, Uri};
use ureq::typestate::AgentScope;
use ureq::{Agent, ResponseExt};

/// Time to connect, and to wait for the next bytes: as long as a page waits for them.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time for a whole body, so that a host which sends a byte now and then ends too.
const MAX_BODY_TIME: Duration = Duration::from_secs(600);

const MAX_REDIRECTS: u32 = 5;

/// How requests name this command.
const USER_AGENT: &str = concat!("docfuse/", env!("CARGO_PKG_VERSION"));

/// Settings of a client for which every status is an answer. It waits `patience` to connect, and for the next bytes.
pub fn settings(patience: Duration) -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_connect(Some(patience))
        .timeout_per_read(Some(patience))
        .user_agent(USER_AGENT)
}

/// Why there is no answer, or none of the length that was allowed.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is none, the host is unknown or does not answer, or the connection broke.
    #[error("{url}: an answer expected, none found ({source}); check the address and the network")]
    Failed {
        /// The requested address.
        url: String,
        /// The client's error.
        source: Box<ureq::Error>,
    },
    /// The connection broke amid the body.
    #[error("{url}: a whole answer expected, the connection broke ({source}); try again")]
    CutOff {
        /// The requested address.
        url: String,
        /// The client's error.
        source: std::io::Error,
    },
    /// The body is longer than the caller accepts.
    #[error("{url}: at most {limit} bytes expected, more found; check the address")]
    TooLong {
        /// The requested address.
        url: String,
        /// Largest accepted length.
        limit: u64,
    },
}

/// An answer of any status with its body, as sent.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Status code.
    pub status: u16,
    /// Addresses that a redirect led to, in order; the last one answered.
    pub redirects: Vec<String>,
    /// The body, compressed if the host compressed it.
    pub body: Vec<u8>,
    headers: HeaderMap,
}

impl Reply {
    /// The value of a header; `None` if it is missing or is not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Connections to hosts. Honours `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
pub struct HttpClient {
    agent: Agent,
}

impl HttpClient {
    /// A client without connections.
    pub fn new() -> Self {
        let config = settings(PATIENCE)
            .max_redirects(MAX_REDIRECTS)
            .save_redirect_history(true)
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(Some(MAX_BODY_TIME))
            .build();
        HttpClient { agent: config.new_agent() }
    }

    /// Asks for an address with these headers, and reads the body of at most `limit` bytes.
    ///
    /// # Errors
    /// No answer, a longer one, or one that is cut off. A status such as 404 is an answer.
    pub fn get(&self, url: &str, headers: &[(&str, &str)], limit: u64) -> Result<Reply, HttpError> {
        let mut request = self.agent.get(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request
            .call()
            .map_err(|source| HttpError::Failed { url: url.to_owned(), source: Box::new(source) })?;
        let history = response.get_redirect_history().unwrap_or_default();
        let redirects = history.iter().skip(1).map(Uri::to_string).collect();
        let (head, mut body) = response.into_parts();
        let mut bytes = Vec::new();
        let read = body.as_reader().take(limit.saturating_add(1)).read_to_end(&mut bytes);
        match read {
            Err(source) => Err(HttpError::CutOff { url: url.to_owned(), source }),
            Ok(length) if length as u64 > limit => Err(HttpError::TooLong { url: url.to_owned(), limit }),
            Ok(_) => {
                Ok(Reply { status: head.status.as_u16(), redirects, body: bytes, headers: head.headers })
            }
        }
    }
}

/// What a thread that asks a host has got. Hosts are asked side by side, since waiting for them needs no core.
pub fn joined<T>(asking: ScopedJoinHandle<'_, T>) -> T {
    asking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
