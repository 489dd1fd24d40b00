//! `docfuse build`: from a built site, or records, to an index folder.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::BuildArgs;
use super::cache::VectorCache;
use super::config;
use super::embedding::{Embedded, embed};
use super::error::CliError;
use super::files;
use super::model::{self, LoadedModel};
use super::output::{progress, remark, say};
use super::runtime::RUNTIME;
use super::summary;
use super::walk::{Site, read_site};
use crate::index::{DenseInput, IndexFiles, MANIFEST_NAME, Step, build};
use crate::ingest::Page;
use crate::ingest::jsonl::{JsonlError, JsonlReader};

/// Kinds of files that a build may delete when no manifest names them any more.
const KINDS: [&str; 7] = ["dense", "directory", "lexical", "links", "model", "texts", "tokenizer"];

/// Seconds of each step.
#[derive(Default)]
struct Steps(Vec<(&'static str, f64)>);

impl Steps {
    fn time<T>(
        &mut self,
        step: &'static str,
        work: impl FnOnce() -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        #[allow(clippy::disallowed_methods, reason = "clocks stand in cli")]
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
    let mut steps = Steps::default();
    let model = match args.no_dense {
        true => None,
        false => Some(steps.time("encoder", || model::load(args.model.as_deref()))?),
    };
    let site = steps.time("reading", || match (&args.site, &args.jsonl) {
        (_, Some(file)) => read_records(file),
        (Some(site), None) => read_site(site, &config.ingest),
        (None, None) => Err(CliError::Input("a site or --jsonl expected".to_owned())),
    })?;
    let embedded = match &model {
        Some(model) => Some(steps.time("embedding", || {
            let folder = args.cache.clone().or_else(cache_folder).ok_or_else(|| {
                CliError::Input(
                    "no cache folder: neither HOME nor XDG_CACHE_HOME is set; name one by --cache".to_owned(),
                )
            })?;
            let mut cache = VectorCache::open(&folder, &model.info.onnx_sha256, model.encoder.dimensions())?;
            embed(&site.pages, &model.encoder, &mut cache)
        })?),
        None => None,
    };
    let index = steps.time("indexing", || {
        let input =
            model.as_ref().zip(embedded.as_ref()).map(|(model, embedded)| dense_input(model, embedded));
        Ok(build(&site.pages, input.as_ref(), config.ranking, &bars())?)
    })?;
    steps.time("writing", || write(&out, &index))?;
    summary::show(&index, &site.left_out, &steps.0, embedded.as_ref().map(|embedded| embedded.fresh))?;
    if RUNTIME.is_empty() {
        remark("note: this command was built without the browser files, so the folder holds none");
    }
    say(format_args!("written to {}", out.display()))
}

fn out_folder(args: &BuildArgs) -> Result<PathBuf, CliError> {
    if let Some(site) = &args.site
        && !site.is_dir()
    {
        return Err(CliError::Input(format!(
            "{}: a folder expected; name the folder that your site generator writes",
            site.display()
        )));
    }
    args.out
        .clone()
        .or_else(|| args.site.as_ref().map(|site| site.join("docfuse")))
        .ok_or_else(|| CliError::Input("--out expected beside --jsonl".to_owned()))
}

fn cache_folder() -> Option<PathBuf> {
    let named = |key: &str| std::env::var_os(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("docfuse"))
}

fn read_records(path: &Path) -> Result<Site, CliError> {
    let text = files::read_text(path)?;
    let mut reader = JsonlReader::new();
    let records: Result<Vec<Option<Page>>, JsonlError> =
        text.lines().map(|line| reader.read_line(line)).collect();
    let records = records.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
    let pages: Vec<Page> = records.into_iter().flatten().collect();
    if pages.is_empty() {
        return Err(CliError::Input(format!("{}: no record here", path.display())));
    }
    Ok(Site { pages, left_out: Vec::new() })
}

fn dense_input<'a>(model: &'a LoadedModel, embedded: &'a Embedded) -> DenseInput<'a> {
    DenseInput {
        sections: &embedded.sections,
        vectors: &embedded.vectors,
        model: &model.onnx,
        tokenizer: &model.tokenizer,
        info: &model.info,
    }
}

/// One bar a step of [`build`].
fn bars() -> impl Fn(Step, usize, usize) + Sync {
    let bars = [(Step::Lexical, "words"), (Step::Graph, "graph"), (Step::Texts, "texts")]
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

/// Puts a generation into its folder. Files are named by their content, so new ones do not touch old ones; the
/// manifest comes last, in one step, and only then goes what it no longer names. A build that fails on its way
/// leaves the old generation whole.
fn write(out: &Path, index: &IndexFiles) -> Result<(), CliError> {
    files::create_folder(out)?;
    for file in &index.files {
        files::replace(out, &file.file.name, &file.content)?;
    }
    for file in RUNTIME {
        files::replace(out, file.name, file.content)?;
    }
    let manifest = serde_json::to_vec(&index.manifest)
        .map_err(|error| CliError::Input(format!("the manifest cannot be written as JSON: {error}")))?;
    files::replace(out, MANIFEST_NAME, &manifest)?;
    for name in files::names(out)? {
        if is_generated(&name) && index.files.iter().all(|file| file.file.name != name) {
            files::remove(&out.join(name))?;
        }
    }
    Ok(())
}

/// Whether a name is one that a build gives: a kind, 16 hexadecimal digits and an ending.
fn is_generated(name: &str) -> bool {
    name.split_once('-').is_some_and(|(kind, rest)| {
        let (hash, ending) = rest.split_once('.').unwrap_or_default();
        KINDS.contains(&kind)
            && hash.len() == 16
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
            && ["bin", "onnx", "json"].contains(&ending)
    })
}

#[cfg(test)]
mod tests {
    use super::is_generated;

    #[test]
    fn only_generated_names_are_deleted() {
        for (name, expected) in [
            ("texts-0123456789abcdef.bin", true),
            ("model-0123456789abcdef.onnx", true),
            ("texts-0123456789abcde.bin", false),
            ("notes-0123456789abcdef.bin", false),
            ("texts-0123456789abcdef.txt", false),
            ("docfuse.json", false),
            ("docfuse-worker.js", false),
        ] {
            assert_eq!(is_generated(name), expected, "{name}");
        }
    }
}
