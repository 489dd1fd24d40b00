//! Whole texts of given sections: [`Engine::read`].

use super::Engine;
use super::stages::Stages;
use crate::ids::SectionId;
use crate::search::answer::{Context, ContextRequest, Request};
use crate::search::context::{Sources, gather, texts_to_count};
use crate::search::sites::shown_text::loaded_text;

impl<S: Stages> Engine<S> {
    /// Whole texts of these sections in their order, as far as they fit; `count` as for [`Engine::supply_counts`]. Leaves
    /// out sections whose blocks are not supplied.
    pub fn read(
        &self,
        sections: &[SectionId],
        asked: &ContextRequest,
        count: &dyn Fn(&[String]) -> Option<Vec<u32>>,
    ) -> Context {
        let sources = Sources { request: &Request::default(), asked, all: true, fit: None };
        let found = || {
            sections.iter().filter_map(|section| {
                let (text, page) = loaded_text(self.sites(), *section)?;
                Some((*section, text, page, self.sites().root_of(*section)))
            })
        };
        let (texts, mut counts) = texts_to_count(&sources, found());
        counts.supply(count(&texts));
        gather(&sources, found(), &counts)
    }
}
