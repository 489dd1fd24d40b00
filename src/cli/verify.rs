//! `docfuse verify`: every file of an index, read and checked as a browser would.

use std::path::Path;

use super::args::VerifyArgs;
use super::error::CliError;
use super::folder::{read_file, read_manifest};
use super::output::say;
use crate::embed::Encoder;
use crate::ids::{PageId, SectionId};
use crate::index::{FileRef, IndexError, Part, Slot, Store, check_file};
use crate::links::LinkGraph;

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<(), CliError> {
    let folder = &args.index;
    let manifest = read_manifest(folder)?;
    let in_folder = CliError::index(folder);
    let mut store = Store::new(manifest.clone()).map_err(&in_folder)?;
    let mut checked = 0;
    let mut bytes = 0;
    let mut supply = |store: &mut Store, file: &FileRef| {
        let raw = read_file(folder, file)?;
        checked += 1;
        bytes += u64::from(file.stored);
        store.supply(&file.name, raw).map_err(&in_folder)
    };
    for part in [Part::Directory, Part::Lexical, Part::Dense] {
        if let Some(file) = store.missing(part) {
            supply(&mut store, &file)?;
        }
    }
    for file in store.missing_fragments((0..manifest.sections).map(SectionId)) {
        supply(&mut store, &file)?;
    }
    let links = checked_file(folder, &manifest.links)?;
    LinkGraph::read(&links, manifest.generation, manifest.pages)
        .map_err(|source| in_folder(IndexError::Format { file: manifest.links.name.clone(), source }))?;
    checked += 1;
    bytes += u64::from(manifest.links.stored);
    if let Some(model) = &manifest.model {
        let onnx = checked_file(folder, &model.model)?;
        let tokenizer = checked_file(folder, &model.tokenizer)?;
        let encoder = Encoder::load(&onnx, &tokenizer, &model.info)
            .map_err(|error| CliError::Model { path: folder.clone(), message: error.to_string() })?;
        check_dimensions(folder, &store, encoder.dimensions())?;
        checked += 2;
        bytes += u64::from(model.model.stored) + u64::from(model.tokenizer.stored);
    }
    check_pages(folder, &store, manifest.pages)?;
    say(format_args!(
        "{checked} files, {bytes} bytes, all of generation {}: {} pages, {} sections, {} windows",
        manifest.generation, manifest.pages, manifest.sections, manifest.windows
    ))
}

fn checked_file(folder: &Path, file: &FileRef) -> Result<Vec<u8>, CliError> {
    let raw = read_file(folder, file)?;
    check_file(file, &raw).map_err(CliError::index(folder))?;
    Ok(raw)
}

/// The vectors must be of the encoder that the index ships.
fn check_dimensions(folder: &Path, store: &Store, expected: usize) -> Result<(), CliError> {
    match store.dense() {
        Slot::Ready(index) if index.dimensions() != expected && !index.is_empty() => Err(CliError::Model {
            path: folder.to_owned(),
            message: format!("vectors of {expected} dimensions expected, {} found", index.dimensions()),
        }),
        _ => Ok(()),
    }
}

/// Sections of one page must say the same page in every fragment.
fn check_pages(folder: &Path, store: &Store, pages: u32) -> Result<(), CliError> {
    let Slot::Ready(directory) = store.directory() else { return Ok(()) };
    let mut last: Option<(PageId, &str)> = None;
    for section in (0..directory.section_count()).map(SectionId) {
        let Some((Slot::Ready(fragment), place)) = store.fragment(section) else { continue };
        let found = fragment.sections.get(place).and_then(|section| fragment.pages.get(section.page));
        let Some(found) = found else { continue };
        let page = directory.page_of(section);
        if let Some((known, url)) = last
            && (known == page) != (url == found.url)
        {
            let message = format!(
                "section {} is on {} by its text, but on page {} of {pages} by the directory",
                section.0, found.url, page.0
            );
            return Err(CliError::index(folder)(IndexError::Manifest { message }));
        }
        last = Some((page, &found.url));
    }
    Ok(())
}
