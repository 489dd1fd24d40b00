//! An HTTP client: what a host answers, as it is. Follows redirects and names them; decompresses nothing.

mod certificates;
pub mod deadline;
pub mod follow;
pub mod redirects;

use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use ureq::Agent;
use ureq::config::ConfigBuilder;
use ureq::http::{HeaderMap, Uri};
use ureq::tls::TlsConfig;
use ureq::typestate::AgentScope;

use deadline::Deadline;
use follow::{Followed, Follower};
use redirects::Refused;

/// Time to connect, and to wait for the next bytes: as long as a page waits for them.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time for a whole body, so that a host which sends a byte now and then ends too.
const MAX_BODY_TIME: Duration = Duration::from_secs(600);

/// How requests name this command.
const USER_AGENT: &str = concat!("docfuse/", env!("CARGO_PKG_VERSION"));

/// Settings of a client for which every status is an answer. It waits `patience` to connect, and for the next bytes.
pub fn settings(patience: Duration) -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_connect(Some(patience))
        .timeout_per_read(Some(patience))
        .user_agent(USER_AGENT)
        .tls_config(TlsConfig::builder().root_certs(certificates::roots()).build())
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
    /// The host was silent for too long.
    #[error("{url}: an answer within {} s expected, none found ({source}); try again later", PATIENCE.as_secs())]
    Silent {
        /// The requested address.
        url: String,
        /// What the client waited for.
        source: Box<ureq::Error>,
    },
    /// The time for a manifest or a call is over.
    #[error(
        "{url}: {purpose} expected within {} s, the host needs longer; try again, or allow more time with --timeout",
        seconds(*allowed)
    )]
    TooSlow {
        /// The requested address.
        url: String,
        /// What was waited for.
        purpose: &'static str,
        /// How long.
        allowed: Duration,
    },
    /// The host sends requests to where they must not go.
    #[error(
        "{url}: a redirect to {expected} expected, one to {to} found, which is not followed; if that is the right \
             place, name it yourself"
    )]
    Redirect {
        /// The requested address.
        url: String,
        /// Where to.
        to: String,
        /// What it should have been.
        expected: Refused,
    },
    /// Redirects lead to others, perhaps without end.
    #[error("{url}: at most {most} redirects expected, more found; check the address")]
    TooManyRedirects {
        /// The requested address.
        url: String,
        /// Most of them.
        most: usize,
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

impl HttpError {
    /// The error of a request with a deadline.
    pub fn of(url: &str, source: ureq::Error, deadline: Option<Deadline>) -> Self {
        let (url, source) = (url.to_owned(), Box::new(source));
        match deadline {
            Some(deadline) if deadline.left().is_none() => HttpError::too_slow(&url, &deadline),
            _ if matches!(*source, ureq::Error::Timeout(_)) => HttpError::Silent { url, source },
            _ => HttpError::Failed { url, source },
        }
    }

    /// The deadline is over.
    pub fn too_slow(url: &str, deadline: &Deadline) -> Self {
        HttpError::TooSlow { url: url.to_owned(), purpose: deadline.purpose, allowed: deadline.allowed }
    }
}

/// Seconds, with a digit behind the point for those of parts.
fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64()).trim_end_matches(".0").to_owned()
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
    /// Whether the body was read.
    pub is_read: bool,
    /// Whether the body is longer, and this its beginning.
    pub is_cut: bool,
    headers: HeaderMap,
}

/// What is asked of the addresses of a site.
pub struct Within<'a> {
    /// The address that a user gave, if this one comes from there.
    pub from: Option<&'a Uri>,
    /// Which redirects are followed; another one is the answer.
    pub may: &'a dyn Fn(&Uri) -> bool,
    /// Of which content types a body is read.
    pub reads: &'a dyn Fn(&str) -> bool,
    /// Whether the beginning of a body that is too long counts.
    pub cuts: bool,
}

impl Reply {
    /// The value of a header; `None` if it is missing or is not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// All values of a header that are text, one a line.
    pub fn headers(&self, name: &str) -> String {
        let values: Vec<&str> =
            self.headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
        values.join("\n")
    }
}

/// Connections to hosts. Honours `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
pub struct HttpClient {
    follower: Follower,
    deadline: Mutex<Option<Deadline>>,
}

impl HttpClient {
    /// A client without connections.
    pub fn new() -> Self {
        let settings =
            settings(PATIENCE).timeout_recv_response(Some(PATIENCE)).timeout_recv_body(Some(MAX_BODY_TIME));
        HttpClient { follower: Follower::new(settings), deadline: Mutex::default() }
    }

    /// Until when all further answers must be there.
    pub fn deadline(&self) -> Option<Deadline> {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the deadline of all further requests; `None`: none.
    pub fn set_deadline(&self, deadline: Option<Deadline>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }

    /// Asks for an address with these headers, and reads the body of at most `limit` bytes.
    ///
    /// # Errors
    /// No answer, or none in time, a longer one, one that is cut off, or a redirect that is refused. A status such as 404
    /// is an answer.
    pub fn get(&self, url: &str, headers: &[(&str, &str)], limit: u64) -> Result<Reply, HttpError> {
        self.get_within(
            url,
            headers,
            limit,
            &Within { from: None, may: &|_| true, reads: &|_| true, cuts: false },
        )
    }

    /// The same for an address of a site.
    ///
    /// # Errors
    /// As above.
    pub fn get_within(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        limit: u64,
        within: &Within<'_>,
    ) -> Result<Reply, HttpError> {
        let deadline = self.deadline();
        let Followed { response, redirects } =
            self.follower.get(url, headers, deadline, within.from, within.may)?;
        let (head, mut body) = response.into_parts();
        let content_type = head.headers.get("content-type").and_then(|found| found.to_str().ok());
        if !(within.reads)(content_type.unwrap_or_default()) {
            let (status, headers) = (head.status.as_u16(), head.headers);
            return Ok(Reply { status, redirects, headers, ..Reply::default() });
        }
        let mut bytes = Vec::new();
        let read = body.as_reader().take(limit.saturating_add(1)).read_to_end(&mut bytes);
        match read {
            Err(source) => Err(match deadline {
                Some(deadline) if deadline.left().is_none() => HttpError::too_slow(url, &deadline),
                _ => HttpError::CutOff { url: url.to_owned(), source },
            }),
            Ok(length) if length as u64 > limit && !within.cuts => {
                Err(HttpError::TooLong { url: url.to_owned(), limit })
            }
            Ok(length) => {
                let (status, headers) = (head.status.as_u16(), head.headers);
                let is_cut = length as u64 > limit;
                bytes.truncate(limit as usize);
                Ok(Reply { status, redirects, body: bytes, is_read: true, is_cut, headers })
            }
        }
    }
}

/// What a thread that asks a host has got. Hosts are asked side by side, since waiting for them needs no core.
pub fn joined<T>(asking: ScopedJoinHandle<'_, T>) -> T {
    asking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
