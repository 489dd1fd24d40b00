//! Cuts a site's sections into windows and embeds those that the caches lack, on all cores.

use rayon::prelude::*;

use super::cache::{VectorCache, WindowCache};
use super::records::{Key, key};
use crate::error::CliError;
use crate::output::{progress, progress_by_share};
use docfuse::ids::SectionId;
use docfuse::index::{Page, Section, TextSource};
use docfuse::model::WindowSettings;
use docfuse_encoder::{EmbedError, Encoder};

/// Number of texts embedded between two writes to the cache.
const BATCH_TEXTS: usize = 64;

/// The windows of a site and their vectors.
pub struct Embedded {
    /// The section of each window.
    pub sections: Vec<SectionId>,
    /// The vectors of all windows, concatenated in the order of `sections`.
    pub vectors: Vec<f32>,
    /// The windows of each section that has some, by their hashes.
    pub windows: Vec<(Key, Vec<Key>)>,
    /// Number of windows that were not in the cache.
    pub fresh: usize,
}

/// The windows of a section: their hashes, and their texts unless the caches had the section.
struct Cut {
    section: Key,
    windows: Vec<Key>,
    texts: Vec<String>,
}

/// Cuts all sections into windows and embeds those that the caches lack. The longest go first, so that no core ends
/// with a long one while the others are idle. `None` once `stop` says so; the caches then have what was embedded.
///
/// # Errors
/// When the encoder fails on a text.
pub fn embed(
    pages: &[Page],
    encoder: &Encoder,
    settings: WindowSettings,
    vectors: &mut VectorCache,
    windows: &mut WindowCache,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Embedded>, CliError> {
    let all: Vec<(&Page, &Section)> =
        pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section))).collect();
    let bar = progress("cutting", all.len() as u64);
    let cuts: Vec<Cut> = all
        .par_iter()
        .map(|(page, section)| {
            bar.inc(1);
            cut(page, section, encoder, settings, vectors, windows)
        })
        .collect::<Result<_, EmbedError>>()
        .map_err(failed)?;
    bar.finish_and_clear();
    let Some(fresh) = embed_missing(&cuts, encoder, vectors, stop)? else { return Ok(None) };
    let new: Vec<(Key, Vec<Key>)> = cuts
        .iter()
        .filter(|cut| !cut.windows.is_empty() && windows.get(&cut.section).is_none())
        .map(|cut| (cut.section, cut.windows.clone()))
        .collect();
    windows.insert(&new);
    let sections =
        cuts.iter().zip(0..).flat_map(|(cut, id)| vec![SectionId(id); cut.windows.len()]).collect();
    let found = cuts.iter().flat_map(|cut| &cut.windows).filter_map(|window| vectors.get(window));
    let vectors = found.flatten().copied().collect();
    let cuts = cuts.into_iter().filter(|cut| !cut.windows.is_empty());
    let windows = cuts.map(|cut| (cut.section, cut.windows)).collect();
    Ok(Some(Embedded { sections, vectors, windows, fresh }))
}

/// Embeds the texts without a cached vector and returns their number; `None` if it was stopped.
fn embed_missing(
    cuts: &[Cut],
    encoder: &Encoder,
    vectors: &mut VectorCache,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<usize>, CliError> {
    let texts = cuts.iter().flat_map(|cut| cut.windows.iter().zip(&cut.texts));
    let mut missing: Vec<(&Key, &String)> =
        texts.filter(|(window, _)| vectors.get(window).is_none()).collect();
    missing.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.1.cmp(b.1)));
    missing.dedup();
    // Counts bytes of text: a long window takes many times as long as a short one.
    let bar = progress_by_share("embedding", missing.iter().map(|(_, text)| text.len() as u64).sum());
    for (number, batch) in missing.chunks(BATCH_TEXTS).enumerate() {
        let embedded: Vec<Option<Vec<f32>>> = batch
            .par_iter()
            .map(|(_, text)| {
                let vector = (!stop()).then(|| encoder.embed(text)).transpose();
                bar.inc(text.len() as u64);
                vector
            })
            .collect::<Result<_, EmbedError>>()
            .map_err(failed)?;
        for ((window, _), vector) in batch.iter().zip(&embedded) {
            let Some(vector) = vector else { return Ok(None) };
            vectors.insert(**window, vector);
        }
        let done = number * BATCH_TEXTS + batch.len();
        let rate = done as f64 / bar.elapsed().as_secs_f64();
        bar.set_prefix(format!(", {done} of {} windows, {rate:.0} a second", missing.len()));
    }
    bar.finish_and_clear();
    Ok(Some(missing.len()))
}

/// The windows of a section, each prefixed by the page's title and the section's headings as context; none for a section
/// of headings. A section whose windows are cached, with all their vectors, is not cut again.
fn cut(
    page: &Page,
    section: &Section,
    encoder: &Encoder,
    settings: WindowSettings,
    vectors: &VectorCache,
    windows: &WindowCache,
) -> Result<Cut, EmbedError> {
    let mut prefix = [encoder.passage_prompt(), &page.title].concat();
    for heading in section.path.iter().chain([&section.heading]) {
        if !heading.is_empty() && *heading != page.title {
            prefix.push_str(" › ");
            prefix.push_str(heading);
        }
    }
    let section_key = key(&[&prefix, &section.text]);
    if section.source == TextSource::Headings {
        return Ok(Cut { section: section_key, windows: Vec::new(), texts: Vec::new() });
    }
    if let Some(known) = windows.get(&section_key)
        && known.iter().all(|window| vectors.get(window).is_some())
    {
        return Ok(Cut { section: section_key, windows: known.to_vec(), texts: Vec::new() });
    }
    let cuts = encoder.windows(settings, &prefix, &section.text)?;
    let texts: Vec<String> = cuts
        .into_iter()
        .map(|cut| encoder.window_text(settings, &prefix, &section.text[cut]))
        .collect::<Result<_, EmbedError>>()?;
    let windows = texts.iter().map(|text| key(&[text])).collect();
    Ok(Cut { section: section_key, windows, texts })
}

fn failed(source: EmbedError) -> CliError {
    CliError::Encoder { what: "a section", source }
}
