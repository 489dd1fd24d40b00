//! What a model reads to rerank hits: the query, and the best passage of each.

use super::Candidate;
use crate::search::answer::Request;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::excerpt::best_passage;
use crate::search::sites::shown_text::address;
use crate::text::cut;

/// Most bytes of a passage's text: some 200 word pieces. A model takes time in proportion.
const TEXT_BYTES: usize = 800;

/// Most bytes of its title, and of its heading.
const TITLE_BYTES: usize = 200;

/// What a model is asked: a score for each passage, larger for better answers to the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RerankTask {
    /// The query as read, with its words corrected.
    pub query: String,
    /// At most 100, in the order that they have without the model.
    pub passages: Vec<Passage>,
}

/// The passage of a section that matches most of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Passage {
    /// Number of the section in its index.
    pub id: u32,
    /// Address of the section, as in its hit.
    pub url: String,
    /// Title of the page, at most 200 bytes.
    pub title: String,
    /// Heading of the section, at most 200 bytes; empty for text before the first heading.
    pub heading: String,
    /// Part of the section's text, at most 800 bytes.
    pub text: String,
}

/// The passage of a candidate; `terms` are those that its matches count.
pub(super) fn passage(request: &Request, candidate: &Candidate<'_>, terms: &[&ScoredTerm]) -> Passage {
    let Candidate { section, text, page, matches, .. } = candidate;
    let best = best_passage(terms, matches, &text.text, TEXT_BYTES);
    Passage {
        id: section.0,
        url: address(text, page, request),
        title: beginning(&page.title),
        heading: beginning(&text.heading),
        text: cut(&text.text, best).to_owned(),
    }
}

fn beginning(text: &str) -> String {
    cut(text, 0..text.floor_char_boundary(TITLE_BYTES)).to_owned()
}
