//! An example of how to add a retriever: this file and its line in [`WITH_BY_NAME`].

use super::*;
use crate::ids::SectionId;
use crate::index::{BlockId, Full, Setting, Slot};
use crate::lexical::ScoredSection;
use crate::search::intent::{KindFactors, kind_factors};
use crate::search::matches::admission::Admission;
use crate::search::retrieve::{Dense, Inputs, Lexical, Retrieved, Retriever};

/// The last entry registers the example.
const WITH_BY_NAME: &[&dyn Retriever<Full>] = &[&Lexical, &Dense, &ByName];

/// Ranks all sections by heading, so it needs all texts.
struct ByName;

impl Retriever<Full> for ByName {
    fn name(&self) -> &'static str {
        "by-name"
    }

    fn weight(&self) -> &'static Setting {
        const { &Setting::weight("fusion.weights.by-name", 0.01) }
    }

    fn mix(&self) -> &'static Setting {
        const { &Setting::weight("mix.by-name", 0.0) }
    }

    fn kind_factors(&self) -> &'static KindFactors {
        const { kind_factors!("by-name") }
    }

    fn answers(&self, mode: Mode) -> bool {
        mode == Mode::Hybrid
    }

    fn need(&self, inputs: &Inputs<'_, Full>) -> Vec<BlockId> {
        let store = inputs.store;
        store.missing_texts((0..store.directory().section_count()).map(SectionId))
    }

    fn retrieve(
        &self,
        inputs: &Inputs<'_, Full>,
        admission: &Admission<'_, Full>,
    ) -> Result<Retrieved, Degraded> {
        let heading = |section: &SectionId| match inputs.store.text(*section) {
            Some((Slot::Ready(fragment), place)) => fragment.sections[place].heading.clone(),
            _ => String::new(),
        };
        let all = (0..inputs.store.directory().section_count()).map(SectionId);
        let mut sections: Vec<SectionId> = all.filter(|section| admission.admits(*section)).collect();
        sections.sort_by_key(heading);
        let scored = |section: SectionId| ScoredSection { section, score: 1.0 };
        Ok(Retrieved { sections: sections.into_iter().map(scored).collect(), ..Retrieved::default() })
    }
}

/// Each hit's URL, and its rank in each retriever's list.
fn ranks(answer: &Answer) -> Vec<(&str, Vec<(&'static str, usize)>)> {
    let ranks = |hit: &Hit| -> Vec<(&'static str, usize)> {
        let contributions = &hit.explanation.as_ref().unwrap().contributions;
        contributions.iter().map(|it| (it.retriever, it.rank)).collect()
    };
    answer.hits.iter().map(|hit| (hit.url.as_str(), ranks(hit))).collect()
}

#[test]
fn a_further_retriever_joins_the_fusion() {
    let mut site = Site::with(&plain(DOCS), &settings());
    site.engine.set_retrievers(WITH_BY_NAME);
    // The headings of a to e: Ownership, Threads, Pools, Files, Sharing.
    let answer = site.answer(&Request { explain: true, ..request("file -pool", Mode::Hybrid) });
    let expected = [("d", vec![("lexical", 1), ("by-name", 1)]), ("a", vec![("by-name", 2)])];
    assert_eq!(ranks(&answer), expected);
    for hit in &answer.hits {
        assert_eq!(hit.explanation.as_ref().unwrap().contributions.last().unwrap().weight, 0.01);
        assert_adds_up(hit);
    }
    assert_eq!(urls(&site.answer(&words("file -pool"))), ["d"], "not used in lexical mode");
}
