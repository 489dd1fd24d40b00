//! `docfuse build https://docs.example/`: fetches the pages of a deployed site.
//!
//! Which pages: those of its sitemaps (`sitemap`), else those that links lead to from the first one. `scope` says which
//! addresses are of the site, `robots` which may be fetched. `fetch` asks, at a polite rate, and `page` reads; `page_cache` has what an
//! earlier run got; `copy` writes the pages as files, `budget` ends it all. What is left out has a reason, as in a folder.

mod args;
mod budget;
mod canonical;
mod copy;
mod fetch;
mod page;
mod page_cache;
mod robots;
mod rules;
mod scope;
mod sitemap;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::PathBuf;

use indicatif::ProgressBar;
use ureq::http::Uri;

use super::error::CliError;
use super::http::HttpError;
use super::output::{progress, remark};
use super::site::site_reader::ReadFile;
pub use args::CrawlArgs;
use budget::Budget;
use canonical::Elsewhere;
pub use copy::Copy;
use docfuse_site::{IngestConfig, LeftOut, MAX_PAGE_BYTES, Placed, RawPage};
use fetch::{Fetched, Fetcher, Wanted};
use page::is_busy;
use page_cache::PageCache;
use robots::Robots;
use scope::{Place, Scope, resolved};
use sitemap::Sitemap;

/// Requests a second, unless the author says otherwise.
const USUAL_RATE: f64 = 5.0;

/// Most sitemaps of a site.
const MAX_SITEMAPS: usize = 500;

/// Most bytes of an address: browsers and the protocol of sitemaps have no longer ones.
const MAX_ADDRESS: usize = 2_048;

/// Why addresses are counted and not kept.
const NO_ROOM: &str = "addresses beyond the memory for them (128 MB); fetch a folder of the site";
const LONG_ADDRESS: &str = "addresses of more than 2048 bytes";
const MANY_SITEMAPS: &str = "sitemaps beyond the limit of 500, or of the crawl";

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

/// The files of a site, and its copy, which is put into place once there is an index.
pub type Crawled = (Vec<ReadFile>, Option<Copy>);

/// Fetches a site.
///
/// # Errors
/// The first page, or robots.txt, has no answer; the host stops to answer; or the copy cannot be written.
pub fn crawl(asked: &Asked<'_>) -> Result<Crawled, CliError> {
    let wrong = || {
        let start = asked.start;
        CliError::Argument(format!("an address such as https://docs.example/ expected, {start:?} found"))
    };
    let copy = asked.args.save.as_deref().map(Copy::begin).transpose()?;
    let start: Uri = asked.start.split(['#', '?']).next().unwrap_or_default().parse().map_err(|_| wrong())?;
    let mut scope = Scope::of(&start).ok_or_else(wrong)?;
    let mut fetcher = Fetcher::new(asked.args.rate.unwrap_or(USUAL_RATE), Budget::of(asked.args));
    let first = fetcher.get(&start.to_string(), PAGE, &|_| true, None)?;
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
        queued: HashSet::new(),
        pages: BTreeMap::new(),
        elsewhere: BTreeMap::new(),
        redirects: HashMap::new(),
        left_out: BTreeMap::new(),
        uncounted: BTreeMap::new(),
        follows: true,
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

/// A page, which is read whole or not at all.
const PAGE: Wanted<'_> = Wanted { reads: &is_html, limit: MAX_PAGE_BYTES as u64, cuts: false };

/// A file for programs, whose beginning counts.
const fn beginning(limit: u64) -> Wanted<'static> {
    Wanted { reads: &|_| true, limit, cuts: true }
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
    let unknown = |found: &str| {
        Err(CliError::Host(format!(
            "{url}: what may be fetched expected, {found} found; try again when the host answers"
        )))
    };
    match fetcher.get(&url, beginning(robots::MAX_BYTES + 1), &|_| true, None)? {
        Fetched { status: 200, is_read: false, .. } => unknown("an encoding that was not asked for"),
        Fetched { status: 200, body, .. } => Ok(Robots::parse(&body)),
        Fetched { status, .. } if status >= 500 || status == 429 => unknown(&format!("status {status}")),
        _ => Ok(Robots::default()),
    }
}

/// A page that was fetched.
struct Page {
    placed: Placed,
    /// SHA-256 of its content.
    digest: [u8; 32],
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
    queued: HashSet<String>,
    /// By path.
    pages: BTreeMap<String, Page>,
    /// Pages that name another one as their canonical address, by path.
    elsewhere: BTreeMap<String, Elsewhere>,
    /// Where addresses redirect to, by path.
    redirects: HashMap<String, String>,
    left_out: BTreeMap<String, LeftOut>,
    /// Addresses that no memory is spent on, by the reason.
    uncounted: BTreeMap<&'static str, usize>,
    /// Whether links are followed.
    follows: bool,
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
                if self.learns(&url, &placed) {
                    if !self.robots.allows(address.path()) {
                        self.leave_out(&placed.path, LeftOut::Robots);
                        return None;
                    }
                    if let Some(reason) = self.asked.config.unread(&placed.path) {
                        self.leave_out(&placed.path, reason);
                        return None;
                    }
                    self.queue.push_back((url, placed.clone()));
                }
                Some(placed)
            }
        }
    }

    /// Whether an address is new, and there is memory for it.
    fn learns(&mut self, url: &str, placed: &Placed) -> bool {
        if self.queued.contains(&placed.path) {
            return false;
        }
        let has_room = self.fetcher.budget.holds(&[url, &placed.path, &placed.path]);
        if has_room {
            self.queued.insert(placed.path.clone());
        } else {
            self.pass_over(NO_ROOM);
        }
        has_room
    }

    /// Counts an address that is not kept.
    fn pass_over(&mut self, reason: &'static str) {
        *self.uncounted.entry(reason).or_default() += 1;
    }

    fn leave_out(&mut self, name: &str, reason: LeftOut) {
        let name = name.strip_prefix(&self.scope.root()).unwrap_or(name);
        if self.left_out.contains_key(name) {
            return;
        }
        if self.fetcher.budget.holds(&[name]) {
            self.left_out.insert(name.to_owned(), reason);
        } else {
            self.pass_over(NO_ROOM);
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
        while let Some(url) = queue.pop_front() {
            let Ok(address) = url.parse::<Uri>() else { continue };
            if !self.scope.is_host_of(&address) || seen.contains(&url) {
                continue;
            }
            if seen.len() == MAX_SITEMAPS || self.fetcher.budget.end().is_some() {
                self.pass_over(MANY_SITEMAPS);
                continue;
            }
            let (scope, robots) = (&self.scope, &self.robots);
            let may = |to: &Uri| scope.is_host_of(to) && robots.allows_address(to);
            let found = self.fetcher.get(&url, beginning(sitemap::MAX_BYTES), &may, None);
            seen.insert(url);
            let found = match found {
                Ok(found) if is_busy(found.status) => {
                    self.count_busy(found)?;
                    continue;
                }
                Ok(found) if found.status == 200 => found,
                Ok(_) => continue,
                Err(error) => {
                    self.count_failure(error)?;
                    continue;
                }
            };
            self.failures = 0;
            sitemap::read(found.body, found.is_cut, &mut |kind, written| match kind {
                _ if written.len() > MAX_ADDRESS => self.pass_over(LONG_ADDRESS),
                Sitemap::Index if queue.len() < MAX_SITEMAPS => queue.push_back(written.to_owned()),
                Sitemap::Index => self.pass_over(MANY_SITEMAPS),
                Sitemap::Pages => {
                    let resolved = resolved(&address, written);
                    resolved.and_then(|address| self.offer(&address, written));
                }
            });
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
        while let Some((url, placed)) = self.queue.pop_front() {
            if let Some(end) = self.fetcher.budget.end() {
                self.leave_out(&placed.path, end);
                continue;
            }
            self.fetcher.budget.pages += 1;
            self.bar.set_length(self.fetcher.budget.pages + self.queue.len() as u64);
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
    fn finish(mut self) -> Result<Crawled, CliError> {
        self.settle_canonical()?;
        if self.pages.is_empty()
            && let Some(error) = self.last_failure
        {
            return Err(error.into());
        }
        for (reason, count) in &self.uncounted {
            remark(format_args!("warning: left out, {reason}: {count}"));
        }
        self.cache.finish();
        let read = self
            .pages
            .into_values()
            .map(|page| ReadFile::new(page.placed.path, Some(page.digest), page.page));
        let unread = self.left_out.into_iter().map(|(name, reason)| ReadFile::new(name, None, Err(reason)));
        Ok((read.chain(unread).collect(), self.copy))
    }
}
