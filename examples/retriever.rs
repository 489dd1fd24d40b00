//! A retriever of one's own: it finds pages by the words of their addresses, and its list is fused with the others.
//!
//! ```sh
//! cargo run --release --example retriever
//! ```
#![allow(clippy::print_stdout, reason = "a program of its own prints")]

use std::collections::HashMap;
use std::error::Error;

use docfuse::ids::SectionId;
use docfuse::index::{BlockId, Full, IndexSettings, Setting, Slot, build, open_block};
use docfuse::lexical::ScoredSection;
use docfuse::search::{
    Admission, Degraded, Dense, Engine, Inputs, Lexical, Lexicon, Mode, Outcome, Request, Retrieved,
    Retriever, Retrievers,
};
use docfuse_site::{IngestConfig, finish_site, read_page};

/// Docfuse's own retrievers, and the new one.
const RETRIEVERS: Retrievers<Full> = &[&Lexical, &Lexicon, &Dense, &ByAddress];

/// Finds sections whose page has words of the query in its address. Addresses are beside the texts, so it needs all of
/// these: for an index of some size, a retriever has a file of its own.
struct ByAddress;

impl Retriever<Full> for ByAddress {
    fn name(&self) -> &'static str {
        "address"
    }

    fn weight(&self) -> &'static Setting {
        const { &Setting::weight("fusion.weights.address", 2.0) }
    }

    fn mix(&self) -> &'static Setting {
        const { &Setting::weight("mix.address", 1.0) }
    }

    fn answers(&self, mode: Mode) -> bool {
        mode == Mode::Hybrid
    }

    fn need(&self, inputs: &Inputs<'_, Full>) -> Vec<BlockId> {
        inputs.store.missing_texts((0..inputs.store.directory().section_count()).map(SectionId))
    }

    fn retrieve(
        &self,
        inputs: &Inputs<'_, Full>,
        admission: &Admission<'_, Full>,
    ) -> Result<Retrieved, Degraded> {
        let words = |section: &SectionId| match inputs.store.text(*section) {
            Some((Slot::Ready(texts), place)) => {
                let url = &texts.pages[texts.sections[place].page].url;
                inputs
                    .request
                    .text
                    .split(' ')
                    .filter(|word| url.split(['/', '-', '.']).any(|it| it == *word))
                    .count()
            }
            _ => 0,
        };
        let all = (0..inputs.store.directory().section_count()).map(SectionId);
        let mut found: Vec<ScoredSection> = all
            .filter(|section| admission.admits(*section))
            .map(|section| ScoredSection { section, score: words(&section) as f32 })
            .filter(|found| found.score > 0.0)
            .collect();
        // Best first; equal scores stay in the order of the site.
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(Retrieved { total: found.len(), sections: found, ..Retrieved::default() })
    }
}

const SITE: [(&str, &str, &str); 3] = [
    ("guide/threads.html", "Concurrency", "Work is shared by several workers."),
    ("guide/files.html", "Files", "Threads may read one file; threads share it."),
    ("reference/errors.html", "Errors", "What went wrong."),
];

fn main() -> Result<(), Box<dyn Error>> {
    let page = |(url, title, text)| {
        let body = format!("<main><h1>{title}</h1><p>{text}</p></main>");
        let html = format!("<!DOCTYPE html><title>{title}</title><body>{body}");
        read_page(url, html.as_bytes(), &IngestConfig::default()).ok()
    };
    let (pages, _) = finish_site(SITE.into_iter().filter_map(page).collect());
    let settings = IndexSettings { language: "en".to_owned(), ..IndexSettings::default() };
    let index = build(&pages, None, &settings, &|_, _, _| {})?;
    let files: HashMap<&str, &[u8]> =
        index.files.iter().map(|file| (file.file.name.as_str(), file.content.as_slice())).collect();

    let mut engine = Engine::new(index.manifest.directory()?);
    engine.set_retrievers(RETRIEVERS);
    let text = "threads".to_owned();
    let request = Request { text, limit: 5, explain: true, ..Request::default() };
    let answer = loop {
        match engine.query(&request, None)? {
            Outcome::Answer(answer) => break answer,
            Outcome::Need(blocks) => {
                for block in blocks {
                    let range = &block.range;
                    let stored = &files[range.file.as_str()][range.start as usize..range.end as usize];
                    engine.supply(block.id, open_block(range, stored)?)?;
                }
            }
            _ => return Err("blocks or an answer expected, a request for a model found".into()),
        }
    };
    for hit in answer.hits {
        println!("{}: {}", hit.url, hit.lists.join(", "));
    }
    Ok(())
}
