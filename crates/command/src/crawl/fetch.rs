//! [`Fetcher`]: asks a host at a polite rate, and again where it says later.

use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use ureq::http::Uri;

use super::budget::Budget;
use super::page_cache::{Head, PageCache};
use crate::clock::now;
use crate::http::deadline::Deadline;
use crate::http::{HttpClient, HttpError, Reply, Within};

/// Time for an answer with its redirects.
const TIME: Duration = Duration::from_secs(60);

/// Longest pause that a host may ask for.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Pause where a busy host does not say how long.
const PAUSE: Duration = Duration::from_secs(2);

/// How often a busy host is asked again.
const RETRIES: usize = 2;

/// An answer.
pub struct Fetched {
    pub status: u16,
    /// The address that answered.
    pub url: String,
    pub head: Head,
    /// Decompressed; empty unless the status is 200, or if [`Fetched::is_read`] is false.
    pub body: Vec<u8>,
    /// Whether the body was of a type that is read, and could be.
    pub is_read: bool,
    /// Whether the body is longer, and this its beginning.
    pub is_cut: bool,
}

/// Which bodies are read.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Of which content types.
    pub reads: &'a dyn Fn(&str) -> bool,
    /// Most bytes.
    pub limit: u64,
    /// Whether the beginning of a longer one counts.
    pub cuts: bool,
}

/// Asks one after the other.
pub struct Fetcher {
    client: HttpClient,
    /// Requests count, and nobody waits longer.
    pub budget: Budget,
    /// Time from the beginning of a request to that of the next.
    pause: Duration,
    last: Option<Instant>,
    /// The address that the user gave, once it has answered: where redirects come from.
    start: Option<Uri>,
}

impl Fetcher {
    /// A fetcher of `rate` requests a second.
    pub fn new(rate: f64, budget: Budget) -> Self {
        let pause = Duration::from_secs_f64(1.0 / rate);
        Fetcher { client: HttpClient::new(), budget, pause, last: None, start: None }
    }

    /// From now on, waits at least this long between requests.
    pub fn slow_down(&mut self, seconds: f64) {
        self.pause = self.pause.max(Duration::from_secs_f64(seconds.min(MAX_PAUSE.as_secs_f64())));
    }

    /// Further addresses are those that this one leads to.
    pub fn start_from(&mut self, start: Uri) {
        self.start = Some(start);
    }

    /// Fetches an address. Redirects are followed where `may` says so. A page that the cache has is only asked for if it has
    /// changed.
    ///
    /// # Errors
    /// No answer in time, or a redirect that is refused.
    pub fn get(
        &mut self,
        url: &str,
        wanted: Wanted<'_>,
        may: &dyn Fn(&Uri) -> bool,
        cache: Option<&mut PageCache>,
    ) -> Result<Fetched, HttpError> {
        let kept = cache.as_ref().and_then(|cache| cache.get(url));
        let plain = [("accept-encoding", "gzip"), ("accept", "text/html, application/xhtml+xml, */*;q=0.1")];
        let mut headers = plain.to_vec();
        if let Some((head, _)) = &kept {
            headers.extend(head.etag.as_deref().map(|etag| ("if-none-match", etag)));
            headers.extend(head.last_modified.as_deref().map(|time| ("if-modified-since", time)));
        }
        let mut reply = self.ask(url, &headers, wanted, may)?;
        if reply.status == 304
            && let Some((head, body)) = kept.clone()
        {
            // Behind a redirect, it is not known what has not changed.
            if reply.redirects.is_empty() {
                cache.into_iter().for_each(|cache| cache.keep(url));
                let (url, is_read) = (url.to_owned(), true);
                return Ok(Fetched { status: 200, url, head, body, is_read, is_cut: false });
            }
            reply = self.ask(url, &plain, wanted, may)?;
        }
        let fetched = opened(url, reply, wanted.limit);
        if fetched.status == 200 && fetched.is_read && fetched.url == url {
            cache.into_iter().for_each(|cache| cache.put(fetched.head.clone(), &fetched.body));
        }
        Ok(fetched)
    }

    /// Asks, and again if the host is busy.
    fn ask(
        &mut self,
        url: &str,
        headers: &[(&str, &str)],
        wanted: Wanted<'_>,
        may: &dyn Fn(&Uri) -> bool,
    ) -> Result<Reply, HttpError> {
        let mut retries = 0;
        let Wanted { reads, limit, cuts } = wanted;
        loop {
            self.wait();
            let time = self.budget.until.left().unwrap_or_default().min(TIME);
            self.client.set_deadline(Some(Deadline::after(time, "a page")));
            let within = Within { from: self.start.as_ref(), may, reads, cuts };
            let reply = self.client.get_within(url, headers, limit, &within);
            self.budget.requests += 1 + reply.as_ref().map_or(0, |reply| reply.redirects.len() as u64);
            let is_busy = match &reply {
                Ok(reply) => matches!(reply.status, 429 | 500 | 502 | 503 | 504),
                Err(error) => matches!(error, HttpError::Failed { .. } | HttpError::CutOff { .. }),
            };
            if !is_busy || retries == RETRIES || self.budget.until.left().is_none() {
                return reply;
            }
            retries += 1;
            let asked = reply.ok().and_then(|reply| reply.header("retry-after")?.trim().parse().ok());
            self.sleep(asked.map_or(PAUSE, Duration::from_secs).min(MAX_PAUSE));
        }
    }

    /// Waits until the next request may begin.
    pub fn wait(&mut self) {
        if let Some(last) = self.last {
            self.sleep(self.pause.saturating_sub(last.elapsed()));
        }
        self.last = Some(now());
    }

    /// Sleeps, but not beyond the end.
    fn sleep(&self, time: Duration) {
        thread::sleep(self.budget.until.left().unwrap_or_default().min(time));
    }
}

/// An answer with its body decompressed.
fn opened(url: &str, reply: Reply, limit: u64) -> Fetched {
    let text = |name: &str| reply.header(name).unwrap_or_default().to_owned();
    let head = Head {
        url: url.to_owned(),
        content_type: text("content-type"),
        robots: reply.headers("x-robots-tag"),
        etag: reply.header("etag").map(str::to_owned),
        last_modified: reply.header("last-modified").map(str::to_owned),
        ..Head::default()
    };
    let mut is_cut = reply.is_cut;
    let encoding = reply.header("content-encoding").unwrap_or_default().trim().to_owned();
    let body = match encoding.as_str() {
        "" | "identity" => Some(reply.body),
        "gzip" | "x-gzip" => {
            let mut raw = Vec::new();
            let read = MultiGzDecoder::new(reply.body.as_slice())
                .take(limit.saturating_add(1))
                .read_to_end(&mut raw);
            // Of what was cut off, the beginning can be read.
            let is_readable = read.is_ok() || is_cut;
            is_cut |= raw.len() as u64 > limit;
            is_readable.then_some(raw)
        }
        _ => None,
    };
    Fetched {
        status: reply.status,
        url: reply.redirects.last().map_or(url, String::as_str).to_owned(),
        head,
        is_read: body.is_some() && reply.is_read,
        is_cut,
        body: body.unwrap_or_default(),
    }
}
