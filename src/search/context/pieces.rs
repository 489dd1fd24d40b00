//! The Markdown of one section, in pieces whose tokens are counted one by one: heading, address, lines of text.

use crate::index::{FoundPlace, PageText, SectionText};
use crate::search::answer::{ContextRequest, Fit, Request};
use crate::search::sites::absolute;
use crate::search::sites::shown_text::places;
use crate::text::concat;

/// Between the parts of a breadcrumb.
const BELOW: &str = " › ";

/// Bytes for each allowed token beyond which nothing is counted: a longer section does not fit. Word pieces of running
/// text have four or five bytes.
const MOST_BYTES: usize = 16;

/// Bytes of a text that are counted however few tokens are allowed, so that most sections are counted whole.
const LEAST_BYTES: usize = 1 << 13;

/// What sections are gathered for.
pub(in crate::search) struct Sources<'a> {
    pub request: &'a Request,
    pub asked: &'a ContextRequest,
    /// Whether all sections are wanted, also those that repeat others.
    pub all: bool,
    pub fit: Option<Fit>,
}

/// A section as it stands in the Markdown.
pub(super) struct Pieces<'a> {
    pub place: FoundPlace,
    pub breadcrumb: Vec<String>,
    pub text: &'a SectionText,
    /// `## Title › Heading`
    heading: String,
    /// `Source: https://…`
    source: String,
    /// Bytes of the text that are counted; all, unless it is far too long.
    counted: usize,
}

/// A title or an address; with a line break of a hostile index, it would look like further sections.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

impl<'a> Pieces<'a> {
    pub fn of(text: &'a SectionText, page: &PageText, root: &str, sources: &Sources<'_>) -> Self {
        let Sources { request, asked, .. } = *sources;
        let mut place = places(text, page, request).swap_remove(0);
        place.url = absolute(root, &place.url);
        let mut breadcrumb: Vec<String> = Vec::new();
        for part in std::iter::once(&place.title).chain(&text.path).chain([&text.heading]) {
            if !part.is_empty() && breadcrumb.last() != Some(part) {
                breadcrumb.push(part.clone());
            }
        }
        let heading = concat(&["## ", &one_line(&breadcrumb.join(BELOW))]);
        let is_absolute = place.url.starts_with("https://") || place.url.starts_with("http://");
        let site = if is_absolute { "" } else { asked.site.as_str() };
        let source = concat(&["Source: ", site, &one_line(&place.url)]);
        let most = asked.max_tokens.saturating_mul(MOST_BYTES).max(LEAST_BYTES).min(text.text.len());
        Pieces { place, breadcrumb, text, heading, source, counted: text.text.ceil_char_boundary(most) }
    }

    /// Whether all of the text is counted.
    pub fn are_all(&self) -> bool {
        self.counted == self.text.text.len()
    }

    /// The tokens of the whole section, by those of heading, address and the lines that are counted.
    pub fn extrapolated(&self, counted: &[usize]) -> usize {
        let (head, lines) = counted.split_at(counted.len().min(2));
        let of_text: usize = lines.iter().sum();
        head.iter().sum::<usize>() + of_text.saturating_mul(self.text.text.len()) / self.counted.max(1)
    }

    /// Bytes of the text that are counted.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// What to count: heading, address, and the lines of the text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [self.heading.as_str(), &self.source].into_iter().chain(self.lines())
    }

    /// The lines that are counted.
    pub fn lines(&self) -> std::str::Split<'_, char> {
        crate::text::cut(&self.text.text, ..self.counted).split('\n')
    }

    /// The Markdown with this text, all or a part of the section's own.
    pub fn markdown(&self, text: &str) -> String {
        concat(&[&self.heading, "\n\n", &self.source, "\n\n", text])
    }
}
