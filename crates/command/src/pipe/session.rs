//! [`Session`]: the index that a program makes, and its requests.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::failure::Failure;
use super::message::PROTOCOL;
use super::params::{self, AddFolder, AddHtml, AddRecord, Build, Create, Evaluate, Query, Remove};
use super::records::Records;
use super::reply::{Event, Outcome};
use super::{send, site};
use crate::build::args::{BesideArgs, BuildArgs};
use crate::build::generations::{Built, Caches, Memories, Steps, by_language, generations, given};
use crate::build::index_folder::{check_out, contents};
use crate::build::report::{LeftOutPage, Report};
use crate::build::summary::{self, WARNING};
use crate::build::{offline, write_all};
use crate::config::{self, Config};
use crate::error::CliError;
use crate::folder::IndexFolder;
use crate::folder::index_source::IndexSource;
use crate::folder::local_index::LocalIndex;
use crate::folder::memory_index::{Files, MemoryIndex};
use crate::model::{self, LoadedModel};
use crate::query::QueryOutput;
use crate::shared_args::EvalMode;
use crate::site::site_files::{digest, is_below};
use crate::site::site_folder::SiteFolder;
use crate::site::site_reader::{ReadFile, Site, SiteReader, gathered, share};
use crate::{eval, user_folders};
use docfuse::search::Listing;
use docfuse_site::{Placed, Seen, read_page};

/// Bytes of a file in one message.
const PIECE_BYTES: usize = 768 << 10;

/// An index that is being made.
struct Making {
    config: Config,
    args: BuildArgs,
    /// By path.
    files: BTreeMap<String, ReadFile>,
    records: Records,
    seen: Mutex<Seen>,
    /// Loaded with the first build.
    encoder: Option<(LoadedModel, Caches)>,
}

/// Where the index is that was built last.
enum Destination {
    Folder(PathBuf),
    Memory(Arc<Files>),
}

/// The state behind the requests.
#[derive(Default)]
pub struct Session {
    making: Option<Making>,
    built: Option<Destination>,
    /// By language.
    opened: HashMap<Option<String>, IndexFolder>,
}

impl Session {
    /// Answers a request.
    pub fn answer(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        match method {
            "create" => self.create(params::read(method, params)?),
            "add_html" => self.making()?.add_html(&params::read(method, params)?),
            "add_record" => self.making()?.add_record(params::read(method, params)?),
            "replace_record" => self.making()?.replace_record(params::read(method, params)?),
            "remove" => self.making()?.remove(&params::read(method, params)?),
            "add_folder" => self.making()?.add_folder(&params::read(method, params)?),
            "build" => self.build(&params::read(method, params)?),
            "query" => self.query(params::read(method, params)?),
            "evaluate" => self.evaluate(&params::read(method, params)?),
            "build_site" => site::build_site(params::read(method, params)?),
            _ => Err(Failure::method(format!(
                "one of create, add_html, add_record, replace_record, remove, add_folder, build, query, evaluate, \
                 build_site expected, {method:?} found"
            ))),
        }
    }

    fn create(&mut self, asked: Create) -> Result<Value, Failure> {
        if asked.protocol != PROTOCOL {
            return Err(Failure::params(format!(
                "create: protocol {PROTOCOL} expected, {} found; use the client of this version of docfuse",
                asked.protocol
            )));
        }
        let config = match (asked.settings, &asked.config) {
            (Some(_), Some(_)) => {
                return Err(Failure::params("create: settings or config expected, both found".to_owned()));
            }
            (Some(settings), None) => params::settings(settings)?,
            (None, path) => config::load(path.as_deref())?,
        };
        let beside = BesideArgs {
            offline: asked.offline,
            precache_manifest: asked.precache_manifest,
            ..BesideArgs::default()
        };
        let args = BuildArgs {
            model: asked.model,
            no_dense: !asked.dense,
            cache: asked.cache,
            beside,
            ..BuildArgs::default()
        };
        *self = Session::default();
        self.making = Some(Making {
            records: Records::new(config.ingest.language()),
            config,
            args,
            files: BTreeMap::new(),
            seen: Mutex::default(),
            encoder: None,
        });
        Outcome::Done {}.value()
    }

    fn making(&mut self) -> Result<&mut Making, Failure> {
        self.making.as_mut().ok_or_else(|| Failure::order("create expected before this request".to_owned()))
    }

    fn build(&mut self, asked: &Build) -> Result<Value, Failure> {
        let making = self.making()?;
        if let Some(out) = &asked.out {
            check_out(out)?;
        }
        let mut site = making.site()?;
        let generations = making.generations(&mut site)?;
        let (mut summary, destination) = match &asked.out {
            Some(out) => {
                (write_all(&making.args, out, &generations, &site)?.1, Destination::Folder(out.clone()))
            }
            None => {
                let (files, summary) = in_memory(&making.args, &generations, &site)?;
                (summary, Destination::Memory(Arc::new(files)))
            }
        };
        summary.extend(making.config.unmatched().iter().map(|unmatched| format!("{WARNING}{unmatched}")));
        let report = Report::of(&generations, &site.left_out, &summary);
        if asked.files {
            send_files(&destination)?;
        }
        self.built = Some(destination);
        self.opened.clear();
        Outcome::Built(report).value()
    }

    /// The index of a language, opened.
    fn opened(&mut self, language: Option<String>) -> Result<&mut IndexFolder, Failure> {
        let destination = self.built.as_ref();
        let destination =
            destination.ok_or_else(|| Failure::order("build expected before this request".to_owned()))?;
        match self.opened.entry(language) {
            Entry::Occupied(opened) => Ok(opened.into_mut()),
            Entry::Vacant(entry) => {
                let source: Box<dyn IndexSource> = match destination {
                    Destination::Folder(folder) => Box::new(LocalIndex::new(folder)),
                    Destination::Memory(files) => Box::new(MemoryIndex(files.clone())),
                };
                let index = IndexFolder::of(source, entry.key().as_deref())?;
                Ok(entry.insert(index))
            }
        }
    }

    fn query(&mut self, mut asked: Query) -> Result<Value, Failure> {
        let index = self.opened(asked.language.take())?;
        let (request, listing) = asked.request()?;
        index.list_by(listing);
        let mut answer = index.query(&request)?;
        answer.keep_failures();
        let pinned = index.pinned(&request.text);
        Outcome::Answer(QueryOutput { answer: &answer, pinned, took_ms: None }).value()
    }

    fn evaluate(&mut self, asked: &Evaluate) -> Result<Value, Failure> {
        let index = self.opened(asked.language.clone())?;
        let has_vectors = index.manifest().model.is_some();
        let mode = match &asked.mode {
            Some(mode) => params::named::<EvalMode>("mode", mode)?,
            None if has_vectors => EvalMode::All,
            None => EvalMode::Lexical,
        };
        index.list_by(Listing::default());
        let judged = eval::judged::of_text(&asked.queries.to_string(), index).map_err(|told| {
            // It is one line of JSON.
            let told = told.strip_prefix("line 1: ").unwrap_or(&told).replace("a mapping", "an object");
            Failure::params(format!("evaluate: queries: {told}"))
        })?;
        let (report, _) = eval::measure_all(index, eval::modes(mode), &judged, false)?;
        Outcome::Measured(report).value()
    }
}

impl Making {
    fn add_html(&mut self, asked: &AddHtml) -> Result<Value, Failure> {
        let placed = Placed::of(&asked.url);
        if asked.url.contains(['?', '#']) || !is_below(&placed.path) {
            return Err(Failure::params(format!(
                "add_html: an address relative to the site's root such as guide/setup.html expected, {:?} found",
                asked.url
            )));
        }
        let mut page = read_page(&placed.path, asked.html.as_bytes(), &self.config.ingest);
        share(&mut page, &self.seen);
        let page = page.map(|page| page.placed(&placed));
        let left_out = page.as_ref().err().map(|reason| LeftOutPage::new(&placed.path, reason));
        let content = Some(digest(asked.html.as_bytes()));
        self.files.insert(placed.path.clone(), ReadFile::new(placed.path, content, page));
        Outcome::Added { left_out }.value()
    }

    fn add_record(&mut self, asked: AddRecord) -> Result<Value, Failure> {
        let added = self.records.add(asked.record);
        added.map_err(|error| Failure::params(format!("add_record: {error}")))?;
        Outcome::Done {}.value()
    }

    fn replace_record(&mut self, asked: AddRecord) -> Result<Value, Failure> {
        let replaced = self.records.replace(asked.record);
        let replaced = replaced.map_err(|error| Failure::params(format!("replace_record: {error}")))?;
        Outcome::Replaced { replaced }.value()
    }

    /// Removes a record by its id, or all of an address: its page and its records.
    fn remove(&mut self, asked: &Remove) -> Result<Value, Failure> {
        let removed = match (&asked.id, &asked.url) {
            (Some(id), None) => usize::from(self.records.remove(id)),
            (None, Some(url)) => {
                let page = self.files.remove(&Placed::of(url).path);
                usize::from(page.is_some()) + self.records.remove_page(url)
            }
            _ => return Err(Failure::params("remove: either id or url expected".to_owned())),
        };
        Outcome::Removed { removed }.value()
    }

    fn add_folder(&mut self, asked: &AddFolder) -> Result<Value, Failure> {
        let at = asked.at.trim_matches('/');
        if !at.is_empty() && !is_below(at) {
            return Err(Failure::params(format!(
                "add_folder: at: a place below the site's root such as api/ expected, {:?} found",
                asked.at
            )));
        }
        let prefix = if at.is_empty() { String::new() } else { format!("{at}/") };
        let mut reader = SiteReader::of_part(&SiteFolder::new(&asked.path, asked.follow_links), prefix, None);
        let changed = reader.refresh(&self.config.ingest)?;
        self.files.extend(reader.into_files().into_iter().map(|file| (file.name.clone(), file)));
        Outcome::Folder { files: changed.len() }.value()
    }

    /// The pages so far, which stay for a later build.
    fn site(&self) -> Result<Site, Failure> {
        let files = self.files.values().cloned().collect();
        let records = self.records.pages().map_err(|error| Failure::params(error.to_string()))?;
        let site = gathered(self.args.beside.offline, files, records);
        let mut urls = std::collections::HashSet::new();
        if let Some(twice) = site.pages.iter().find(|page| !urls.insert(&page.url)) {
            let message = format!("one page at {} expected, HTML and a record found", twice.url);
            return Err(CliError::Mismatch(message).into());
        }
        if site.pages.is_empty() {
            let found = site.left_out.first().map_or("none was added".to_owned(), |(path, reason)| {
                format!("{} are left out, such as {path}: {reason}", site.left_out.len())
            });
            let message = format!("at least one page expected, none found: {found}");
            return Err(CliError::Mismatch(message).into());
        }
        Ok(site)
    }

    fn generations(&mut self, site: &mut Site) -> Result<Vec<Built>, CliError> {
        let mut steps = Steps::default();
        if self.encoder.is_none() {
            let files = model::for_build(self.args.no_dense, self.args.model.as_deref())?;
            let cache = self.args.cache.clone().or_else(user_folders::cache);
            self.encoder = files
                .map(|files| {
                    let model = files.load()?;
                    let caches = Caches::open(cache, &model, self.config.index.windows);
                    Ok::<_, CliError>((model, caches))
                })
                .transpose()?;
        }
        let encoder = self.encoder.as_mut().map(|(model, caches)| (&*model, caches));
        let pages = by_language(std::mem::take(&mut site.pages));
        generations(given(pages), &self.config, encoder, &mut Memories::default(), &mut steps)
    }
}

/// The files of an index, and the lines of its summary.
fn in_memory(args: &BuildArgs, generations: &[Built], site: &Site) -> Result<(Files, Vec<String>), CliError> {
    let mut summary = summary::lines(generations, site);
    let twins = if args.beside.offline { offline::twins(generations)? } else { Vec::new() };
    summary.extend(args.beside.offline.then(|| offline::summary(&twins)));
    let mut files = Files::new();
    contents(Path::new("docfuse"), args, generations, &twins, &mut |name, content| {
        files.insert(name.to_owned(), content.to_vec());
        Ok(())
    })?;
    Ok((files, summary))
}

/// Sends all files of an index in memory, in pieces.
fn send_files(destination: &Destination) -> Result<(), Failure> {
    let Destination::Memory(files) = destination else {
        return Err(Failure::params("build: files or out expected, both found".to_owned()));
    };
    for (name, content) in files.iter() {
        let mut pieces = content.chunks(PIECE_BYTES).peekable();
        loop {
            let content = BASE64_STANDARD.encode(pieces.next().unwrap_or_default());
            let last = pieces.peek().is_none();
            send(Event::File { name, content, last })?;
            if last {
                break;
            }
        }
    }
    Ok(())
}
