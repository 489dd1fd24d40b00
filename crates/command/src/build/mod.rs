//! `docfuse build`: reads a built site or a JSONL file of records and writes an index folder.

pub mod args;
pub mod build_fingerprint;
pub mod cache;
pub mod embedding;
pub mod generations;
pub mod index_folder;
pub mod inject;
mod integrity;
mod left_parts;
mod linked;
pub mod named_site;
pub mod offline;
pub mod precache;
pub mod records;
mod reduced;
pub mod report;
mod rules;
mod stemmers;
pub mod summary;
pub mod worker_script;

use std::path::{Path, PathBuf};

use super::config::{self, Config, settings_file};
use super::crawl::{Asked, Copy, crawl};
use super::error::CliError;
use super::folder::host::is_address;
use super::model::{self, LoadedModel};
use super::output::{self, remark, say, say_pretty};
use super::part::{self, PartArg};
use super::runtime::RUNTIME;
use super::site::site_files::{Contents, digest};
use super::site::site_folder::SiteFolder;
use super::site::site_reader::{Site, finish, read_site};
use super::{files, llms, user_folders};
use args::BuildArgs;
use args::index_of;
use build_fingerprint::{BuildRecord, WrittenFiles};
use docfuse_site::jsonl::{JsonlError, JsonlReader};
use docfuse_site::{LeftOut, VersionPlaces, foreign_pages};
use generations::{Built, Caches, Memories, Steps, by_language, generations, given};
use index_folder::{check_out, write};
use inject::{SCRIPT, inject};
use integrity::integrity;
use named_site::{no_folder, none_named, sites_here};
use offline::CLASSIC_SCRIPT;
use report::{BuildOutput, Report};
use summary::WARNING;

impl BuildArgs {
    /// The folder of the site, if one is named.
    pub fn site_folder(&self) -> Option<SiteFolder> {
        let site = self.site.as_deref().filter(|_| self.site_address().is_none());
        site.map(|site| SiteFolder::new(site, self.follow_links))
    }

    /// The address of the site, if it is deployed.
    pub fn site_address(&self) -> Option<&str> {
        self.site.as_deref()?.to_str().filter(|site| is_address(site))
    }
}

/// Runs the command.
pub fn run(args: &BuildArgs) -> Result<(), CliError> {
    let mut config = config::load(args.config.as_deref())?;
    if let Some(encoder) = args.encoder {
        config.ship(encoder)?;
    }
    if args.told.verbose {
        config = config.telling();
    }
    run_with(args, &config)
}

/// Runs the command with settings that are read.
///
/// # Errors
/// As for the command.
pub fn run_with(args: &BuildArgs, config: &Config) -> Result<(), CliError> {
    output::silence(args.told.quiet);
    output::say_only_json(args.json);
    let out = out_folder(args)?;
    settings_file::tell(config, args)?;
    if let (Some(PartArg(share)), Some(site)) = (args.part, args.site_folder()) {
        return part::run(args, &site, share, &out, config);
    }
    let (changed, Made { versions, mut report }) = index(args, config, &out)?;
    let copy = args.crawl.save.as_deref().map(|copy| SiteFolder::new(copy, false));
    let site = args.site_folder().or(copy).filter(|_| args.beside.inject);
    if let Some(site) = site {
        let lines = inject(&site, &out, args, &config.ingest, &versions)?;
        lines.iter().try_for_each(say)?;
        report.summary.extend(lines);
    }
    if args.json { say_pretty("the report", &BuildOutput { changed, report }) } else { Ok(()) }
}

/// Writes the index to `out`. Returns whether anything has changed, and what the index is of.
fn index(args: &BuildArgs, config: &Config, out: &Path) -> Result<(bool, Made), CliError> {
    let mut steps = Steps::default();
    let model = model::for_build(args.no_dense, args.model.as_deref())?;
    let cache = args.cache.clone().or_else(user_folders::cache);
    let record = |folder| steps.time("comparing", || BuildRecord::of(folder, args, config, model.as_ref()));
    // What a browser makes of a page depends on more files than pages; and a host may have others.
    let is_alone = args.render.is_none() && args.site_address().is_none();
    let record = cache.clone().filter(|_| is_alone).map(record).transpose()?;
    if let Some(written) = record.as_ref().and_then(|record| record.recorded(out, args.site.as_deref())) {
        let is_told = |line: &&String| args.told.verbose || line.starts_with(WARNING);
        written.summary.iter().filter(is_told).try_for_each(say)?;
        say(format_args!("nothing has changed since {} was written", out.display()))?;
        return Ok((false, Made { versions: written.version_places, report: written.report }));
    }
    let model = model.map(|model| steps.time("encoder", || model.load())).transpose()?;
    let mut copy = None;
    let site = steps.time("reading", || match (args.site_folder(), &args.jsonl) {
        (_, Some(file)) => read_records(file, config.ingest.language()),
        (Some(site), None) => read_site(&site, &config.ingest, args.beside.offline, args.render.as_deref()),
        (None, None) => {
            let (site, saved) = read_deployed(args, config, cache.clone())?;
            copy = saved;
            Ok(site)
        }
    })?;
    let record = record.filter(|record| record.is_of(&site.contents));
    let mut caches = model
        .as_ref()
        .map(|model| steps.time("caches", || Ok(Caches::open(cache, model, config.index.windows))))
        .transpose()?;
    let encoder = model.as_ref().zip(caches.as_mut());
    let made = make_index(Making { args, config, out, site, encoder, record, steps })?;
    // A site that makes no index takes no place of an earlier copy.
    copy.map_or(Ok(()), Copy::put)?;
    Ok((true, made))
}

/// What an index is made of.
pub struct Making<'a> {
    pub args: &'a BuildArgs,
    pub config: &'a Config,
    pub out: &'a Path,
    pub site: Site,
    pub encoder: Option<(&'a LoadedModel, &'a mut Caches)>,
    /// Where to record what is written.
    pub record: Option<BuildRecord>,
    pub steps: Steps,
}

/// An index that was made.
pub struct Made {
    /// Where the site's versions are.
    pub versions: VersionPlaces,
    /// What it is of.
    pub report: Report,
}

/// Makes the index of a site, writes it, and tells what it is.
///
/// # Errors
/// The encoder fails, the site is too large for an index, or a file cannot be written.
pub fn make_index(making: Making<'_>) -> Result<Made, CliError> {
    let Making { args, config, out, mut site, encoder, mut record, mut steps } = making;
    let folder = args.site_folder().filter(|_| args.llms_txt);
    let texts = folder.as_ref().map(|folder| llms::files(folder, &site.pages)).transpose()?;
    let left_parts = left_parts::lines(&site.pages);
    let pages = by_language(std::mem::take(&mut site.pages));
    let generations = generations(given(pages), config, encoder, &mut Memories::default(), &mut steps)?;
    let (mut written, mut summary) = steps.time("writing", || write_all(args, out, &generations, &site))?;
    summary.extend(config.unmatched().iter().map(|unmatched| format!("{WARNING}{unmatched}")));
    if let (Some(texts), Some(folder)) = (&texts, &folder) {
        let kept = steps.time("llms.txt", || llms::put(folder, out, texts, &mut written))?;
        summary.extend(llms::summary(folder, texts, &kept));
        // The next build looks whether they are gone.
        record = record.filter(|_| kept.is_empty());
    }
    let mut details = summary::details(&generations);
    details.extend(scripts(args)?);
    details.extend(left_parts);
    written.version_places = site.version_places;
    written.report = Report::of(&generations, &site.left_out, &summary);
    let made = Made { versions: written.version_places.clone(), report: written.report.clone() };
    if let Some(record) = record {
        record.keep(written, &[summary.as_slice(), &details].concat());
    }
    summary.iter().try_for_each(say)?;
    summary::fresh(&generations)?;
    if args.told.verbose {
        details.iter().try_for_each(say)?;
        summary::work(&steps.0)?;
    }
    if RUNTIME.is_empty() {
        remark(
            "note: this command was built without the browser files, so the index folder has none; see pkg-build.sh",
        );
    }
    let seconds: f64 = steps.0.iter().map(|(_, seconds)| seconds).sum();
    say(format_args!("written to {} in {seconds:.1} s", out.display()))?;
    Ok(made)
}

/// The hashes by which pages may check the scripts that they load.
fn scripts(args: &BuildArgs) -> Result<Vec<String>, CliError> {
    let is_in_pages = |name: &str| name == SCRIPT || args.beside.offline && name == CLASSIC_SCRIPT;
    let scripts = RUNTIME.iter().filter(|file| is_in_pages(&file.name));
    scripts.map(|file| Ok(format!("{}: integrity=\"{}\"", file.name, integrity(&file.content()?)))).collect()
}

/// Writes an index with the browser files. Returns what was written, and the lines of the summary that depend on the
/// build's inputs alone.
///
/// # Errors
/// A file that cannot be written.
pub fn write_all(
    args: &BuildArgs,
    out: &Path,
    generations: &[Built],
    site: &Site,
) -> Result<(WrittenFiles, Vec<String>), CliError> {
    let mut summary = summary::lines(generations, site);
    let twins = if args.beside.offline { offline::twins(generations)? } else { Vec::new() };
    summary.extend(args.beside.offline.then(|| offline::summary(&twins)));
    Ok((write(out, args, generations, &twins)?, summary))
}

/// The folder that a build writes to.
///
/// # Errors
/// A site that is none, or none named, or a folder with somebody else's manifest.
pub fn out_folder(args: &BuildArgs) -> Result<PathBuf, CliError> {
    if args.site.is_none() && args.jsonl.is_none() {
        return Err(none_named("build", &sites_here()));
    }
    check_options(args)?;
    if let Some(site) = &args.site
        && args.site_address().is_none()
        && !site.is_dir()
    {
        return Err(no_folder(site));
    }
    let out = args.out.clone().or_else(|| args.site.as_deref().map(index_of));
    let out = out.ok_or_else(|| {
        CliError::Argument("--out DIR expected beside --jsonl, for the index; add it".to_owned())
    })?;
    if let (None, Some(site)) = (&args.out, args.site_folder())
        && site.target(&out) == Err(LeftOut::LinkOutside)
    {
        return Err(CliError::at(
            &out,
            "a folder of the site expected, a link that leads out of it found; name the index's folder after --out, or add \
             --follow-links",
        ));
    }
    check_out(&out)?;
    Ok(out)
}

/// Fetches a deployed site.
fn read_deployed(
    args: &BuildArgs,
    config: &Config,
    cache: Option<PathBuf>,
) -> Result<(Site, Option<Copy>), CliError> {
    let start = args.site_address().ok_or_else(|| none_named("build", &sites_here()))?;
    let (args, render) = (&args.crawl, args.render.as_deref());
    let (files, copy) = crawl(&Asked { start, args, render, config: &config.ingest, cache })?;
    Ok((finish(Path::new(start), false, files)?, copy))
}

/// Refuses options that a deployed site, or a folder, does not have.
fn check_options(args: &BuildArgs) -> Result<(), CliError> {
    let wrong = |message: String| Err(CliError::Argument(message));
    let Some(site) = args.site_address() else {
        return match args.crawl.named() {
            Some(option) => wrong(format!(
                "{option}: the address of a deployed site expected, such as https://docs.example/, a folder or none found"
            )),
            None => Ok(()),
        };
    };
    let Some(out) = &args.out else {
        return wrong(format!("--out DIR expected beside {site}, for the index; add it"));
    };
    let real = |folder: &Path| folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok();
    if args.crawl.save.as_deref().is_some_and(|save| save == out || real(save) == real(out)) {
        return wrong(format!(
            "--save: another folder than that of --out expected, {} found for both; the index may be in a folder of the copy",
            out.display()
        ));
    }
    let only_folder = [
        (args.follow_links, "--follow-links"),
        (args.llms_txt, "--llms-txt"),
        (args.part.is_some(), "--part"),
        (args.beside.precache_manifest, "--precache-manifest"),
        (args.beside.offline, "--offline"),
        (args.beside.inject && args.crawl.save.is_none(), "--inject"),
    ];
    match only_folder.iter().find(|(is_set, _)| *is_set) {
        Some((_, "--inject")) => wrong(format!(
            "--inject: --save DIR expected beside {site}, none found; pages of a host stay as they are"
        )),
        Some((_, option)) => {
            wrong(format!("{option}: the folder of a built site expected, an address found: {site}"))
        }
        None => Ok(()),
    }
}

fn read_records(path: &Path, language: &str) -> Result<Site, CliError> {
    let text = files::read_text(path)?;
    let contents = Contents::from([(path.display().to_string(), digest(text.as_bytes()))]);
    let mut reader = JsonlReader::new(language);
    let read: Result<(), JsonlError> = text.lines().try_for_each(|line| reader.read_line(line));
    read.map_err(|error| CliError::at(path, error.to_string()))?;
    let pages = reader.finish();
    if pages.is_empty() {
        return Err(CliError::at(
            path,
            "expected at least one record, found none; write one JSON object a line",
        ));
    }
    Ok(Site {
        generators: Vec::new(),
        listed_entries: [0, 0],
        versions: Vec::new(),
        version_places: VersionPlaces::default(),
        made_by_scripts: Vec::new(),
        foreign: foreign_pages(&pages),
        without_text: summary::without_text(&pages),
        pages,
        left_out: Vec::new(),
        contents,
    })
}
