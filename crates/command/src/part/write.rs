//! `docfuse build --part`: reads pages of a site and writes a part.

use std::path::Path;

use rayon::prelude::*;

use super::content::{write_page, write_vectors};
use super::{PART_NAME, PART_VERSION, Part, PartEncoder, PartFile, Share};
use crate::build::args::BuildArgs;
use crate::build::embedding::embed;
use crate::build::generations::{Caches, Steps, by_language};
use crate::build::records::Key;
use crate::config::Config;
use crate::error::CliError;
use crate::model::{self, LoadedModel};
use crate::output::{bytes, counted, say};
use crate::own_folder::OwnFolder;
use crate::own_folder::list::Kind;
use crate::site::site_folder::SiteFolder;
use crate::site::site_reader::{ReadFile, SiteReader};
use crate::user_folders;
use docfuse::format::{Writer, sha256_hex};
use docfuse::index::{MANIFEST_NAME, gzip};
use docfuse_site::{RawPage, finish_site};

/// Pages in a file.
const PAGES_OF_FILE: usize = 256;

/// Bytes of a file of vectors; a section is not divided.
const VECTOR_FILE_BYTES: usize = 8 << 20;

/// Kinds of a part's files, and their endings.
const KINDS: [(&str, &str); 2] = [("pages", "jsonl.gz"), ("vectors", "bin")];

/// Writes the part `share` of the site in `site` to the folder `out`.
///
/// # Errors
/// A folder of another kind, or a file that cannot be read or written.
pub fn run(
    args: &BuildArgs,
    site: &SiteFolder,
    share: Option<Share>,
    out: &Path,
    config: &Config,
) -> Result<(), CliError> {
    // `check_out` refused a manifest of somebody else's.
    if out.join(MANIFEST_NAME).exists() {
        return Err(CliError::at(
            out,
            "a folder for a part expected, an index found; name another folder after --out",
        ));
    }
    let mut steps = Steps::default();
    let model = model::for_build(args.no_dense, args.model.as_deref())?;
    let model = model.map(|model| steps.time("encoder", || model.load())).transpose()?;
    let place = args.at.clone().unwrap_or_default();
    let files = steps.time("reading", || {
        let mut reader = SiteReader::of_part(site, place.clone(), share);
        reader.refresh(&config.ingest)?;
        Ok(reader.into_files())
    })?;
    let mut folder = OwnFolder::among_others(out, Kind::Part)?;
    let page_files = steps.time("writing", || stage_pages(&mut folder, &files))?;
    let left_out = files.iter().filter(|file| file.page.is_err()).count();
    let pages: Vec<RawPage> = files.into_iter().filter_map(|file| file.page.ok()).collect();
    let mut part = Part {
        part: PART_VERSION,
        docfuse: env!("CARGO_PKG_VERSION").to_owned(),
        place,
        share,
        settings: config.text.clone(),
        encoder: model.as_ref().map(|model| PartEncoder::of(&model.info)),
        matched: config.ingest.matched(),
        pages: pages.len() as u32,
        page_files,
        vector_files: Vec::new(),
    };
    let mut embedded = String::new();
    if let Some(model) = &model {
        let cache = args.cache.clone().or_else(user_folders::cache);
        let mut caches = steps.time("caches", || Ok(Caches::open(cache, model, config.index.windows)))?;
        let (windows, fresh) = steps.time("embedding", || embed_pages(pages, config, model, &mut caches))?;
        let count: usize = windows.iter().map(|(_, windows)| windows.len()).sum();
        embedded = format!(", {}, {fresh} newly embedded", counted(count as u64, "window"));
        part.vector_files = steps.time("vectors", || stage_vectors(&mut folder, &windows, &caches))?;
    }
    let description = serde_json::to_vec_pretty(&part).map_err(CliError::json("the part"))?;
    folder.stage(PART_NAME, &description)?;
    folder.put()?;
    let all = part.page_files.iter().chain(&part.vector_files);
    let size = bytes(all.map(|file| u64::from(file.bytes)).sum());
    let share = share.map_or_else(String::new, |share| format!(" {share}"));
    let pages = counted(part.pages, "page");
    say(format_args!("part{share}: {pages}, {left_out} left out{embedded}, {size}"))?;
    let steps: Vec<String> = steps.0.iter().map(|(step, seconds)| format!("{step} {seconds:.2} s")).collect();
    say(steps.join(", "))?;
    say(format_args!("written to {}; `docfuse merge` makes an index of all parts", out.display()))
}

/// Writes pages under temporary names.
fn stage_pages(folder: &mut OwnFolder, pages: &[ReadFile]) -> Result<Vec<PartFile>, CliError> {
    let compress = |pages: &[ReadFile]| {
        let mut lines = Vec::new();
        pages.iter().try_for_each(|page| write_page(page, &mut lines)).map_err(CliError::json("a page"))?;
        Ok::<_, CliError>((gzip(&lines), lines.len()))
    };
    let files: Vec<(Vec<u8>, usize)> =
        pages.par_chunks(PAGES_OF_FILE).map(compress).collect::<Result<_, _>>()?;
    files.iter().map(|(content, raw)| stage(folder, KINDS[0], content, *raw)).collect()
}

/// Windows by section.
type Windows = Vec<(Key, Vec<Key>)>;

/// Embeds pages as if they were the whole site. Returns the windows of their sections, and how many were embedded.
fn embed_pages(
    pages: Vec<RawPage>,
    config: &Config,
    model: &LoadedModel,
    caches: &mut Caches,
) -> Result<(Windows, usize), CliError> {
    let (mut windows, mut fresh) = (Vec::new(), 0);
    for (language, pages) in by_language(finish_site(pages).0) {
        if config.embeds(&language, &model.info) {
            let (vectors, cuts) = (&mut caches.vectors, &mut caches.windows);
            let embedded = embed(&pages, &model.encoder, config.index.windows, vectors, cuts, &|| false)?;
            let Some(embedded) = embedded else { continue };
            windows.extend(embedded.windows);
            fresh += embedded.fresh;
        }
    }
    Ok((windows, fresh))
}

/// Writes vectors under temporary names.
fn stage_vectors(
    folder: &mut OwnFolder,
    windows: &Windows,
    caches: &Caches,
) -> Result<Vec<PartFile>, CliError> {
    let mut files = Vec::new();
    let mut writer = Writer::new();
    for (section, windows) in windows {
        let found: Vec<(&Key, &[f32])> =
            windows.iter().filter_map(|window| Some((window, caches.vectors.get(window)?))).collect();
        write_vectors(section, found.into_iter(), &mut writer);
        if writer.len() >= VECTOR_FILE_BYTES {
            let content = std::mem::take(&mut writer).finish();
            files.push(stage(folder, KINDS[1], &content, content.len())?);
        }
    }
    if !writer.is_empty() {
        let content = writer.finish();
        files.push(stage(folder, KINDS[1], &content, content.len())?);
    }
    Ok(files)
}

fn stage(
    folder: &mut OwnFolder,
    (kind, ending): (&str, &str),
    content: &[u8],
    raw: usize,
) -> Result<PartFile, CliError> {
    let sha256 = sha256_hex(content);
    let name = format!("{kind}-{}.{ending}", &sha256[..16]);
    folder.stage(&name, content)?;
    let small = |bytes: usize| {
        u32::try_from(bytes).map_err(|_| {
            CliError::Limit(format!("{name}: at most 4 GB expected, more found; leave its largest pages out"))
        })
    };
    Ok(PartFile { bytes: small(content.len())?, raw: small(raw)?, sha256, name: name.clone() })
}
