//! Chooses whole sections for a number of tokens: in the order of the hits, without repetitions.

use super::markdown_links::without_foreign_links;
use super::pieces::Pieces;
use super::repetition::Repetition;
use super::tokens::{TokenCounts, estimate};
use crate::ids::SectionId;
use crate::index::{PageText, SectionText};
use crate::search::answer::{Context, ContextRequest, ContextSection, Fit, LongSection, Request};
use crate::text::cut;

/// A hit's section, its text, its page, and what to put before its address.
pub(in crate::search) type Found<'a> = (SectionId, &'a SectionText, &'a PageText, &'a str);

/// What is said above hits where the fit is weak. Markdown begins with it: who reads nothing else would take the nearest
/// for an answer.
pub const WEAK_FIT: &str = "Nothing matches closely. These are the nearest sections.";

/// What is said above hits where no section has all words, which were asked for.
pub const FEWER_WORDS: &str = "No section has all words. These have some of them.";

/// What sections are gathered for.
pub(in crate::search) struct Sources<'a> {
    pub request: &'a Request,
    pub asked: &'a ContextRequest,
    /// Whether all sections are wanted, also those that repeat others.
    pub all: bool,
    pub fit: Option<Fit>,
}

/// What to count for these sections, and the state that waits for it.
pub(in crate::search) fn texts_to_count<'a>(
    sources: &Sources<'_>,
    found: impl Iterator<Item = Found<'a>>,
) -> (Vec<String>, TokenCounts) {
    let mut texts = Vec::new();
    let mut sections = Vec::new();
    for (section, text, page, root) in found {
        let before = texts.len();
        let pieces = Pieces::of(text, page, root, sources);
        texts.extend(pieces.texts().map(str::to_owned));
        sections.push((section, texts.len() - before));
    }
    (texts, TokenCounts::ask(sections))
}

/// A section that is chosen.
struct Chosen<'a> {
    pieces: Pieces<'a>,
    repetition: Repetition,
    tokens: usize,
    /// Bytes of its text; fewer than all of them if it is cut.
    bytes: usize,
}

/// Chooses among the hits, best first. A section that repeats a chosen one is passed over; one that has all of a chosen
/// one takes its place if it fits. O(texts + sections²).
pub(in crate::search) fn gather<'a>(
    sources: &Sources<'_>,
    found: impl Iterator<Item = Found<'a>>,
    counts: &TokenCounts,
) -> Context {
    let (mut note, mut most) = ("", sources.asked.max_tokens);
    if sources.fit.is_some()
        && let Some(left) = most.checked_sub(estimate(WEAK_FIT))
    {
        (note, most) = (WEAK_FIT, left);
    }
    let mut chosen: Vec<Chosen<'a>> = Vec::new();
    let mut left_out = Vec::new();
    for (section, text, page, root) in found {
        if text.text.trim_ascii().is_empty() {
            continue;
        }
        let repetition = Repetition::of(&text.heading, &text.text);
        if !sources.all && chosen.iter().any(|other| repetition.is_in(&other.repetition)) {
            continue;
        }
        let pieces = Pieces::of(text, page, root, sources);
        let counted = counts.of(section, &pieces);
        let tokens = match pieces.are_all() {
            true => counted.iter().sum(),
            false => pieces.extrapolated(&counted).max(most.saturating_add(1)),
        };
        let has_all_of = |other: &Chosen<'_>| !sources.all && other.repetition.is_in(&repetition);
        let kept: usize = chosen.iter().filter(|other| !has_all_of(other)).map(|other| other.tokens).sum();
        if kept.saturating_add(tokens) <= most {
            let at = chosen.iter().position(has_all_of).unwrap_or(chosen.len());
            chosen.retain(|other| !has_all_of(other));
            chosen.insert(at, Chosen { pieces, repetition, tokens, bytes: text.text.len() });
        } else if let Some((bytes, tokens)) = beginning(&pieces, &counted, most).filter(|_| chosen.is_empty())
        {
            // What is not shown is no repetition elsewhere.
            let repetition = Repetition::of(&text.heading, cut(&text.text, ..bytes));
            chosen.push(Chosen { pieces, repetition, tokens, bytes });
        } else {
            let Pieces { place, breadcrumb, .. } = pieces;
            left_out.push(LongSection { url: place.url, breadcrumb, tokens });
        }
    }
    let mut tokens = chosen.iter().map(|chosen| chosen.tokens).sum();
    let mut markdown = String::new();
    if !note.is_empty() && !chosen.is_empty() {
        markdown.push_str(note);
        tokens += estimate(note);
    }
    let mut sections = Vec::with_capacity(chosen.len());
    for Chosen { pieces, tokens, bytes, .. } in chosen {
        let text = cut(&pieces.text.text, ..bytes).trim_ascii_end();
        if !markdown.is_empty() {
            markdown.push_str("\n\n");
        }
        markdown.push_str(&pieces.markdown(text));
        sections.push(ContextSection {
            text: text.to_owned(),
            tokens,
            cut: bytes < pieces.text.text.len(),
            id: pieces.text.id.clone(),
            url: pieces.place.url,
            title: pieces.place.title,
            version: pieces.place.version,
            breadcrumb: pieces.breadcrumb,
        });
    }
    let markdown = without_foreign_links(&markdown).into_owned();
    Context { sections, markdown, tokens, counted: counts.counting(), left_out }
}

/// The bytes and the tokens of as many lines as fit; `None` if not even the first one does. `counted` has the tokens of
/// heading, address and lines.
fn beginning(pieces: &Pieces<'_>, counted: &[usize], most: usize) -> Option<(usize, usize)> {
    let (head, lines) = counted.split_at_checked(2)?;
    let mut tokens: usize = head.iter().sum();
    let mut bytes = 0;
    // A line that is not counted to its end may not fit.
    let whole = lines.len() - usize::from(!pieces.are_all());
    for (line, count) in pieces.lines().zip(lines).take(whole) {
        if tokens + count > most {
            break;
        }
        tokens += count;
        // With its line break, unless it is the last.
        bytes += line.len() + 1;
    }
    (bytes > 0).then_some((bytes.min(pieces.counted()), tokens))
}
