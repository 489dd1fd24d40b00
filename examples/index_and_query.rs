//! Indexes a folder of HTML and asks it a query, all in memory:
//!
//! ```sh
//! cargo run --release --example index_and_query -- FOLDER "share data between threads"
//! ```
//!
//! Core code takes bytes, and the engine fetches nothing: this program reads the files, and brings the engine the byte
//! ranges that it names, as the browser does over a network.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program of its own reads files and prints"
)]

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use docfuse::index::{IndexFiles, IndexSettings, build, open_block};
use docfuse::search::{Answer, Engine, Mode, Outcome, Request};
use docfuse_site::{IngestConfig, RawPage, finish_site, read_page};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(text)) = (arguments.next(), arguments.next()) else {
        return Err("a folder and a query expected, such as: index_and_query public \"share data\"".into());
    };
    let mut pages = Vec::new();
    read_folder(Path::new(&folder), "", &IngestConfig::default(), &mut pages)?;
    let (pages, left_out) = finish_site(pages);
    println!("{} pages, {} left out", pages.len(), left_out.len());

    // Without vectors, which need an encoder.
    let settings = IndexSettings { language: "en".to_owned(), ..IndexSettings::default() };
    let index = build(&pages, None, &settings, &|_, _, _| {})?;

    for hit in ask(&index, &Request { text, mode: Mode::Lexical, limit: 5, ..Request::default() })?.hits {
        println!("{}  {} › {}\n    {}", hit.url, hit.title, hit.heading, hit.excerpt);
    }
    Ok(())
}

/// Reads the pages of a folder and of those in it.
fn read_folder(
    folder: &Path,
    url: &str,
    config: &IngestConfig,
    pages: &mut Vec<RawPage>,
) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{}: no UTF-8", name.display()))?;
        let url = if url.is_empty() { name } else { format!("{url}/{name}") };
        if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), &url, config, pages)?;
        } else if url.ends_with(".html") {
            // An error says why a page is left out, which is no reason to stop.
            pages.extend(read_page(&url, &std::fs::read(entry.path())?, config));
        }
    }
    Ok(())
}

/// The dialogue with the engine: it answers, or names byte ranges of files.
fn ask(index: &IndexFiles, request: &Request) -> Result<Answer, Box<dyn Error>> {
    let files: HashMap<&str, &[u8]> =
        index.files.iter().map(|file| (file.file.name.as_str(), file.content.as_slice())).collect();
    let mut engine = Engine::new(index.manifest.directory()?);
    loop {
        match engine.query(request, None)? {
            Outcome::Answer(answer) => return Ok(answer),
            Outcome::Need(blocks) => {
                for block in blocks {
                    let range = &block.range;
                    let stored = &files[range.file.as_str()][range.start as usize..range.end as usize];
                    engine.supply(block.id, open_block(range, stored)?)?;
                }
            }
            // Only a request with a vector, with a reranker or for whole texts leads to these.
            Outcome::Embed(_) | Outcome::Rerank(_) | Outcome::Count(_) => {
                return Err("blocks or an answer expected, a request for a model found".into());
            }
        }
    }
}
