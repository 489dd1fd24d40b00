//! [`DocsServer`]: answers calls, one at a time.

use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::about::About;
use super::addresses::{Place, find};
use super::found::Found;
use super::tools::{ReadCall, SearchCall};
use crate::clock::now;
use crate::folder::IndexFolder;
use crate::folder::site_address::SiteAddress;
use crate::http::deadline::Deadline;
use crate::output::bytes;
use crate::output::printable::{self, line};
use docfuse::ids::SectionId;
use docfuse::index::Slot;
use docfuse::search::{Context, ContextRequest, Hit, Mode, Request};

/// Most bytes of terms and texts that the engine keeps between searches.
const MOST_BLOCK_BYTES: usize = 64 << 20;

/// Most stored bytes of texts that are read to find an address.
const MOST_SCANNED_BYTES: u64 = 64 << 20;

/// How often, at most, the index is looked at anew.
const RECHECK_AFTER: Duration = Duration::from_secs(30);

/// Most pages of a list.
const MOST_LISTED: usize = 100;

/// Why an address was not read, for the model.
pub enum NotRead {
    /// Nothing is there.
    Missing(String),
    /// It may be read later, or after a search.
    Unreadable(String),
}

impl NotRead {
    /// What to tell.
    pub fn message(self) -> String {
        match self {
            NotRead::Missing(message) | NotRead::Unreadable(message) => message,
        }
    }
}

/// Some pages of an index.
pub struct ListedPages {
    /// Addresses and titles.
    pub pages: Vec<(String, String)>,
    /// The number of the page behind them, if there is one.
    pub next: Option<usize>,
}

/// An index that answers calls.
pub struct DocsServer {
    index: IndexFolder,
    site: SiteAddress,
    mode: Mode,
    about: watch::Sender<About>,
    /// When the manifest was read last.
    checked: Instant,
}

impl DocsServer {
    /// A server of an index. Reads what it says of the site.
    pub fn new(mut index: IndexFolder, site: SiteAddress, mode: Mode) -> Self {
        let about = watch::Sender::new(About::of(&mut index, &site));
        DocsServer { index, site, mode, about, checked: now() }
    }

    /// Loads the encoder, so that the first call need not wait for it.
    pub fn prepare(&mut self, deadline: Option<Deadline>) {
        self.index.set_deadline(deadline);
        self.load_encoder();
    }

    fn load_encoder(&mut self) {
        if self.mode != Mode::Lexical {
            self.index.load_encoder();
        }
    }

    /// What is known of the site, also when the index is built or deployed again.
    pub fn about(&self) -> watch::Receiver<About> {
        self.about.subscribe()
    }

    /// Begins a call, for which a host must have sent everything by the deadline.
    pub fn begin(&mut self, deadline: Option<Deadline>) {
        self.index.set_deadline(deadline);
        if self.checked.elapsed() > RECHECK_AFTER {
            self.reopen();
        }
        self.index.tidy(MOST_BLOCK_BYTES);
    }

    /// Opens the index that was built or deployed since, if there is one.
    fn reopen(&mut self) -> bool {
        self.checked = now();
        let is_new = self.index.reopen_if_changed();
        if is_new {
            self.about.send_replace(About::of(&mut self.index, &self.site));
        }
        is_new
    }

    /// Answers a search.
    ///
    /// # Errors
    /// What went wrong, for the model.
    pub fn search(&mut self, call: &SearchCall) -> Result<Found, String> {
        let request = Request {
            text: call.query.clone(),
            mode: self.mode,
            limit: call.limit,
            minimum_should_match: call.minimum.clone(),
            version: call.version.clone(),
            filters: call.filters.clone().into_iter().collect(),
            ..Request::default()
        };
        let mut answer = self.index.query(&request).map_err(|error| safe(&error.to_string()))?;
        // A build or deployment since may have removed files, or have what is not found.
        let lacks_files = answer.degraded.iter().flatten().any(|problem| problem.file.is_some());
        if (lacks_files || answer.hits.is_empty() || answer.fit.is_some()) && self.reopen() {
            answer = self.index.query(&request).map_err(|error| safe(&error.to_string()))?;
        }
        Ok(Found::of(&answer, &self.index.pinned(&call.query), &self.site))
    }

    /// Pages from a number on, in the order of the index.
    ///
    /// # Errors
    /// What went wrong.
    pub fn pages(&mut self, from: usize) -> Result<ListedPages, String> {
        // To ask for counts lists all pages.
        let request = Request { facets: true, limit: MOST_LISTED, offset: from, ..Request::default() };
        let answer = self.index.query(&request).map_err(|error| safe(&error.to_string()))?;
        let page = |hit: Hit| (line(&hit.page).into_owned(), line(&hit.title).into_owned());
        let next = from.saturating_add(MOST_LISTED);
        let next = Some(next).filter(|next| *next < answer.total);
        Ok(ListedPages { pages: answer.hits.into_iter().map(page).collect(), next })
    }

    /// Reads a section or a page.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&mut self, call: &ReadCall) -> Result<String, NotRead> {
        let sections = self.sections_at(&call.address)?;
        let asked = ContextRequest { max_tokens: call.max_tokens, site: self.site.to_string() };
        self.load_encoder();
        let context = self.index.read(&sections, &asked);
        Ok(safe(&self.texts(&context, call.max_tokens)))
    }

    /// The sections at an address, with their texts.
    fn sections_at(&mut self, given: &str) -> Result<Vec<SectionId>, NotRead> {
        let address = self.site.relative(given).to_owned();
        let mut place = find(&mut self.index, &address, MOST_SCANNED_BYTES);
        let is_whole = matches!(&place, Place::Sections(sections) if self.has_texts(sections));
        if !is_whole && self.reopen() {
            place = find(&mut self.index, &address, MOST_SCANNED_BYTES);
        }
        let missing = |why: String| NotRead::Missing(safe(&format!("{given}: {why}")));
        let unreadable = |why: String| NotRead::Unreadable(safe(&format!("{given}: {why}")));
        match place {
            Place::Sections(sections) if self.has_texts(&sections) => Ok(sections),
            Place::Sections(_) | Place::Unread => Err(unreadable(format!(
                "whole texts expected, some could not be read from {}; try again",
                self.index.location().display()
            ))),
            Place::NoSection(others) => {
                let others = others.iter().map(|url| line(&self.site.whole(url)).into_owned());
                let others: Vec<String> = others.collect();
                Err(missing(format!(
                    "its page has no such section; sections of the page:\n{}",
                    others.join("\n")
                )))
            }
            Place::NoPage => Err(missing(
                "no such page in this documentation; use an address that search returns".to_owned(),
            )),
            Place::TooMany { bytes: count } => Err(unreadable(format!(
                "not among the last hits, and the texts of the site are too large to look through ({}); search for the \
                 section first",
                bytes(count)
            ))),
        }
    }

    /// Whether all texts of sections are loaded.
    fn has_texts(&self, sections: &[SectionId]) -> bool {
        sections.iter().all(|section| matches!(self.index.store().text(*section), Some((Slot::Ready(_), _))))
    }

    fn texts(&self, context: &Context, max_tokens: usize) -> String {
        let mut parts: Vec<String> = Vec::new();
        if !context.markdown.is_empty() {
            parts.push(context.markdown.clone());
        }
        if context.sections.iter().any(|section| section.cut) {
            parts.push(format!("(Only the beginning: the section has more than {max_tokens} tokens.)"));
        }
        if !context.left_out.is_empty() {
            let further = context.left_out.iter().map(|section| {
                let heading = section.breadcrumb.last().map(String::as_str).unwrap_or_default();
                let item =
                    format!("- {heading} ({} tokens): {}", section.tokens, self.site.whole(&section.url));
                line(&item).into_owned()
            });
            let further: Vec<String> = further.collect();
            parts.push(format!("Further sections, which did not fit:\n{}", further.join("\n")));
        }
        if parts.is_empty() {
            parts.push("The section has no text.".to_owned());
        }
        parts.join("\n\n")
    }
}

/// A text that an assistant may have.
fn safe(text: &str) -> String {
    printable::text(text).into_owned()
}
