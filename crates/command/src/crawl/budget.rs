//! [`Budget`]: what a crawl may take in all: pages and their bytes, requests, time, and memory for what it knows.

use std::time::Duration;

use super::args::CrawlArgs;
use crate::http::deadline::Deadline;
use docfuse_site::LeftOut;

/// Pages, megabytes of them and minutes, unless the author says otherwise.
const USUAL: (u32, u32, f64) = (10_000, 1_000, 1_440.0);

/// Requests for a page: some are redirected, some asked for again.
const REQUESTS_OF_PAGE: u64 = 4;

/// Requests beside: for robots.txt and sitemaps.
const MORE_REQUESTS: u64 = 1_000;

/// Bytes of addresses, and of what is left out. With a sitemap as it arrives and decompressed, a crawl stays below 256 MB
/// beside its pages.
const MAX_HELD: usize = 128 << 20;

/// Bytes that a name takes beside its own in the sets and lists that have it.
const OF_NAME: usize = 160;

/// The limits of a crawl, and what is used up.
pub struct Budget {
    pub most_pages: u32,
    most_bytes: u64,
    most_requests: u64,
    minutes: f64,
    pub until: Deadline,
    pub pages: u64,
    pub bytes: u64,
    pub requests: u64,
    held: usize,
}

impl Budget {
    /// What an author allows, from now on.
    pub fn of(args: &CrawlArgs) -> Self {
        let minutes = args.max_minutes.unwrap_or(USUAL.2);
        let most_pages = args.max_pages.unwrap_or(USUAL.0);
        Budget {
            most_pages,
            most_bytes: u64::from(args.max_mb.unwrap_or(USUAL.1)) * 1_000_000,
            most_requests: u64::from(most_pages) * REQUESTS_OF_PAGE + MORE_REQUESTS,
            minutes,
            until: Deadline::after(Duration::from_secs_f64(minutes * 60.0), "a site"),
            pages: 0,
            bytes: 0,
            requests: 0,
            held: 0,
        }
    }

    /// The limit that is reached, if one is.
    pub fn end(&self) -> Option<LeftOut> {
        let of = if self.pages >= u64::from(self.most_pages) {
            format!("{} pages (--max-pages)", self.most_pages)
        } else if self.bytes >= self.most_bytes {
            format!("{} MB of pages (--max-mb)", self.most_bytes / 1_000_000)
        } else if self.until.left().is_none() {
            format!("{} minutes (--max-minutes)", self.minutes)
        } else if self.requests >= self.most_requests {
            format!("{} requests (four for each of --max-pages)", self.most_requests)
        } else {
            return None;
        };
        Some(LeftOut::Limit { of })
    }

    /// Whether there is memory for these names.
    pub fn holds(&mut self, names: &[&str]) -> bool {
        let bytes: usize = names.iter().map(|name| name.len() + OF_NAME).sum();
        let has_room = self.held + bytes <= MAX_HELD;
        self.held += if has_room { bytes } else { 0 };
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_says_which() {
        let args = |minutes| CrawlArgs {
            max_pages: Some(2),
            max_mb: Some(3),
            max_minutes: minutes,
            ..CrawlArgs::default()
        };
        for (pages, bytes, requests, minutes, expected) in [
            (1, 2_999_999, 1_007, None, None),
            (2, 0, 0, None, Some("beyond the limit of 2 pages (--max-pages)")),
            (0, 3_000_000, 0, None, Some("beyond the limit of 3 MB of pages (--max-mb)")),
            (0, 0, 1_008, None, Some("beyond the limit of 1008 requests (four for each of --max-pages)")),
            (0, 0, 0, Some(0.0), Some("beyond the limit of 0 minutes (--max-minutes)")),
        ] {
            let budget = Budget { pages, bytes, requests, ..Budget::of(&args(minutes)) };
            assert_eq!(budget.end().map(|end| end.to_string()).as_deref(), expected);
        }
    }

    #[test]
    fn names_take_memory_until_there_is_no_more() {
        let mut budget = Budget::of(&CrawlArgs::default());
        let name = "x".repeat(1 << 20);
        let held = (0..1_000).filter(|_| budget.holds(&[&name])).count();
        assert_eq!(held, 127);
        assert!(budget.holds(&["x"]), "a shorter one still fits");
    }
}
