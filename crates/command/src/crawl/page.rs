//! One page of a deployed site: fetched, read, and asked for its links.

use std::cell::Cell;

use ureq::http::Uri;

use super::canonical::Elsewhere;
use super::fetch::Fetched;
use super::robots::header_says;
use super::scope::{Place, resolved};
use super::{Crawl, LONG_ADDRESS, MAX_ADDRESS, MAX_FAILURES, PAGE, Page, is_html};
use crate::error::CliError;
use crate::http::HttpError;
use crate::output::remark;
use crate::site::render::{places_of, rendered_address, routes_of};
use crate::site::site_files::digest;
use docfuse_site::{
    LeftOut, MAX_PAGE_BYTES, PageLinks, Placed, RawPage, address as written, in_utf8, read_page, route_of,
    too_large,
};

impl Crawl<'_> {
    /// Fetches a page.
    ///
    /// # Errors
    /// The host has stopped to answer, or a browser cannot be started.
    pub(super) fn page(&mut self, url: &str, placed: Placed) -> Result<(), CliError> {
        let (scope, robots) = (&self.scope, &self.robots);
        let is_disallowed = Cell::new(false);
        let may = |to: &Uri| {
            let holds = scope.holds(to);
            is_disallowed.set(holds && !robots.allows_address(to));
            holds && !is_disallowed.get()
        };
        let found = self.fetcher.get(url, PAGE, &may, Some(&mut self.cache));
        let found = match found {
            Ok(found) => found,
            Err(HttpError::TooLong { limit, .. }) => {
                let reason = LeftOut::TooLarge { bytes: limit + 1, limit: MAX_PAGE_BYTES };
                self.leave_out(&placed.path, reason);
                return Ok(());
            }
            Err(error) => return self.failed(&placed, error),
        };
        if is_busy(found.status) {
            self.leave_out(&placed.path, LeftOut::Status { status: found.status });
            return self.count_busy(found);
        }
        self.failures = 0;
        let Ok(address) = found.url.parse::<Uri>() else { return Ok(()) };
        let mut placed = placed;
        if found.url != url {
            let Place::Page(_, end) = self.scope.place(&address) else {
                self.leave_out(&placed.path, LeftOut::RedirectAway);
                return Ok(());
            };
            if end.path != placed.path {
                self.leave_out(&placed.path, LeftOut::Redirect);
                self.redirects.insert(placed.path, end.path.clone());
                if !self.learns(&found.url, &end) {
                    return Ok(());
                }
            }
            placed = end;
        }
        let reason = match &found {
            _ if is_disallowed.get() => Some(LeftOut::Robots),
            Fetched { status: 301 | 302 | 303 | 307 | 308, .. } => Some(LeftOut::RedirectAway),
            Fetched { status, .. } if *status != 200 => Some(LeftOut::Status { status: *status }),
            Fetched { head, .. } if !is_html(&head.content_type) => {
                let found = head.content_type.split(';').next().unwrap_or_default().trim();
                Some(LeftOut::ContentType { found: found.chars().take(60).collect() })
            }
            Fetched { is_read: false, .. } => Some(LeftOut::NotHtml),
            Fetched { body, .. } => too_large(body.len() as u64),
        };
        if let Some(reason) = reason {
            self.leave_out(&placed.path, reason);
            return Ok(());
        }
        self.fetcher.budget.bytes += found.body.len() as u64;
        let content = in_utf8(found.body, charset(&found.head.content_type));
        self.read(&address, placed, content, &found.head.robots)
    }

    /// Reads a page, with its links.
    fn read(
        &mut self,
        address: &Uri,
        placed: Placed,
        mut content: Vec<u8>,
        robots: &str,
    ) -> Result<(), CliError> {
        let mut page = read_page(&placed.path, &content, self.asked.config);
        let is_made_by_scripts =
            page.as_ref().map_or_else(|why| *why == LeftOut::MadeByScripts, RawPage::is_made_by_scripts);
        let mut routes = Vec::new();
        if is_made_by_scripts && let Some(html) = self.rendered(&address.to_string())? {
            routes = routes_of(&placed.path, &html);
            page = read_page(&placed.path, &html, self.asked.config).map(RawPage::into_rendered);
            if !routes.is_empty() {
                page = page.map(|page| page.into_route(&places_of("", &html, "/")));
            }
            content = html;
        }
        let says = |word: &str| header_says(robots, word);
        if says("noindex") {
            page = Err(LeftOut::NoIndexHeader);
        }
        let links = PageLinks::of(&content);
        let base = links.base.as_deref().and_then(|base| resolved(address, base));
        let base = base.as_ref().unwrap_or(address);
        let canonical = links.canonical.as_deref().and_then(|href| resolved(base, href));
        let canonical = canonical.filter(|canonical| self.scope.holds(canonical));
        let other = canonical.and_then(|canonical| match self.scope.place(&canonical) {
            Place::Page(_, other) if other.path != placed.path => {
                self.offer(&canonical, &canonical.to_string())
            }
            _ => None,
        });
        if self.follows && !says("nofollow") {
            for link in &links.links {
                if link.len() > MAX_ADDRESS {
                    self.pass_over(LONG_ADDRESS);
                } else if let Some(to) = resolved(base, link) {
                    let written = to.to_string();
                    self.offer(&to, &written);
                }
            }
        }
        let is_wanted = !matches!(page, Err(LeftOut::NoIndex | LeftOut::NoIndexHeader));
        if is_wanted && other.is_none() && !says("nofollow") {
            self.offer_routes(address, routes);
        }
        if let Some(copy) = self.copy.as_mut().filter(|_| page.is_ok()) {
            copy.add(&placed.path, &content)?;
        }
        let digest = digest(&content);
        let page = Page { page: page.map(|page| page.placed(&placed)), placed, digest };
        let path = page.placed.path.clone();
        match other {
            Some(other) if page.page.is_ok() => {
                drop(self.elsewhere.insert(path, Elsewhere { page, other: other.path }))
            }
            _ => drop(self.pages.insert(path, page)),
        }
        Ok(())
    }

    /// The HTML of an address after its scripts have run, if a browser is to run them.
    fn rendered(&mut self, address: &str) -> Result<Option<Vec<u8>>, CliError> {
        let Some(browser) = self.asked.render else { return Ok(None) };
        self.fetcher.wait();
        rendered_address(browser, address)
    }

    /// Puts the routes of a page into the queue.
    fn offer_routes(&mut self, page: &Uri, routes: Vec<String>) {
        for path in routes {
            let url = format!("{page}#/{}", written(route_of(&path)));
            let placed = Placed::of_route(path);
            if let Some(reason) = self.asked.config.excluded(&placed.path) {
                self.leave_out(&placed.path, reason);
            } else if self.learns(&url, &placed) {
                self.queue.push_back((url, placed));
            }
        }
    }

    /// Has a browser show a route, and reads it.
    ///
    /// # Errors
    /// The browser cannot be started.
    pub(super) fn route(&mut self, url: &str, placed: Placed) -> Result<(), CliError> {
        let Some(content) = self.rendered(url)? else { return Ok(()) };
        self.fetcher.budget.bytes += content.len() as u64;
        let places = places_of(route_of(&placed.path), &content, "");
        let page = read_page(&placed.path, &content, self.asked.config);
        let page = page.map(|page| page.into_rendered().into_route(&places).placed(&placed));
        self.pages.insert(placed.path.clone(), Page { digest: digest(&content), placed, page });
        Ok(())
    }

    /// Counts an address without an answer.
    fn failed(&mut self, placed: &Placed, error: HttpError) -> Result<(), CliError> {
        let is_of_host = matches!(
            error,
            HttpError::Failed { .. }
                | HttpError::Silent { .. }
                | HttpError::TooSlow { .. }
                | HttpError::CutOff { .. }
        );
        self.leave_out(&placed.path, if is_of_host { LeftOut::NoAnswer } else { LeftOut::RedirectAway });
        if is_of_host { self.count_failure(error) } else { Ok(()) }
    }

    /// Counts a request without an answer.
    ///
    /// # Errors
    /// It is one of too many in a row.
    pub(super) fn count_failure(&mut self, error: HttpError) -> Result<(), CliError> {
        self.failures += 1;
        // Behind the end of the budget, no request has time.
        if self.failures < MAX_FAILURES || self.fetcher.budget.end().is_some() {
            self.last_failure = Some(error);
            return Ok(());
        }
        remark(format_args!("{MAX_FAILURES} requests in a row had no answer"));
        Err(error.into())
    }

    /// Counts an answer of a host that wants to be asked later.
    ///
    /// # Errors
    /// It is one of too many in a row.
    pub(super) fn count_busy(&mut self, Fetched { url, status, .. }: Fetched) -> Result<(), CliError> {
        self.failures += 1;
        if self.failures < MAX_FAILURES {
            return Ok(());
        }
        Err(CliError::Host(format!(
            "{url}: an answer expected, status {status} found, as for the {MAX_FAILURES} addresses before it; try again \
             later, or slower with --rate"
        )))
    }
}

/// Whether a host says that it is asked too often.
pub(super) fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 503)
}

/// The encoding that a host names.
fn charset(content_type: &str) -> Option<&str> {
    let parameters = content_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let mut charsets = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    charsets.next().map(|(_, value)| value.trim().trim_matches('"'))
}
