//! Chooses whole sections for a number of tokens: in the order of the hits, without repetitions.

use super::markdown_links::without_foreign_links;
use super::pieces::{Pieces, Sources};
use super::repetition::Repetition;
use super::tokens::{TokenCounts, estimate};
use crate::ids::SectionId;
use crate::index::{PageText, SectionText};
use crate::search::answer::{Context, ContextSection, LongSection};
use crate::text::cut;

/// A hit's section, its text, its page, and what to put before its address.
pub(in crate::search) type Found<'a> = (SectionId, &'a SectionText, &'a PageText, &'a str);

/// What is said above hits where the fit is weak. Markdown begins with it: who reads nothing else would take the nearest
/// for an answer.
pub const WEAK_FIT: &str = "Nothing matches closely. These are the nearest sections.";

/// What is said above hits where no section has all words, which were asked for.
pub const FEWER_WORDS: &str = "No section has all words. These have some of them.";

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
    let mut selection = Selection { sources, most, chosen: Vec::new(), left_out: Vec::new() };
    for found in found {
        selection.add(found, counts);
    }
    let Selection { chosen, left_out, .. } = selection;
    let note = if chosen.is_empty() { "" } else { note };
    let own: usize = chosen.iter().map(|chosen| chosen.tokens).sum();
    let tokens = own + if note.is_empty() { 0 } else { estimate(note) };
    let mut markdown = note.to_owned();
    let mut sections = Vec::with_capacity(chosen.len());
    for chosen in chosen {
        let text = cut(&chosen.pieces.text.text, ..chosen.bytes).trim_ascii_end();
        if !markdown.is_empty() {
            markdown.push_str("\n\n");
        }
        markdown.push_str(&chosen.pieces.markdown(text));
        sections.push(chosen.section(text));
    }
    let markdown = without_foreign_links(&markdown).into_owned();
    Context { sections, markdown, tokens, counted: counts.counting(), left_out }
}

/// Sections as they are chosen.
struct Selection<'a, 's> {
    sources: &'s Sources<'s>,
    /// Tokens for all.
    most: usize,
    chosen: Vec<Chosen<'a>>,
    left_out: Vec<LongSection>,
}

impl<'a> Selection<'a, '_> {
    /// Chooses a section, the beginning of the first one if it is too long, or notes that it is left out.
    fn add(&mut self, (section, text, page, root): Found<'a>, counts: &TokenCounts) {
        if text.text.trim_ascii().is_empty() {
            return;
        }
        let (all, most) = (self.sources.all, self.most);
        let repetition = Repetition::of(&text.heading, &text.text);
        if !all && self.chosen.iter().any(|other| repetition.is_in(&other.repetition)) {
            return;
        }
        let pieces = Pieces::of(text, page, root, self.sources);
        let counted = counts.of(section, &pieces);
        let tokens = match pieces.are_all() {
            true => counted.iter().sum(),
            false => pieces.extrapolated(&counted).max(most.saturating_add(1)),
        };
        let has_all_of = |other: &Chosen<'_>| !all && other.repetition.is_in(&repetition);
        let kept = self.chosen.iter().filter(|other| !has_all_of(other));
        let kept: usize = kept.map(|other| other.tokens).sum();
        if kept.saturating_add(tokens) <= most {
            let at = self.chosen.iter().position(has_all_of).unwrap_or(self.chosen.len());
            self.chosen.retain(|other| !has_all_of(other));
            self.chosen.insert(at, Chosen { pieces, repetition, tokens, bytes: text.text.len() });
        } else if let Some((bytes, tokens)) =
            beginning(&pieces, &counted, most).filter(|_| self.chosen.is_empty())
        {
            // What is not shown is no repetition elsewhere.
            let repetition = Repetition::of(&text.heading, cut(&text.text, ..bytes));
            self.chosen.push(Chosen { pieces, repetition, tokens, bytes });
        } else {
            let Pieces { place, breadcrumb, .. } = pieces;
            self.left_out.push(LongSection { url: place.url, breadcrumb, tokens });
        }
    }
}

impl Chosen<'_> {
    /// The section as it is given, with its text or the beginning of it.
    fn section(self, text: &str) -> ContextSection {
        let Chosen { pieces, tokens, bytes, .. } = self;
        ContextSection {
            text: text.to_owned(),
            tokens,
            cut: bytes < pieces.text.text.len(),
            id: pieces.text.id.clone(),
            url: pieces.place.url,
            title: pieces.place.title,
            version: pieces.place.version,
            breadcrumb: pieces.breadcrumb,
        }
    }
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
