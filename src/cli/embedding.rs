//! Embeds a site's sections: windows, the cache, and all cores.

use rayon::prelude::*;

use super::cache::VectorCache;
use super::error::CliError;
use super::output::progress;
use crate::embed::{EmbedError, Encoder};
use crate::ids::SectionId;
use crate::ingest::{Page, Section};

/// Texts that are embedded between two writes to the cache.
const BATCH_TEXTS: usize = 64;

/// The windows of a site with their vectors.
pub struct Embedded {
    /// The section of each window.
    pub sections: Vec<SectionId>,
    /// The vectors of all windows, one after another.
    pub vectors: Vec<f32>,
    /// Windows that were not in the cache.
    pub fresh: usize,
}

/// Cuts all sections into windows and embeds those that the cache does not know, on all cores, the longest
/// first so that no core is left with a long one at the end.
///
/// # Errors
/// An encoder that fails on a text, or a cache that cannot be written.
pub fn embed(pages: &[Page], encoder: &Encoder, cache: &mut VectorCache) -> Result<Embedded, CliError> {
    let all: Vec<(&Page, &Section)> =
        pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section))).collect();
    let bar = progress("cutting", all.len() as u64);
    let windows: Vec<Vec<String>> = all
        .par_iter()
        .map(|(page, section)| {
            bar.inc(1);
            windows(page, section, encoder)
        })
        .collect::<Result<_, EmbedError>>()
        .map_err(failed)?;
    bar.finish_and_clear();
    let sections = windows.iter().zip(0..).flat_map(|(texts, id)| vec![SectionId(id); texts.len()]).collect();
    let texts: Vec<String> = windows.into_iter().flatten().collect();

    let mut missing: Vec<&String> = texts.iter().filter(|text| cache.get(text).is_none()).collect();
    missing.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    missing.dedup();
    // The bar counts bytes of text, because a long window takes many times as long as a short one.
    let bar = progress("embedding", missing.iter().map(|text| text.len() as u64).sum());
    for batch in missing.chunks(BATCH_TEXTS) {
        let embedded: Vec<Vec<f32>> = batch
            .par_iter()
            .map(|text| {
                let vector = encoder.embed(text);
                bar.inc(text.len() as u64);
                vector
            })
            .collect::<Result<_, EmbedError>>()
            .map_err(failed)?;
        for (text, vector) in batch.iter().zip(&embedded) {
            cache.insert(text, vector)?;
        }
    }
    bar.finish_and_clear();
    let fresh = missing.len();
    let vectors = texts.iter().filter_map(|text| cache.get(text)).flatten().copied().collect();
    Ok(Embedded { sections, vectors, fresh })
}

/// What is embedded for a section: each window behind the title and headings, which say what it is about.
fn windows(page: &Page, section: &Section, encoder: &Encoder) -> Result<Vec<String>, EmbedError> {
    let mut prefix = page.title.clone();
    for heading in section.path.iter().chain([&section.heading]) {
        if !heading.is_empty() && *heading != page.title {
            prefix.push_str(" › ");
            prefix.push_str(heading);
        }
    }
    let cuts = encoder.windows(&prefix, &section.text)?;
    cuts.into_iter().map(|cut| encoder.window_text(&prefix, &section.text[cut])).collect()
}

fn failed(error: EmbedError) -> CliError {
    CliError::Input(format!("the encoder failed on a section: {error}"))
}
