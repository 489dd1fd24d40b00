//! A page read alone, before the other pages of the site: [`RawPage`].

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::href::Target;
use super::html::keyword_list::join;
use super::left_out::LeftOut;
use super::left_parts::PartRules;
use super::metadata::page_address::{Canonical, Form, Placed};
use super::metadata::page_metadata::PageMetadata;
use super::seen::Seen;
use super::settings::site_settings::DEFAULT_LANGUAGE;
use docfuse::fit::{fit, fit_text};
use docfuse::index::{LeftPart, Section, Shared, SharedText, TextSource};

/// A link of the content, with an unchecked target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LinkDraft {
    /// Number of its section; of its draft until the outline is finished.
    pub(super) from: usize,
    pub(super) target: Shared<Target>,
    pub(super) text: SharedText,
}

/// A page read alone. What Serde has read must pass [`RawPage::check`] before anything else uses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPage {
    /// Path of its file from the site's root.
    pub(super) url: String,
    /// Its canonical address, if that may be its own.
    pub(super) canonical: Option<Canonical>,
    /// How its address is written, where it is known by that.
    #[serde(skip)]
    pub(super) form: Option<Form>,
    /// Language tag in lower case.
    pub(super) language: String,
    /// Whether the page or the settings state it.
    pub(super) states_language: bool,
    /// Whether it is below the folder of a language that it is not in.
    pub(super) is_fallback: bool,
    pub(super) metadata: PageMetadata,
    /// What the page says of itself.
    pub(super) description: String,
    /// Keywords of its `meta` element.
    pub(super) keywords: String,
    /// The versions that the page states.
    pub(super) versions: Vec<String>,
    /// Whether the settings read the versions of pages, so that folders name none.
    pub(super) has_set_versions: bool,
    /// Where the folder of its version is in its path; empty for none, and until all pages are known.
    #[serde(skip)]
    pub(super) version_folder: Range<usize>,
    /// Words of its address and breadcrumb; empty until all pages are known.
    #[serde(skip)]
    pub(super) path_words: String,
    /// Why the page itself stays out, if it is a general index, whose links are its entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) excluded: Option<LeftOut>,
    /// Whether it is no page of the site but an inventory, whose links are its names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_inventory: bool,
    /// Whether the page marks its content by `data-docfuse-body` or `data-pagefind-body`.
    pub(super) has_body: bool,
    /// `<title>`, the page's heading, `og:title`. Each may be empty.
    pub(super) titles: [String; 3],
    /// Names of the pages above, outermost first, as its breadcrumb shows them.
    pub(super) breadcrumb: Vec<String>,
    /// The names of its generator and theme; empty if unknown.
    pub(super) generator: String,
    /// Whether scripts make it: it has almost no text without them.
    pub(super) is_made_by_scripts: bool,
    /// Whether it is a secondary page, unless the author weighs it as much as others.
    pub(super) is_secondary: bool,
    /// Number of lists of names in it whose entries without an id are sections.
    #[serde(default)]
    pub(super) name_lists: usize,
    /// Whether it only says that what it was about stands elsewhere.
    pub(super) points_elsewhere: bool,
    /// Weight of symbols without description, unless the author weighs the page.
    pub(super) stub_weight: Option<f32>,
    pub(super) sections: Vec<Section>,
    /// For each section, the one around it, which comes before it.
    pub(super) parents: Vec<Option<usize>>,
    /// Links; `from` is the number of a section.
    pub(super) links: Vec<LinkDraft>,
    /// Targets of a few links of the whole page.
    pub(super) frame_links: Vec<Shared<Target>>,
    /// The ids in the content with the number of their section, sorted by id.
    pub(super) places: Vec<(String, usize)>,
    /// The rules that the author switches off.
    #[serde(default, skip_serializing_if = "PartRules::is_empty")]
    pub(super) kept: PartRules,
    /// What rules left out of it, if the settings ask for it.
    #[serde(skip)]
    pub(super) left_parts: Option<Vec<LeftPart>>,
}

impl RawPage {
    /// A general index, for its entries alone.
    pub(super) fn of_index(url: &str, excluded: LeftOut, links: Vec<LinkDraft>) -> Self {
        RawPage {
            url: url.to_owned(),
            language: DEFAULT_LANGUAGE.to_owned(),
            excluded: Some(excluded),
            sections: vec![Section::new(String::new(), String::new(), String::new())],
            parents: vec![None],
            links,
            ..RawPage::default()
        }
    }

    /// An inventory, for its names alone.
    pub(super) fn of_inventory(url: &str, links: Vec<LinkDraft>) -> Self {
        RawPage {
            url: url.to_owned(),
            language: DEFAULT_LANGUAGE.to_owned(),
            is_inventory: true,
            sections: vec![Section::new(String::new(), String::new(), String::new())],
            parents: vec![None],
            links,
            ..RawPage::default()
        }
    }

    /// The page without its canonical address: its hits then lead to its file, unless the site's links have other forms.
    pub fn without_canonical(self) -> Self {
        RawPage { canonical: None, ..self }
    }

    /// The page at its place, whose address hits have as it is.
    pub fn placed(self, placed: &Placed) -> Self {
        RawPage { form: Some(placed.form), ..self }
    }

    /// The page once its scripts have run.
    pub fn into_rendered(self) -> Self {
        RawPage { is_made_by_scripts: false, ..self }
    }

    /// The page with routes, or one of these. What is behind `#` is a route, so a section has an address of its own only if
    /// `places` has, for its id, what links to it have behind their `#`, or behind the route.
    pub fn into_route(mut self, places: &BTreeMap<String, String>) -> Self {
        for section in &mut self.sections {
            section.anchor = places.get(&section.anchor).cloned().unwrap_or_default();
        }
        self.places.clear();
        self.without_canonical()
    }

    /// The names of its generator and theme; empty if unknown.
    pub fn generator(&self) -> &str {
        &self.generator
    }

    /// How many lists of names it has whose entries without an id are sections, and how many such entries.
    pub fn listed_entries(&self) -> [usize; 2] {
        let entries = self.sections.iter().filter(|section| section.source == TextSource::Entry).count();
        [self.name_lists, entries]
    }

    /// Whether scripts make it: it has almost no text without them.
    pub fn is_made_by_scripts(&self) -> bool {
        self.is_made_by_scripts
    }

    /// Gives back the memory that its lists and texts do not use, and shares texts and targets of links with the pages so
    /// far: all pages of a site are in memory at once. O(sections + links + ids).
    pub fn share(&mut self, seen: &mut Seen) {
        for section in &mut self.sections {
            fit_text(&mut section.heading);
            fit_text(&mut section.text);
            fit(&mut section.path);
            fit(&mut section.code);
            fit(&mut section.names);
        }
        for link in &mut self.links {
            seen.share_text(&mut link.text);
            seen.share_target(&mut link.target);
        }
        self.frame_links.iter_mut().for_each(|target| seen.share_target(target));
        fit(&mut self.sections);
        fit(&mut self.parents);
        fit(&mut self.links);
        fit(&mut self.frame_links);
        fit(&mut self.places);
    }

    /// Removes the sections that an earlier one takes over: `into` names it, for a section that stays itself. Ids and
    /// links of a removed section move to the other. O(sections + ids + links).
    pub(super) fn fold_sections(&mut self, into: &[usize]) {
        let mut numbers: Vec<usize> = Vec::with_capacity(into.len());
        let mut kept = 0;
        for (at, &other) in into.iter().enumerate() {
            numbers.push(if other == at { kept } else { numbers[other] });
            kept += usize::from(other == at);
        }
        let stays = |at: usize| into[at] == at;
        for at in (0..into.len()).filter(|at| !stays(*at)) {
            let keywords = std::mem::take(&mut self.sections[at].keywords);
            join(&mut self.sections[into[at]].keywords, &keywords);
        }
        let mut at = 0..;
        self.sections.retain(|_| at.next().is_some_and(stays));
        let parents = std::mem::take(&mut self.parents).into_iter().enumerate();
        let parents = parents.filter(|(at, _)| stays(*at));
        self.parents = parents.map(|(_, parent)| parent.map(|parent| numbers[parent])).collect();
        self.links.iter_mut().for_each(|link| link.from = numbers[link.from]);
        self.places.iter_mut().for_each(|(_, section)| *section = numbers[*section]);
    }

    /// Keeps the sections for which `kept` is set, and their ids and links. O(sections + ids + links).
    pub(super) fn keep_sections(&mut self, kept: &[bool]) {
        let mut left = 0..;
        let numbers: Vec<Option<usize>> =
            kept.iter().map(|&kept| if kept { left.next() } else { None }).collect();
        let above = |at: usize| {
            let mut above = std::iter::successors(self.parents[at], |&above| self.parents[above]);
            above.find_map(|above| numbers[above])
        };
        self.parents = (0..kept.len()).filter(|&at| kept[at]).map(above).collect();
        let mut at = 0..;
        self.sections.retain(|_| at.next().is_some_and(|at: usize| kept[at]));
        self.links.retain_mut(|link| numbers[link.from].inspect(|&number| link.from = number).is_some());
        self.places
            .retain_mut(|(_, section)| numbers[*section].inspect(|&number| *section = number).is_some());
    }
}
