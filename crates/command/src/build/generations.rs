//! [`generations`]: from pages to the indexes of their languages, with vectors if there is an encoder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::cache::{VectorCache, WindowCache};
use super::embedding::embed;
use super::index_folder::check_modules;
use super::linked::{LinkedPage, most_linked};
use super::reduced::Reduced;
use super::rules;
use super::stemmers::{add_stemmer, stemmer};
use crate::clock::now;
use crate::config::Config;
use crate::error::CliError;
use crate::model::LoadedModel;
use crate::output::{progress, remark};
use crate::runtime::RUNTIME;
use docfuse::dense::ClusterMemory;
use docfuse::index::{
    BuildMemory, DenseInput, IndexFiles, IndexSettings, MANIFEST_NAME, Manifest, Page, Step, rebuild,
};
use docfuse::model::{ModelInfo, WindowSettings};
use docfuse::search::KNOWN_ACROSS;

/// The index of one language.
pub struct Built {
    /// Its manifest and files.
    pub index: IndexFiles,
    /// The pages that its texts link to most.
    pub linked: Vec<LinkedPage>,
    /// Number of windows that were not in the cache; `None` without vectors.
    pub fresh: Option<usize>,
    /// Why it has no vectors, although there is an encoder.
    pub unvectored: Option<Unvectored>,
}

/// Why the pages of a language get no vectors of an encoder.
pub enum Unvectored {
    /// This one was not trained for it.
    Untrained(Box<ModelInfo>),
    /// The settings name others.
    Unnamed,
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
        let content = manifest.to_json().map_err(CliError::json("the manifest"))?;
        Ok((self.manifest_name(is_main), content))
    }
}

/// Whether vectors are for the lexicon alone, and readers never load an encoder.
pub fn without_encoder(generations: &[Built]) -> bool {
    let mut manifests = generations.iter().map(|built| &built.index.manifest);
    manifests.clone().any(|manifest| manifest.windows > 0)
        && manifests.all(|manifest| manifest.model.is_none())
}

/// Results of earlier builds.
#[derive(Default)]
pub struct Caches {
    pub vectors: VectorCache,
    pub windows: WindowCache,
    pub clusters: ClusterMemory,
}

impl Caches {
    /// Those of an encoder in a folder. Without one, nothing is kept for later builds.
    pub fn open(folder: Option<PathBuf>, model: &LoadedModel, settings: WindowSettings) -> Self {
        let info = &model.info;
        let encoder = format!("{}-{}", info.onnx_sha256, info.tokenizer_sha256);
        let length = info.max_tokens.min(settings.length);
        let Some(path) = &folder else {
            remark(
                "warning: no cache folder, so the next build embeds everything again: HOME and XDG_CACHE_HOME are not \
                 set (--cache DIR names a folder)",
            );
            return Caches::default();
        };
        Caches {
            vectors: VectorCache::open(path, &encoder, info.dimensions),
            windows: WindowCache::open(path, &info.tokenizer_sha256, length, settings.overlap),
            clusters: ClusterMemory::default(),
        }
    }
}

/// Seconds that each step took.
#[derive(Default)]
pub struct Steps(pub Vec<(&'static str, f64)>);

impl Steps {
    /// Does a step and notes its time.
    ///
    /// # Errors
    /// Those of the step.
    pub fn time<T>(
        &mut self,
        step: &'static str,
        work: impl FnOnce() -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let started = now();
        let outcome = work();
        self.0.push((step, started.elapsed().as_secs_f64()));
        outcome
    }
}

/// What builds keep for the next one, by language.
#[derive(Default)]
pub struct Memories {
    keep: bool,
    by_language: BTreeMap<String, BuildMemory>,
}

impl Memories {
    /// Memories that keep something; the default keeps nothing.
    pub fn keeping() -> Self {
        Memories { keep: true, ..Memories::default() }
    }

    fn of(&mut self, language: &str) -> &mut BuildMemory {
        let new = || if self.keep { BuildMemory::keeping() } else { BuildMemory::default() };
        self.by_language.entry(language.to_owned()).or_insert_with(new)
    }
}

/// Groups pages by language, the language with the most pages first.
pub fn by_language(pages: Vec<Page>) -> Vec<(String, Vec<Page>)> {
    let mut languages: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for page in pages {
        languages.entry(page.language.clone()).or_default().push(page);
    }
    let mut languages: Vec<(String, Vec<Page>)> = languages.into_iter().collect();
    languages.sort_by_key(|(_, pages)| std::cmp::Reverse(pages.len()));
    languages
}

/// Pages of which a build leaves nothing: those of [`by_language`], for [`generations`].
pub fn given(pages: Vec<(String, Vec<Page>)>) -> Vec<(String, Cow<'static, [Page]>)> {
    pages.into_iter().map(|(language, pages)| (language, pages.into())).collect()
}

/// Pages that the caller keeps: those of [`by_language`], for [`generations`].
pub fn lent(pages: &[(String, Vec<Page>)]) -> Vec<(String, Cow<'_, [Page]>)> {
    pages.iter().map(|(language, pages)| (language.clone(), pages.into())).collect()
}

/// Builds the index of each language; `pages` are those of [`given`] or [`lent`]. With an encoder, the languages that it
/// was trained for get vectors. O(text), and for each window that no cache has, about 10 ms.
///
/// # Errors
/// The encoder fails, a cache cannot be written, or the site is too large for an index.
pub fn generations(
    pages: Vec<(String, Cow<'_, [Page]>)>,
    config: &Config,
    mut encoder: Option<(&LoadedModel, &mut Caches)>,
    memories: &mut Memories,
    steps: &mut Steps,
) -> Result<Vec<Built>, CliError> {
    let mut generations = Vec::new();
    rules::check(&config.index.rules, &pages)?;
    // Before embedding, which takes long.
    let ships_encoder = encoder.is_some() && config.ships_encoder;
    check_modules(&RUNTIME, pages.iter().map(|(language, _)| language.as_str()), ships_encoder)?;
    pages.iter().try_for_each(|(language, _)| stemmer(language).map(drop))?;
    for (language, pages) in pages {
        let known = encoder.as_ref().map(|(model, _)| config.embeds(&language, &model.info));
        let embedded = match &mut encoder {
            Some((model, Caches { vectors, windows, .. })) if known == Some(true) => {
                let windows_of = config.index.windows;
                steps.time("embedding", || {
                    embed(&pages, &model.encoder, windows_of, vectors, windows, &|| false)
                })?
            }
            _ => None,
        };
        let made =
            encoder.as_ref().zip(embedded.as_ref()).map(|((model, caches), made)| (*model, caches, made));
        let (mut first, mut reduced) = (None, None);
        if let Some((model, _, embedded)) = made {
            if config.ships_encoder {
                first = steps.time("word rows", || model.first_rows(&pages))?;
            }
            reduced = steps.time("fewer dimensions", || Ok(Reduced::of(embedded, &model.info, config)))?;
        }
        let input = made.map(|(model, caches, embedded)| DenseInput {
            sections: &embedded.sections,
            vectors: reduced.as_ref().map_or(&embedded.vectors, |reduced| &reduced.vectors),
            dimensions: reduced.as_ref().map_or(model.info.dimensions, |reduced| reduced.dimensions),
            encoder: config.ships_encoder.then(|| model.for_readers(first.as_deref())),
            info: &model.info,
            clusters: &caches.clusters,
        });
        let memory = memories.of(&language);
        let text = config.words.of(&language);
        let of_rules = made.map(|(model, _, _)| &model.encoder);
        let projection = reduced.as_ref().map(|reduced| &reduced.projection);
        let rules = rules::of(&config.index.rules, &pages, of_rules, projection)
            .map_err(|source| CliError::Encoder { what: "a query of the rules", source })?;
        let mut settings = IndexSettings { language, text, rules, ..config.index.clone() };
        let (key, power) = KNOWN_ACROSS;
        // What the author set stays.
        if made.is_some_and(|(model, _, _)| model.info.is_of_many_languages())
            && settings.ranking.numbers.iter().all(|(set, _)| set != key)
        {
            settings.ranking.set(key, power);
        }
        let linked = most_linked(&pages);
        let mut index =
            steps.time("indexing", || Ok(rebuild(pages, input.as_ref(), &settings, memory, &bars())?))?;
        add_stemmer(&mut index)?;
        let unvectored = encoder.as_ref().filter(|_| known == Some(false));
        generations.push(Built {
            index,
            linked,
            fresh: embedded.map(|embedded| embedded.fresh),
            unvectored: unvectored.map(|(model, _)| match &config.dense_languages {
                Some(_) => Unvectored::Unnamed,
                None => Unvectored::Untrained(Box::new(model.info.clone())),
            }),
        });
    }
    name_languages(&mut generations);
    Ok(generations)
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

/// A progress bar for each step of [`rebuild`].
fn bars() -> impl Fn(Step, usize, usize) + Sync {
    let steps = [
        (Step::Texts, "texts"),
        (Step::Lexical, "postings"),
        (Step::Lexicon, "lexicon"),
        (Step::Packing, "packing"),
        (Step::Clusters, "clusters"),
    ];
    let bars = steps.map(|(step, name)| (step, progress(name, 0)));
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
