//! `docfuse build`: reads a built site or a JSONL file of records and writes an index folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::BuildArgs;
use super::build_fingerprint::BuildRecord;
use super::cache::{VectorCache, WindowCache};
use super::config::{self, Config};
use super::embedding::{Embedded, embed};
use super::error::CliError;
use super::files;
use super::graph_cache::GraphFolder;
use super::index_folder::write;
use super::inject::{SCRIPT, inject};
use super::integrity::integrity;
use super::model::{self, LoadedModel};
use super::offline::{self, CLASSIC_SCRIPT};
use super::output::{progress, remark, say};
use super::runtime::RUNTIME;
use super::site_files::{Contents, Site, digest, read_site};
use super::summary;
use super::user_folders;
use crate::dense::Ann;
use crate::embed::{ModelInfo, WindowSettings};
use crate::index::{DenseInput, IndexFiles, IndexSettings, MANIFEST_NAME, Manifest, Step, build};
use crate::ingest::Page;
use crate::ingest::jsonl::{JsonlError, JsonlReader};

/// The index of one language.
pub struct Built {
    /// Its manifest and files.
    pub index: IndexFiles,
    /// Number of windows that were not in the cache; `None` without vectors.
    pub fresh: Option<usize>,
    /// The encoder, if it was not trained for this language.
    pub unknown_to: Option<ModelInfo>,
}

impl Built {
    /// File name of its manifest: [`MANIFEST_NAME`] for the site's main language.
    fn manifest_name(&self, is_main: bool) -> String {
        if is_main {
            MANIFEST_NAME.to_owned()
        } else {
            format!("docfuse.{}.json", self.index.manifest.language)
        }
    }

    /// File name and content of `manifest`, this index's own or one made from it.
    pub fn manifest(&self, is_main: bool, manifest: &Manifest) -> Result<(String, Vec<u8>), CliError> {
        let content = serde_json::to_vec(manifest)
            .map_err(|error| CliError::Input(format!("cannot write the manifest as JSON: {error}")))?;
        Ok((self.manifest_name(is_main), content))
    }
}

/// Results of earlier builds.
struct Caches {
    vectors: VectorCache,
    windows: WindowCache,
    graphs: GraphFolder,
}

impl Caches {
    fn open(
        folder: Option<PathBuf>,
        model: &LoadedModel,
        settings: WindowSettings,
    ) -> Result<Self, CliError> {
        let folder = folder.ok_or_else(|| {
            CliError::Input(
                "no cache folder: HOME and XDG_CACHE_HOME are not set; give one with --cache DIR".to_owned(),
            )
        })?;
        let info = &model.info;
        let encoder = format!("{}-{}", info.onnx_sha256, info.tokenizer_sha256);
        Ok(Caches {
            vectors: VectorCache::open(&folder, &encoder, info.dimensions)?,
            windows: WindowCache::open(
                &folder,
                &info.tokenizer_sha256,
                info.max_tokens.min(settings.length),
                settings.overlap,
            )?,
            graphs: GraphFolder::new(folder),
        })
    }
}

/// Seconds that each step took.
#[derive(Default)]
struct Steps(Vec<(&'static str, f64)>);

impl Steps {
    fn time<T>(
        &mut self,
        step: &'static str,
        work: impl FnOnce() -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        #[allow(clippy::disallowed_methods, reason = "only cli reads clocks")]
        let started = Instant::now();
        let outcome = work();
        self.0.push((step, started.elapsed().as_secs_f64()));
        outcome
    }
}

/// Runs the command.
pub fn run(args: &BuildArgs) -> Result<(), CliError> {
    let config = config::load(args.config.as_deref())?;
    let out = out_folder(args)?;
    index(args, &config, &out)?;
    match &args.site {
        Some(site) if args.inject => inject(site, &out, args, &config.ingest),
        _ => Ok(()),
    }
}

/// Writes the index to `out`.
fn index(args: &BuildArgs, config: &Config, out: &Path) -> Result<(), CliError> {
    let mut steps = Steps::default();
    let model = match args.no_dense {
        true => None,
        false => model::find(args.model.as_deref())?.map(model::read).transpose()?,
    };
    if model.is_none() && !args.no_dense {
        remark(format_args!(
            "note: no encoder found, so this index answers by words only. {}",
            model::HOW_TO_GET
        ));
    }
    let cache = args.cache.clone().or_else(user_folders::cache);
    let record = |folder| steps.time("comparing", || BuildRecord::of(folder, args, &config, model.as_ref()));
    let record = cache.clone().map(record).transpose()?;
    if let Some(summary) = record.as_ref().and_then(|record| record.summary_of(&out)) {
        summary.iter().try_for_each(say)?;
        return say(format_args!("nothing has changed since {} was written", out.display()));
    }
    let model = model.map(|model| steps.time("encoder", || model.load())).transpose()?;
    let site = steps.time("reading", || match (&args.site, &args.jsonl) {
        (_, Some(file)) => read_records(file, config.ingest.language()),
        (Some(site), None) => read_site(site, &config.ingest, args.offline),
        (None, None) => Err(CliError::Input("expected a site folder or --jsonl FILE".to_owned())),
    })?;
    let Site { pages, left_out, contents } = site;
    let record = record.filter(|record| record.is_of(&contents));
    let without_text = summary::without_text(&pages);
    let windows_of = config.index.windows;
    let mut caches = model
        .as_ref()
        .map(|model| steps.time("caches", || Caches::open(cache, model, windows_of)))
        .transpose()?;
    let mut generations = Vec::new();
    for (language, pages) in by_language(pages) {
        let encoder = model.as_ref().filter(|model| config.embeds(&language, &model.info));
        let embedded = match (encoder, &mut caches) {
            (Some(model), Some(Caches { vectors, windows, .. })) => Some(
                steps.time("embedding", || embed(&pages, &model.encoder, windows_of, vectors, windows))?,
            ),
            _ => None,
        };
        let input = match (encoder, &embedded, &caches) {
            (Some(model), Some(embedded), Some(caches)) => Some(dense_input(model, embedded, &caches.graphs)),
            _ => None,
        };
        let text = config.words.of(&language);
        let mut settings = IndexSettings { language, text, ..config.index.clone() };
        settings.dense.ann = args.ann.map_or(settings.dense.ann, Ann::from);
        let index = steps.time("indexing", || Ok(build(&pages, input.as_ref(), &settings, &bars())?))?;
        let unknown = model.as_ref().filter(|_| encoder.is_none()).map(|model| model.info.clone());
        generations.push(Built {
            index,
            fresh: embedded.map(|embedded| embedded.fresh),
            unknown_to: unknown,
        });
    }
    name_languages(&mut generations);
    let mut summary = summary::lines(&generations, &without_text, &left_out);
    let twins = if args.offline { offline::twins(&generations)? } else { Vec::new() };
    summary.extend(args.offline.then(|| offline::summary(&twins)));
    let is_in_pages = |name| name == SCRIPT || args.offline && name == CLASSIC_SCRIPT;
    for file in RUNTIME.iter().filter(|file| is_in_pages(file.name)) {
        summary.push(format!("{}: integrity=\"{}\"", file.name, integrity(&file.content()?)));
    }
    let written = steps.time("writing", || write(&out, args, &generations, twins))?;
    if let Some(record) = record {
        record.keep(written, &summary);
    }
    summary.iter().try_for_each(say)?;
    summary::work(&generations, &steps.0)?;
    if RUNTIME.is_empty() {
        remark(
            "note: this command was built without the browser files, so the index folder has none; see pkg-build.sh",
        );
    }
    say(format_args!("written to {}", out.display()))
}

fn out_folder(args: &BuildArgs) -> Result<PathBuf, CliError> {
    if let Some(site) = &args.site
        && !site.is_dir()
    {
        return Err(CliError::Input(format!(
            "{}: expected the folder that your site generator writes, found no folder; build the site first, or name another",
            site.display()
        )));
    }
    args.out
        .clone()
        .or_else(|| args.site.as_ref().map(|site| site.join("docfuse")))
        .ok_or_else(|| CliError::Input("--out DIR expected beside --jsonl, for the index; add it".to_owned()))
}

/// Groups pages by language, the language with the most pages first.
fn by_language(pages: Vec<Page>) -> Vec<(String, Vec<Page>)> {
    let mut languages: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for page in pages {
        languages.entry(page.language.clone()).or_default().push(page);
    }
    let mut languages: Vec<(String, Vec<Page>)> = languages.into_iter().collect();
    languages.sort_by_key(|(_, pages)| std::cmp::Reverse(pages.len()));
    languages
}

/// Adds the manifests of the other languages to every manifest.
fn name_languages(generations: &mut [Built]) {
    let names: BTreeMap<String, String> = generations
        .iter()
        .enumerate()
        .map(|(number, built)| (built.index.manifest.language.clone(), built.manifest_name(number == 0)))
        .collect();
    for built in generations {
        let manifest = &mut built.index.manifest;
        manifest.languages = names.clone();
        manifest.languages.remove(&manifest.language);
    }
}

fn read_records(path: &Path, language: &str) -> Result<Site, CliError> {
    let text = files::read_text(path)?;
    let contents = Contents::from([(path.display().to_string(), digest(text.as_bytes()))]);
    let mut reader = JsonlReader::new(language);
    let read: Result<(), JsonlError> = text.lines().try_for_each(|line| reader.read_line(line));
    read.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
    let pages = reader.finish();
    if pages.is_empty() {
        return Err(CliError::Input(format!(
            "{}: expected at least one record, found none; write one JSON object a line",
            path.display()
        )));
    }
    Ok(Site { pages, left_out: Vec::new(), contents })
}

fn dense_input<'a>(
    model: &'a LoadedModel,
    embedded: &'a Embedded,
    graphs: &'a GraphFolder,
) -> DenseInput<'a> {
    DenseInput {
        sections: &embedded.sections,
        vectors: &embedded.vectors,
        model: &model.onnx,
        tokenizer: &model.tokenizer,
        info: &model.info,
        graphs,
    }
}

/// A progress bar for each step of [`build`].
fn bars() -> impl Fn(Step, usize, usize) + Sync {
    let bars = [(Step::Lexical, "postings"), (Step::Graph, "graph"), (Step::Packing, "packing")]
        .map(|(step, name)| (step, progress(name, 0)));
    move |step, done, total| {
        for (_, bar) in bars.iter().filter(|(known, _)| *known == step) {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            if done == total {
                bar.finish_and_clear();
            }
        }
    }
}
