//! Several indexes in one engine: how they are added, and where blocks and sections are among them.
//!
//! Terms have the document frequencies of all indexes, and each retriever's results are one list, so that the ranking is
//! that of one index of all pages, but for the average lengths in the impacts, which are those of each index. The first
//! index's settings, stop words and language hold for all.

use super::Engine;
use super::asked::Asked;
use crate::ids::{PageId, SectionId};
use crate::index::{
    BlockId, BlockKind, BlockRequest, Directory, IfFull, IndexError, MAX_SITES, PageText, SearchedSite,
    SectionText, Store,
};
use crate::limits::MAX_SECTIONS;
use crate::search::answer::{Degraded, Request};
use crate::search::engine::stages::Stages;
use crate::search::engine::{Embedded, Outcome};
use crate::search::fusion::rank::Ranked;
use crate::search::intent::Intent;
use crate::search::parse::ParsedQuery;
use crate::search::retrieve::{DENSE, LEXICAL};
use crate::search::sites::shown_text::loaded_text;
use crate::search::sites::{SITE, Sites};
use crate::search::step::Step;
use crate::text::{Analyzer, AnalyzerSettings, Language};

impl<S: Stages> Engine<S> {
    /// Says what the first index is among several.
    pub fn set_site(&mut self, site: SearchedSite) {
        self.pending = None;
        self.store.set_site(SearchedSite { number: 0, first_section: 0, first_page: 0, ..site });
    }

    /// Adds an index to those that are searched as one. Its settings of the ranking are those of the first one.
    ///
    /// # Errors
    /// Too many indexes or sections, or pages in another language; nothing is added.
    pub fn add_site(&mut self, mut directory: Directory, site: SearchedSite) -> Result<(), IndexError> {
        let first = self.store.directory();
        let wrong = |message| Err(IndexError::Unavailable { file: site.folder.clone(), message });
        let number = 1 + self.others().len();
        if number >= MAX_SITES {
            return wrong(format!("{}: at most {MAX_SITES} indexes expected; leave some out", site.name));
        }
        let language = |tag: &str| Language::from_tag(tag).tag();
        let (expected, found) = (language(&first.language), language(&directory.language));
        if expected != found {
            let message = "pages in the language of the first index expected";
            return wrong(format!("{}: {message}, {expected}; {found} found", site.name));
        }
        let sites = self.sites();
        let sections: u32 = sites.stores().map(|store| store.directory().section_count()).sum();
        if directory.section_count() > MAX_SECTIONS - sections {
            return wrong(format!("{}: more than {MAX_SECTIONS} sections together", site.name));
        }
        let first_page = sites.page_count();
        directory.ranking = first.ranking.clone();
        let settings = AnalyzerSettings {
            language: Language::from_tag(&first.language),
            dictionary: self.dictionary(&directory),
            text: first.text.clone(),
        };
        self.analyzer = Analyzer::new(&settings);
        let mut store = Store::of(directory);
        store.set_site(SearchedSite { number, first_section: sections, first_page, ..site });
        if let Some(others) = self.others.get_mut() {
            others.push(store);
        }
        self.pending = None;
        Ok(())
    }

    /// Gives all indexes the settings of the ranking that the first one has.
    pub fn share_ranking(&mut self) {
        let ranking = &self.store.directory().ranking;
        self.others
            .get_mut()
            .into_iter()
            .flatten()
            .for_each(|store| store.directory_mut().ranking.clone_from(ranking));
    }

    /// Searches as the page of a reader who has just come: by the vectors near a query, of which none are loaded.
    pub fn search_as_new_reader(&mut self) {
        self.pending = None;
        for store in std::iter::once(&mut self.store).chain(self.others.get_mut().into_iter().flatten()) {
            store.set_site(SearchedSite { is_here: false, ..store.site().clone() });
            store.forget(BlockKind::Cluster);
        }
    }

    /// Notes that an index could not be opened: answers say so.
    pub fn leave_out_site(&mut self, name: String, code: String, message: String, file: Option<String>) {
        if let Some(beside) = self.beside.get_mut() {
            beside.left_out.push(Degraded { site: name, ..Degraded::new(LEXICAL, code, message, file) });
        }
    }

    /// The words that one of the indexes looks up whole.
    fn dictionary(&self, added: &Directory) -> Vec<String> {
        let known = self.sites().stores().map(|store| store.directory()).chain([added]);
        let mut words: Vec<String> =
            known.flat_map(|directory| directory.dictionary.iter().cloned()).collect();
        words.sort();
        words.dedup();
        words
    }

    /// All indexes.
    pub(in crate::search) fn sites(&self) -> Sites<'_, S> {
        Sites { main: &self.store, others: self.others(), wanted: None }
    }

    fn others(&self) -> &[Store<S>] {
        self.others.get().map_or(&[], Vec::as_slice)
    }

    /// What to fetch for these blocks, each once.
    pub fn requests(&self, blocks: &[BlockId]) -> Vec<BlockRequest> {
        if !S::IS_FULL {
            return self.store.requests(blocks);
        }
        let mut seen: Vec<BlockId> = Vec::with_capacity(blocks.len());
        let mut requests = Vec::with_capacity(blocks.len());
        for id in blocks {
            let Some(store) = self.sites().stores().nth(usize::from(id.site)) else { continue };
            if let Some(range) = store.range(*id).filter(|_| !seen.contains(id)) {
                seen.push(*id);
                requests.push(BlockRequest { id: *id, range });
            }
        }
        requests
    }

    /// The index of a block, and the block's id in it.
    pub(super) fn store_of(&mut self, id: BlockId) -> Option<(&mut Store<S>, BlockId)> {
        if !S::IS_FULL {
            return Some((&mut self.store, id));
        }
        let store = match usize::from(id.site).checked_sub(1) {
            None => &mut self.store,
            Some(at) => self.others.get_mut()?.get_mut(at)?,
        };
        Some((store, id.of_site(0)))
    }

    /// The blocks with the texts of these sections that are still missing.
    pub fn missing_texts(&self, sections: &mut dyn Iterator<Item = SectionId>) -> Vec<BlockId> {
        if !S::IS_FULL {
            return self.store.missing_texts(sections);
        }
        let mut missing = Vec::new();
        for section in sections {
            let (number, store, section) = self.sites().locate(section);
            for id in store.missing_texts(std::iter::once(section)) {
                let id = id.of_site(number);
                if !missing.contains(&id) {
                    missing.push(id);
                }
            }
        }
        missing
    }

    /// The texts of a section and of its page, if they are loaded.
    pub fn text(&self, section: SectionId) -> Option<(&SectionText, &PageText)> {
        loaded_text(self.sites(), section)
    }

    /// The page of a section, numbered through all indexes.
    pub fn page_of(&self, section: SectionId) -> PageId {
        self.sites().page_of(section)
    }

    /// Why a query has no vector for an index.
    pub(super) fn encoder_problem_of(&self, store: &Store<S>) -> Option<Degraded> {
        let of_site = store.site().encoder_problem.clone();
        let of_site = of_site.map(|(code, message)| Degraded::new(DENSE, code, message, None));
        of_site.or_else(|| self.beside.get()?.encoder_problem.clone())
    }

    /// Ranks a query. The filter `site` chooses indexes, where there are several.
    #[allow(clippy::result_large_err, reason = "as the stages")]
    pub(in crate::search) fn ranked(
        &self,
        request: &Request,
        query: &ParsedQuery,
        intent: &Intent,
        embedded: Option<Embedded<'_>>,
    ) -> Step<Ranked, Outcome> {
        let sites = Sites::of(&self.store, &self.others, request);
        if !S::IS_FULL || sites.wanted.is_none() {
            return self.rank(Asked { sites, request, query, intent, embedded });
        }
        let filters = request.filters.iter().filter(|(name, _)| name != SITE).cloned().collect();
        let request = &Request { filters, ..request.clone() };
        self.rank(Asked { sites, request, query, intent, embedded })
    }
}
