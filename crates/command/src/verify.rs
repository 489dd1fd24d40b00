//! `docfuse verify`: reads and checks every file of an index as a browser would.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::folder::index_source::{IndexSource, checked_file, read_file, read_manifest};
use super::folder::local_index::LocalIndex;
use super::output::{bytes, counted, say};
use docfuse::ids::{PageId, SectionId};
use docfuse::index::{BlockId, BlockKind, Directory, IndexError, MANIFEST_NAME, Manifest, Slot, Store};

/// `docfuse verify`.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// Folder of the index
    pub index: PathBuf,
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<(), CliError> {
    let index = LocalIndex::new(&args.index);
    let (main, directory, _) = read_manifest(&index, MANIFEST_NAME)?;
    let languages = main.languages.clone();
    verify(&index, main, directory)?;
    for name in languages.values() {
        let (manifest, directory, _) = read_manifest(&index, name)?;
        verify(&index, manifest, directory)?;
    }
    Ok(())
}

/// Checks the index of one language.
fn verify(index: &LocalIndex, mut manifest: Manifest, directory: Directory) -> Result<(), CliError> {
    let folder = index.location();
    let hashes = read_file(index, &manifest.hashes)?;
    manifest.read_hashes(&hashes).map_err(CliError::index(folder))?;
    let generation = directory.generation;
    let mut stored = 0;
    for file in manifest.all_files() {
        checked_file(index, file)?;
        stored += u64::from(file.stored);
    }
    let mut store = Store::new(directory);
    supply_all(index, &mut store)?;
    if let Some(model) = &manifest.model {
        check_dimensions(folder, &store, index.encoder(model)?.dimensions())?;
    }
    check_pages(folder, &store, manifest.pages)?;
    say(format_args!(
        "{}: {}, {}, all of generation {generation}: {}, {}, {}",
        manifest.language,
        counted(manifest.all_files().count() as u64, "file"),
        bytes(stored),
        counted(manifest.pages, "page"),
        counted(manifest.sections, "section"),
        counted(manifest.windows, "window")
    ))
}

/// Supplies every block of the index to the store, which checks it.
fn supply_all(index: &LocalIndex, store: &mut Store) -> Result<(), CliError> {
    // These name further blocks, so they come first.
    for kind in [BlockKind::Leaves, BlockKind::Auxiliary, BlockKind::Graph, BlockKind::Terms] {
        let blocks: Vec<BlockId> = store.blocks(kind).filter(|id| store.is_missing(*id)).collect();
        index.supply(store, &blocks)?;
    }
    let blocks: Vec<BlockId> = store.all_blocks().into_iter().filter(|id| store.is_missing(*id)).collect();
    index.supply(store, &blocks)
}

/// Vectors must have the dimensions of the index's encoder.
fn check_dimensions(folder: &Path, store: &Store, expected: usize) -> Result<(), CliError> {
    match store.root() {
        Slot::Ready(root) if root.dimensions() != expected && root.nodes() > 0 => Err(CliError::Model {
            path: folder.to_owned(),
            message: format!("vectors of {expected} dimensions expected, {} found", root.dimensions()),
        }),
        _ => Ok(()),
    }
}

/// The text blocks and the directory must agree on which sections share a page.
fn check_pages(folder: &Path, store: &Store, pages: u32) -> Result<(), CliError> {
    let directory = store.directory();
    let mut last: Option<(PageId, &str)> = None;
    for section in (0..directory.section_count()).map(SectionId) {
        let Some((Slot::Ready(fragment), place)) = store.text(section) else { continue };
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
