//! From the drafts of an outline to sections, with their headings above and their names.

use std::collections::HashSet;

use super::{Draft, MAX_PATH, Outline, Outlined, Section, TERM};
use crate::generators;
use crate::html::dom::collapse;
use crate::html::keyword_list::join;
use crate::raw_page::LinkDraft;
use docfuse::index::TextSource;

impl Outline<'_> {
    /// The sections. `title` is the page's, to recognise the heading that repeats it; text that the author has not
    /// weighed weighs `usual_weight`.
    pub(crate) fn finish(mut self, title: &str, usual_weight: f32) -> Outlined {
        self.current = self.drafts.len() - 1;
        self.place_ids();
        let own = self.own_heading(title);
        self.declare_names(own);
        let is_shared = self.share_descriptions();
        let mut numbers = Vec::with_capacity(self.drafts.len());
        let mut paths = Vec::new();
        let mut parents: Vec<Option<usize>> = Vec::new();
        for (number, draft) in self.drafts.iter().enumerate() {
            let is_nothing = number == 0 && draft.heading.is_empty() && draft.text.is_empty();
            numbers.push((!is_nothing).then_some(paths.len()));
            if !is_nothing && !is_shared[number] {
                paths.push(self.path(draft, own));
                parents.push(draft.parent.and_then(|parent| numbers[parent]));
            }
        }
        let first_heading = self.first_heading.take().map(|(_, text)| text);
        let heading = own.map(|own| self.drafts[own].heading.clone()).or(first_heading);
        let kept = self.drafts.into_iter().zip(numbers.iter().zip(is_shared));
        let kept = kept.filter(|(_, (number, is_shared))| number.is_some() && !is_shared);
        let sections = kept
            .zip(paths)
            .map(|((mut draft, _), path)| {
                draft.name_term();
                let weight = draft.weight(usual_weight);
                let word_parts = collapse(&[&*draft.word_parts, &*draft.text.word_parts()].join(" "));
                let (text, code) = draft.finish_text();
                let source = if draft.is_entry { TextSource::Entry } else { TextSource::Own };
                let (symbol_kind, names, keywords) = (draft.symbol_kind, draft.names, draft.keywords);
                Section {
                    weight,
                    path,
                    source,
                    code,
                    word_parts,
                    symbol_kind: symbol_kind.into(),
                    is_deprecated: draft.is_deprecated,
                    names,
                    keywords,
                    ..Section::new(draft.anchor, draft.heading, text)
                }
            })
            .collect();
        let mut seen = HashSet::new();
        let places = self
            .places
            .into_iter()
            .filter(|(id, _)| seen.insert(*id))
            .filter_map(|(id, draft)| Some((id.to_owned(), numbers[draft]?)))
            .collect();
        Outlined { sections, parents, numbers, places, heading }
    }

    /// Adds the names of modules, by their ids, and of the symbol that the page is about.
    fn declare_names(&mut self, own: Option<usize>) {
        for (id, at) in &self.places {
            if let Some(module) = generators::module_of_id(id) {
                self.drafts[*at].declare_module(module);
            }
        }
        if let Some(name) = self.page_symbol.take() {
            let is_bare = self.drafts[0].heading.is_empty() && self.drafts[0].text.is_empty();
            let first = usize::from(is_bare && self.drafts.len() > 1);
            self.drafts[own.unwrap_or(first)].declare_qualified(name);
        }
    }

    /// Joins terms of one description to the last of them. Returns which drafts another one has taken over.
    fn share_descriptions(&mut self) -> Vec<bool> {
        let mut is_shared = vec![false; self.drafts.len()];
        for at in 1..self.drafts.len() {
            let (before, from) = self.drafts.split_at_mut(at);
            let (before, draft) = (&before[at - 1], &mut from[0]);
            is_shared[at - 1] = draft.shares_description && before.level == TERM && draft.take_over(before);
        }
        is_shared
    }

    /// The heading that repeats the page's title: of those on the highest level, the one that the title begins with,
    /// else the first heading if it alone is on that level, and no higher one lacks an id. `None` if a heading without id
    /// heads the page's top.
    fn own_heading(&self, title: &str) -> Option<usize> {
        if !self.drafts[0].heading.is_empty() {
            return None;
        }
        let headings = || (1..self.drafts.len()).filter(|&at| self.drafts[at].level < TERM);
        let highest = headings().map(|at| self.drafts[at].level).min()?;
        let on_top = || headings().filter(|&at| self.drafts[at].level == highest);
        let is_highest = || self.first_heading.as_ref().is_none_or(|(level, _)| *level >= highest);
        let alone = || headings().next().filter(|first| is_highest() && on_top().eq([*first]));
        on_top().find(|&at| title.starts_with(self.drafts[at].heading.as_str())).or_else(alone)
    }

    /// The headings above a section; terms without their parameters.
    fn path(&self, draft: &Draft, own: Option<usize>) -> Vec<String> {
        let mut path = Vec::new();
        let mut above = draft.parent;
        while let Some(at) = above.filter(|_| path.len() < MAX_PATH) {
            let ancestor = &self.drafts[at];
            if at != 0 && Some(at) != own {
                let is_term = ancestor.level == TERM;
                let name = ancestor.heading.split('(').next().filter(|name| is_term && !name.is_empty());
                path.push(name.unwrap_or(&ancestor.heading).trim_end().to_owned());
            }
            above = ancestor.parent;
        }
        path.reverse();
        path
    }
}

impl Outlined {
    /// Makes a page without sections one of its title.
    pub(crate) fn head_with(&mut self, title: &str) {
        self.sections.push(Section::new(String::new(), title.to_owned(), String::new()));
        self.parents.push(None);
    }

    /// Puts keywords of the whole page before those of the first section.
    pub(crate) fn put_keywords_first(&mut self, mut keywords: String) {
        if let Some(first) = self.sections.first_mut() {
            join(&mut keywords, &first.keywords);
            first.keywords = keywords;
        }
    }

    /// Links with the numbers of their sections in place of those of drafts; without those of drafts that became none.
    pub(crate) fn links_of_sections(&self, mut links: Vec<LinkDraft>) -> Vec<LinkDraft> {
        links.retain_mut(|link| self.numbers[link.from].inspect(|&section| link.from = section).is_some());
        links
    }
}
