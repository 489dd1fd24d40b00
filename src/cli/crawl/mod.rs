//! `docfuse build https://docs.example/`: fetches the pages of a deployed site.
//!
//! Which pages: those of its sitemaps (`sitemap`), else those that links lead to from the first one. `scope` says which
//! addresses are of the site, `robots` which may be fetched. `fetch` asks, at a polite rate, and `page` reads; `page_cache` has what an
//! earlier run got; `copy` writes the pages as files. What is left out has a reason, as in a folder.

mod args;
mod canonical;
mod copy;
mod fetch;
mod page;
mod page_cache;
mod robots;
mod scope;
mod sitemap;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::PathBuf;

use indicatif::ProgressBar;
use ureq::http::Uri;

use super::error::CliError;
use super::http::HttpError;
use super::output::{progress, remark};
use super::site::site_files::digest;
use super::site::site_reader::ReadFile;
use crate::ingest::{IngestConfig, LeftOut, MAX_PAGE_BYTES, Placed, RawPage, route_of};
pub use args::CrawlArgs;
use canonical::Elsewhere;
use copy::Copy;
use fetch::{Fetched, Fetcher};
use page_cache::PageCache;
use robots::Robots;
use scope::{Place, Scope, resolved};
use sitemap::Sitemap;

/// Requests a second, unless the author says otherwise.
const USUAL_RATE: f64 = 5.0;

/// Most sitemaps of a site.
const MAX_SITEMAPS: usize = 500;

/// Most addresses that are known at once; what is beyond is not a site of pages.
const MAX_KNOWN: usize = 1_000_000;

/// Requests in a row without an answer after which nothing is asked any more.
const MAX_FAILURES: usize = 10;

/// What is asked for.
pub struct Asked<'a> {
    /// The address that the author named.
    pub start: &'a str,
    pub args: &'a CrawlArgs,
    /// The command of a browser for pages that scripts make.
    pub render: Option<&'a str>,
    pub config: &'a IngestConfig,
    /// The folder for what later runs reuse.
    pub cache: Option<PathBuf>,
}

/// Fetches a site.
///
/// # Errors
/// The first page, or robots.txt, has no answer; the host stops to answer; or the copy cannot be written.
pub fn crawl(asked: &Asked<'_>) -> Result<Vec<ReadFile>, CliError> {
    let wrong = || {
        let start = asked.start;
        CliError::Argument(format!("an address such as https://docs.example/ expected, {start:?} found"))
    };
    let copy = asked.args.save.as_deref().map(Copy::begin).transpose()?;
    let start: Uri = asked.start.split(['#', '?']).next().unwrap_or_default().parse().map_err(|_| wrong())?;
    let mut scope = Scope::of(&start).ok_or_else(wrong)?;
    let mut fetcher = Fetcher::new(asked.args.rate.unwrap_or(USUAL_RATE));
    let first = fetcher.get(&start.to_string(), MAX_PAGE_BYTES as u64, &|_| true, &is_html, None)?;
    fetcher.start_from(start.clone());
    if first.status != 200 {
        return Err(CliError::Host(format!(
            "{}: a page expected, status {} found; name the address of the documentation's first page",
            first.url, first.status
        )));
    }
    let end: Uri = first.url.parse().map_err(|_| wrong())?;
    scope = scope.moved_to(&start, &end);
    let robots = robots_of(&mut fetcher, &scope)?;
    if let Some(delay) = robots.delay.filter(|_| asked.args.rate.is_none()) {
        fetcher.slow_down(delay);
    }
    let cache = PageCache::open(asked.cache.clone(), &scope.root());
    let bar = progress("fetching", 1);
    let mut crawl = Crawl {
        asked,
        scope,
        robots,
        fetcher,
        cache,
        copy,
        bar,
        queue: VecDeque::new(),
        known: HashSet::new(),
        pages: BTreeMap::new(),
        elsewhere: BTreeMap::new(),
        redirects: HashMap::new(),
        left_out: BTreeMap::new(),
        follows: true,
        bytes: 0,
        fetched: 0,
        failures: 0,
        last_failure: None,
    };
    crawl.read_sitemaps()?;
    if crawl.queue.is_empty() {
        crawl.offer(&end, &end.to_string());
    } else {
        crawl.follows = false;
    }
    crawl.run()?;
    crawl.finish()
}

/// Whether a body of this type is a page.
fn is_html(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    // Old hosts name none.
    matches!(kind.as_str(), "" | "text/html" | "application/xhtml+xml")
}

/// The rules of the host. Without a robots.txt, everything is allowed.
fn robots_of(fetcher: &mut Fetcher, scope: &Scope) -> Result<Robots, CliError> {
    let url = scope.at_host("robots.txt");
    let found = fetcher.get(&url, robots::MAX_BYTES, &|_| true, &|_| true, None);
    match found {
        // What is beyond does not count.
        Err(HttpError::TooLong { .. }) => Ok(Robots::default()),
        Err(error) => Err(error.into()),
        Ok(Fetched { status: 200, body, .. }) => Ok(Robots::parse(&String::from_utf8_lossy(&body))),
        Ok(Fetched { status, .. }) if status >= 500 || status == 429 => Err(CliError::Host(format!(
            "{url}: what may be fetched expected, status {status} found; try again when the host answers"
        ))),
        Ok(_) => Ok(Robots::default()),
    }
}

/// A page that was fetched.
struct Page {
    placed: Placed,
    content: Vec<u8>,
    page: Result<RawPage, LeftOut>,
}

/// A site that is being fetched.
struct Crawl<'a> {
    asked: &'a Asked<'a>,
    scope: Scope,
    robots: Robots,
    fetcher: Fetcher,
    cache: PageCache,
    copy: Option<Copy>,
    bar: ProgressBar,
    /// Addresses with their places, those of routes behind a `#`.
    queue: VecDeque<(String, Placed)>,
    /// Paths of places that were in the queue.
    known: HashSet<String>,
    /// By path.
    pages: BTreeMap<String, Page>,
    /// Pages that name another one as their canonical address, by path.
    elsewhere: BTreeMap<String, Elsewhere>,
    /// Where addresses redirect to, by path.
    redirects: HashMap<String, String>,
    left_out: BTreeMap<String, LeftOut>,
    /// Whether links are followed.
    follows: bool,
    bytes: u64,
    fetched: usize,
    failures: usize,
    last_failure: Option<HttpError>,
}

impl Crawl<'_> {
    /// Puts an address into the queue, unless it is known. `written` names it if it is left out.
    fn offer(&mut self, address: &Uri, written: &str) -> Option<Placed> {
        let query = address.query().is_some_and(|query| !query.is_empty());
        match self.scope.place(address) {
            Place::LeftOut(reason) => {
                // Of links, most lead elsewhere.
                if reason != LeftOut::OtherSite || !self.follows {
                    self.leave_out(written, reason);
                }
                None
            }
            Place::Page(url, placed) => {
                if query {
                    // Filters, calendars and the like make them without number. Without it, it may be a page.
                    self.leave_out(written, LeftOut::Query);
                }
                if self.known.len() < MAX_KNOWN && self.known.insert(placed.path.clone()) {
                    if !self.robots.allows(address.path()) {
                        self.leave_out(&placed.path, LeftOut::Robots);
                        return None;
                    }
                    if let Some(reason) = self.asked.config.excluded(&placed.path) {
                        self.leave_out(&placed.path, reason);
                        return None;
                    }
                    self.queue.push_back((url, placed.clone()));
                }
                Some(placed)
            }
        }
    }

    fn leave_out(&mut self, name: &str, reason: LeftOut) {
        let name = name.strip_prefix(&self.scope.root()).unwrap_or(name);
        if self.left_out.len() < MAX_KNOWN {
            self.left_out.entry(name.to_owned()).or_insert(reason);
        }
    }

    /// The pages of all sitemaps: those that robots.txt names, else those at the usual places.
    fn read_sitemaps(&mut self) -> Result<(), CliError> {
        self.follows = false;
        let mut queue: VecDeque<String> = self.robots.sitemaps.iter().cloned().collect();
        if queue.is_empty() {
            queue = [format!("{}sitemap.xml", self.scope.root()), self.scope.at_host("sitemap.xml")].into();
        }
        let mut seen = HashSet::new();
        while let Some(url) = queue.pop_front().filter(|_| seen.len() < MAX_SITEMAPS) {
            let Ok(address) = url.parse::<Uri>() else { continue };
            if !self.scope.is_host_of(&address) || !seen.insert(url.clone()) {
                continue;
            }
            let (scope, robots) = (&self.scope, &self.robots);
            let may = |to: &Uri| scope.is_host_of(to) && robots.allows_address(to);
            let Ok(found) = self.fetcher.get(&url, sitemap::MAX_BYTES, &may, &|_| true, None) else {
                continue;
            };
            match Sitemap::parse(&found.body).filter(|_| found.status == 200) {
                None => {}
                Some(Sitemap::Index(sitemaps)) => queue.extend(sitemaps),
                Some(Sitemap::Pages(pages)) => {
                    for page in pages {
                        let resolved = resolved(&address, &page);
                        resolved.and_then(|address| self.offer(&address, &page));
                    }
                }
            }
        }
        if self.queue.is_empty() {
            // Sitemaps of other sites say nothing of this one.
            self.left_out.clear();
            self.follows = true;
        }
        Ok(())
    }

    /// Fetches what is in the queue, and what comes into it.
    fn run(&mut self) -> Result<(), CliError> {
        let most = self.asked.args.max_pages.unwrap_or(10_000) as usize;
        let most_bytes = u64::from(self.asked.args.max_mb.unwrap_or(1_000)) * 1_000_000;
        while let Some((url, placed)) = self.queue.pop_front() {
            if self.fetched >= most || self.bytes >= most_bytes {
                self.leave_out(&placed.path, LeftOut::Limit);
                continue;
            }
            self.fetched += 1;
            self.bar.set_length((self.fetched + self.queue.len()) as u64);
            if url.contains('#') {
                self.route(&url, placed)?
            } else {
                self.page(&url, placed)?
            }
            self.bar.inc(1);
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    /// The files of the site, and its copy.
    fn finish(mut self) -> Result<Vec<ReadFile>, CliError> {
        self.settle_canonical();
        if self.pages.is_empty()
            && let Some(error) = self.last_failure
        {
            return Err(error.into());
        }
        if let Some(copy) = self.copy {
            // A route has no file.
            let is_file = |page: &&Page| page.page.is_ok() && route_of(&page.placed.path).is_empty();
            let pages = self.pages.values().filter(is_file);
            let failed: Vec<CliError> =
                pages.filter_map(|page| copy.add(&page.placed.path, &page.content).err()).collect();
            if let Some(first) = failed.first() {
                remark(format_args!("warning: {} pages are not in the copy: {first}", failed.len()));
            }
            copy.finish()?;
        }
        self.cache.finish();
        let read = self
            .pages
            .into_values()
            .map(|page| ReadFile::new(page.placed.path, Some(digest(&page.content)), page.page));
        let unread = self.left_out.into_iter().map(|(name, reason)| ReadFile::new(name, None, Err(reason)));
        Ok(read.chain(unread).collect())
    }
}
