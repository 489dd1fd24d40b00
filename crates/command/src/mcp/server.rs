//! [`DocsServer`]: answers calls of the tools with text.

use std::time::{Duration, Instant};

use super::addresses::{Place, find};
use super::tools::{Call, ReadCall, SearchCall};
use crate::clock::now;
use crate::error::CliError;
use crate::folder::IndexFolder;
use crate::folder::site_address::SiteAddress;
use crate::http::deadline::Deadline;
use crate::output::bytes;
use crate::output::printable::{self, line};
use docfuse::error_code::ErrorCode;
use docfuse::ids::SectionId;
use docfuse::index::{Pinned, Slot};
use docfuse::search::{Answer, Context, ContextRequest, FEWER_WORDS, Hit, Mode, Related, Request, WEAK_FIT};

/// Most bytes of terms and texts that the engine keeps between searches.
const MOST_BLOCK_BYTES: usize = 64 << 20;

/// Most stored bytes of texts that are read to find an address.
const MOST_SCANNED_BYTES: u64 = 64 << 20;

/// How often, at most, the index is looked at anew.
const RECHECK_AFTER: Duration = Duration::from_secs(30);

/// An index that answers calls.
pub struct DocsServer {
    index: IndexFolder,
    site: SiteAddress,
    mode: Mode,
    /// When the manifest was read last.
    checked: Instant,
}

impl DocsServer {
    pub fn new(index: IndexFolder, site: SiteAddress, mode: Mode) -> Self {
        DocsServer { index, site, mode, checked: now() }
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

    /// Answers a call, for which a host must have sent everything by the deadline.
    ///
    /// # Errors
    /// What went wrong, for the model.
    pub fn answer(&mut self, call: &Call, deadline: Option<Deadline>) -> Result<String, String> {
        self.index.set_deadline(deadline);
        if self.checked.elapsed() > RECHECK_AFTER {
            self.reopen();
        }
        let answer = match call {
            Call::Search(call) => self.search(call).map_err(|error| error.to_string()),
            Call::Read(call) => self.read(call),
        };
        let safe = |text: String| printable::text(&text).into_owned();
        answer.map(safe).map_err(safe)
    }

    /// Opens the index that was built or deployed since, if there is one.
    fn reopen(&mut self) -> bool {
        self.checked = now();
        self.index.reopen_if_changed()
    }

    fn search(&mut self, call: &SearchCall) -> Result<String, CliError> {
        let request = Request {
            text: call.query.clone(),
            mode: self.mode,
            limit: call.limit,
            minimum_should_match: call.minimum.clone(),
            version: call.version.clone(),
            filters: call.filters.clone().into_iter().collect(),
            ..Request::default()
        };
        self.index.tidy(MOST_BLOCK_BYTES);
        let mut answer = self.index.query(&request)?;
        // A build or deployment since may have removed files, or have what is not found.
        let lacks_files = answer.degraded.iter().flatten().any(|problem| problem.file.is_some());
        if (lacks_files || answer.hits.is_empty() || answer.fit.is_some()) && self.reopen() {
            answer = self.index.query(&request)?;
        }
        let mut told: Vec<String> = self.index.pinned(&call.query).iter().map(|it| self.pinned(it)).collect();
        told.push(self.hits(&answer));
        Ok(told.join("\n\n"))
    }

    /// What a rule of the site shows, apart from the ranks.
    fn pinned(&self, pinned: &Pinned<'_>) -> String {
        let told = format!("Shown by the site for this query: {}", pinned.text());
        let address = pinned.url.map(|url| self.site.whole(url));
        let lines = [told].into_iter().chain(address).map(|part| line(&part).into_owned());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn hits(&self, answer: &Answer) -> String {
        let mut lines: Vec<String> = Vec::new();
        for correction in &answer.corrections {
            lines.push(format!("\"{}\" is on no page; taken for \"{}\".", correction.from, correction.to));
        }
        if answer.fewer {
            lines.push(FEWER_WORDS.to_owned());
        }
        if answer.fit.is_some() && !answer.hits.is_empty() {
            lines.push(WEAK_FIT.to_owned());
        }
        for (hit, rank) in answer.hits.iter().zip(1..) {
            lines.push(self.hit(hit, rank));
        }
        if answer.hits.is_empty() {
            lines.push("Nothing found.".to_owned());
        }
        for Related { word, related } in &answer.related {
            let words: Vec<&str> = related.iter().map(|it| it.word.as_str()).collect();
            lines.push(format!("Words used like \"{word}\": {}", words.join(", ")));
        }
        for suggestion in answer.other_suggestions() {
            let address = suggestion.url.as_deref().map(|url| format!(" ({})", self.site.whole(url)));
            let nearest = format!("Nearest: {}{}", suggestion.text, address.unwrap_or_default());
            lines.push(line(&nearest).into_owned());
        }
        // An index without vectors is the author's choice.
        let problems = answer.degraded.iter().flatten();
        for problem in problems.filter(|problem| problem.code != ErrorCode::NoDense.as_str()) {
            let note = format!("Note: {}: {}", problem.retriever, problem.message);
            lines.push(line(&note).into_owned());
        }
        lines.join("\n\n")
    }

    fn hit(&self, hit: &Hit, rank: usize) -> String {
        let mut breadcrumb = vec![hit.title.as_str()];
        breadcrumb.extend(hit.path.iter().chain([&hit.heading]).map(String::as_str));
        breadcrumb.retain(|part| !part.is_empty());
        breadcrumb.dedup();
        let version = if hit.version.is_empty() { String::new() } else { format!(" [{}]", hit.version) };
        let title = format!("{rank}. {}{version}", breadcrumb.join(" › "));
        // A title with line breaks would look like further hits.
        [&title, &self.site.whole(&hit.url), &hit.excerpt].map(|part| line(part).into_owned()).join("\n")
    }

    fn read(&mut self, call: &ReadCall) -> Result<String, String> {
        let address = self.site.relative(&call.address).to_owned();
        self.index.tidy(MOST_BLOCK_BYTES);
        let mut place = find(&mut self.index, &address, MOST_SCANNED_BYTES);
        let is_whole = matches!(&place, Place::Sections(sections) if self.has_texts(sections));
        if !is_whole && self.reopen() {
            place = find(&mut self.index, &address, MOST_SCANNED_BYTES);
        }
        let sections = match place {
            Place::Sections(sections) if self.has_texts(&sections) => sections,
            Place::Sections(_) | Place::Unread => {
                return Err(format!(
                    "{}: whole texts expected, some could not be read from {}; try again",
                    call.address,
                    self.index.location().display()
                ));
            }
            Place::NoSection(others) => {
                let others = others.iter().map(|url| line(&self.site.whole(url)).into_owned());
                let others: Vec<String> = others.collect();
                return Err(format!(
                    "{}: its page has no such section; sections of the page:\n{}",
                    call.address,
                    others.join("\n")
                ));
            }
            Place::NoPage => {
                return Err(format!(
                    "{}: no such page in this documentation; use an address that search returns",
                    call.address
                ));
            }
            Place::TooMany { bytes: count } => {
                return Err(format!(
                    "{}: not among the last hits, and the texts of the site are too large to look through ({}); search \
                     for the section first",
                    call.address,
                    bytes(count)
                ));
            }
        };
        let asked = ContextRequest { max_tokens: call.max_tokens, site: self.site.to_string() };
        self.load_encoder();
        let context = self.index.read(&sections, &asked);
        Ok(self.texts(&context, call.max_tokens))
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
