//! What each retriever returned for a query, by the names that known answers have.

use std::collections::HashSet;

use super::judged::Judged;
use super::metrics::Judgements;
use crate::eval::args::Level;
use crate::folder::IndexFolder;
use crate::folder::plain_address::plain;
use docfuse::ids::SectionId;
use docfuse::index::PageText;
use docfuse::lexical::ScoredSection;
use docfuse::search::{Hit, RankedList};

/// A page or section, and its score.
pub type Document = (String, f32);

/// One retriever's list, best first, no document twice.
pub struct List {
    pub retriever: &'static str,
    pub documents: Vec<Document>,
}

impl List {
    /// Whether one of the first `depth` is relevant.
    pub fn has_answer(&self, depth: usize, judgements: &Judgements) -> bool {
        self.documents
            .iter()
            .take(depth)
            .any(|(name, _)| judgements.get(&plain(name)).is_some_and(|grade| *grade > 0.0))
    }
}

/// What each retriever returned for the last query of `index`, at most `depth` documents of each. A page has the rank
/// and score of its best section. Reads the texts that have the names.
pub fn lists(index: &mut IndexFolder, judged: &Judged, depth: usize) -> Vec<List> {
    let cut = |list: &RankedList| (list.retriever, cut(index, &list.sections, judged.level, depth));
    let lists: Vec<(&'static str, Vec<ScoredSection>)> = index.lists().iter().map(cut).collect();
    let sections = lists.iter().flat_map(|(_, sections)| sections);
    index.load_texts(&mut sections.map(|scored| scored.section));
    let named = |scored: &ScoredSection| Some((name(index, scored.section, judged)?, scored.score));
    lists
        .iter()
        .map(|(retriever, sections)| List {
            retriever,
            documents: distinct(sections.iter().filter_map(named).collect()),
        })
        .collect()
}

/// Names and scores of hits, best first, no document twice.
pub fn fused(hits: &[Hit], judged: &Judged) -> Vec<Document> {
    let name = |hit: &Hit| match judged.level {
        Level::Page => hit.page.clone(),
        Level::Section => section_name(&hit.id, hit.url.clone(), judged),
    };
    distinct(hits.iter().map(|hit| (name(hit), hit.score)).collect())
}

/// The first `depth` sections, or the best sections of the first `depth` pages.
fn cut(index: &IndexFolder, sections: &[ScoredSection], level: Level, depth: usize) -> Vec<ScoredSection> {
    let mut pages = HashSet::new();
    let first =
        |scored: &&ScoredSection| level == Level::Section || pages.insert(index.page_of(scored.section));
    sections.iter().filter(first).take(depth).copied().collect()
}

/// Address of a section or of its page; `None` if its text could not be read.
fn name(index: &IndexFolder, section: SectionId, judged: &Judged) -> Option<String> {
    let (section, PageText { url: page, .. }) = index.text(section)?;
    if judged.level == Level::Page {
        return Some(page.clone());
    }
    let anchor = section.anchor.as_str();
    let url = if anchor.is_empty() { page.clone() } else { format!("{page}#{anchor}") };
    Some(section_name(&section.id, url, judged))
}

/// A record is named by its id, unless the known answers name it by its address.
fn section_name(id: &str, url: String, judged: &Judged) -> String {
    let is_known = |name: &str| judged.judgements.contains_key(&plain(name));
    if id.is_empty() || is_known(&url) && !is_known(id) { url } else { id.to_owned() }
}

/// The documents, each at its first place only.
pub fn distinct(mut documents: Vec<Document>) -> Vec<Document> {
    let mut seen = HashSet::new();
    documents.retain(|(name, _)| seen.insert(name.clone()));
    documents
}
