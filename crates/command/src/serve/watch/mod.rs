//! `docfuse serve --watch`: builds the index again when files of the site change.
//!
//! `changes` waits for files. [`Rebuilder`] reads what changed and writes a lexical index at once. `vectors`, in a
//! thread of its own, embeds what changed, and then writes the whole index: the one that `docfuse build` would write.

mod changes;
mod vectors;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use self::changes::{Changes, Found};
use self::vectors::EmbedTask;
use super::live::Live;
use crate::build::args::BuildArgs;
use crate::build::build_fingerprint::{BuildRecord, WrittenFiles};
use crate::build::generations::{Memories, Steps, by_language, generations, lent};
use crate::build::{offline, precache};
use crate::clock::now;
use crate::config::{self, CONFIG_NAME, Config};
use crate::error::CliError;
use crate::output::{complain, remark, say};
use crate::site::site_folder::SiteFolder;
use crate::site::site_reader::{Site, SiteReader};
use crate::{build, files, model, user_folders};
use docfuse::index::{MANIFEST_NAME, Page};

/// Most files named in a line.
const MAX_NAMED: usize = 3;

/// Pages by language, the main language first.
type Pages = Vec<(String, Vec<Page>)>;

/// What open pages are told while vectors are embedded.
const VECTORS: &str = "vectors";

/// What is built, where to, and for whom.
pub struct Watch {
    /// Folder of the site.
    pub site: PathBuf,
    /// Those of a `docfuse build` that writes the same index.
    pub args: BuildArgs,
    /// Whether files are compared every second.
    pub polls: bool,
    /// Told of every build.
    pub live: Arc<Live>,
}

/// What both threads build with. Who holds the lock may write the index.
#[derive(Default)]
struct Writer {
    memories: Memories,
    written: WrittenFiles,
    /// That of the last build.
    record: Option<BuildRecord>,
}

impl Writer {
    /// Stores the record of a build in place of the one of the build before: a folder keeps few records for all sites, and
    /// every change makes another one.
    fn keep_record(&mut self, record: BuildRecord, written: WrittenFiles, summary: &[String]) {
        if let Some(former) = self.record.take() {
            former.forget();
        }
        record.keep(written, summary);
        self.record = Some(record);
    }
}

/// Shared by both threads.
struct Shared {
    args: BuildArgs,
    site: PathBuf,
    out: PathBuf,
    cache: Option<PathBuf>,
    live: Arc<Live>,
    writer: Mutex<Writer>,
    /// Number of the newest state of the site. Vectors of an older one are not written.
    newest: AtomicU64,
}

impl Shared {
    fn is_newest(&self, number: u64) -> bool {
        self.newest.load(Ordering::Acquire) == number
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of a failure, which ends nothing.
    fn failed(&self, error: &CliError) {
        complain(error);
        self.live.tell(|state| {
            state.doing = "";
            state.failure = error.to_string();
        });
    }
}

/// Starts the threads. They end with the process.
///
/// # Errors
/// Settings or an encoder that cannot be read.
pub fn start(watch: Watch) -> Result<(), CliError> {
    let Watch { site, args, polls, live } = watch;
    let config = Arc::new(config::load(args.config.as_deref())?.telling());
    let out = build::out_folder(&args)?;
    tell_of_options(&args, &out);
    let model = if args.no_dense { None } else { model::find(args.model.as_deref())? };
    if model.is_none() && !args.no_dense {
        remark(format_args!("note: no encoder found, so search is by words only. {}", model::how_to_get()));
    }
    let cache = args.cache.clone().or_else(user_folders::cache);
    let own: Vec<&Path> = cache.as_deref().into_iter().chain([out.as_path()]).collect();
    let folder = SiteFolder::new(&site, args.follow_links);
    let changes = Changes::of(&folder, &own, polls);
    let reader = SiteReader::new(&folder, args.beside.offline);
    let writer = Mutex::new(Writer { memories: Memories::keeping(), ..Writer::default() });
    let shared = Arc::new(Shared { args, site, out, cache, live, writer, newest: AtomicU64::new(0) });
    let vectors = model.map(|model| vectors::start(model, Arc::clone(&shared)));
    let settings = config.text.clone().into_bytes();
    let mut rebuilder =
        Rebuilder { shared, config, reader, settings, pages: Arc::default(), failed: true, vectors };
    thread::spawn(move || rebuilder.run(changes));
    Ok(())
}

/// Names options of an earlier build whose files the first rebuild deletes.
fn tell_of_options(args: &BuildArgs, out: &Path) {
    let names = files::names(out).unwrap_or_default();
    let has = |is_one: &dyn Fn(&str) -> bool| names.iter().any(|name| is_one(name));
    for (option, is_given, has_files) in [
        ("--offline", args.beside.offline, has(&|name| offline::twin_of(name) == Some(MANIFEST_NAME))),
        ("--precache-manifest", args.beside.precache_manifest, has(&|name| precache::NAMES.contains(&name))),
    ] {
        if has_files && !is_given {
            remark(format_args!(
                "note: {} was built with {option}, and is rebuilt without; add {option} here to keep its files",
                out.display()
            ));
        }
    }
}

/// Builds the words of an index again and again.
struct Rebuilder {
    shared: Arc<Shared>,
    config: Arc<Config>,
    reader: SiteReader,
    /// The settings file as it was last looked at.
    settings: Vec<u8>,
    /// Those of the index.
    pages: Arc<Pages>,
    /// Whether what was read last is in no index: at the start, or because a build failed.
    failed: bool,
    /// Takes what to embed; `None` without an encoder.
    vectors: Option<Sender<EmbedTask>>,
}

impl Rebuilder {
    fn run(&mut self, mut changes: Changes) {
        let mut outcome = self.begin();
        loop {
            match outcome {
                Ok(()) => self.failed = false,
                Err(error) => self.shared.failed(&error),
            }
            let mut found = changes.wait(&|| self.has_new_settings() || self.index_is_gone());
            if self.reader.misses_files() {
                changes.wait_for_files(&mut found);
            }
            outcome = self.update(found);
        }
    }

    /// The first build. If the index is that of the site, reads and analyzes the site all the same, so that the first
    /// change takes no longer than others.
    fn begin(&mut self) -> Result<(), CliError> {
        let shared = Arc::clone(&self.shared);
        shared.live.tell(|state| state.doing = "reading the site");
        let record = self.record();
        let recorded = record.as_ref().and_then(|record| record.recorded(&shared.out, Some(&shared.site)));
        let Some(recorded) = recorded else { return self.update(Found::default()) };
        self.reader.refresh(&self.config.ingest)?;
        let site = Arc::new(self.reader.site()?);
        if !record.is_some_and(|record| record.matches(&site.contents)) {
            // Files have changed since the record was looked for.
            return self.update(Found::default());
        }
        self.pages = Arc::new(by_language(site.pages.clone()));
        shared.live.set_site(site);
        let mut writer = shared.writer();
        generations(lent(&self.pages), &self.config, None, &mut writer.memories, &mut Steps::default())?;
        writer.written = recorded;
        shared.live.tell(|state| state.doing = "");
        let _ = say(format_args!("the index in {} is up to date", shared.out.display()));
        Ok(())
    }

    /// What the cache folder knows of a build of the site as it is; `None` if that cannot be found out.
    fn record(&self) -> Option<BuildRecord> {
        let shared = &self.shared;
        let model =
            if self.vectors.is_some() { model::find(shared.args.model.as_deref()).ok()? } else { None };
        let model = model.map(model::read).transpose().ok()?;
        BuildRecord::of(shared.cache.clone()?, &shared.args, &self.config, model.as_ref()).ok()
    }

    /// The text of the settings file; empty without one.
    fn settings_text(&self) -> Option<Vec<u8>> {
        let path = self.shared.args.config.as_deref().unwrap_or(Path::new(CONFIG_NAME));
        files::read_if_there(path).ok().map(Option::unwrap_or_default)
    }

    /// Whether the settings file is another one than at the last look.
    fn has_new_settings(&self) -> bool {
        self.settings_text().is_some_and(|text| text != self.settings)
    }

    /// Whether something deleted the index, as generators do that empty their folder.
    fn index_is_gone(&self) -> bool {
        !self.failed && self.shared.site.is_dir() && !self.shared.out.join(MANIFEST_NAME).is_file()
    }

    /// Builds what files have changed, if they have, and lets pages reload.
    fn update(&mut self, found: Found) -> Result<(), CliError> {
        let started = now();
        let shared = Arc::clone(&self.shared);
        if !shared.site.is_dir() {
            self.failed = true;
            let message =
                "the folder of the site expected, none found; the index is built again once it is back";
            return Err(CliError::at(&shared.site, message));
        }
        let is_due = self.read_new_settings()? || self.failed;
        self.failed = true;
        let changed = self.reader.refresh(&self.config.ingest)?;
        let is_written = || !is_due && shared.writer().written.is_in(&shared.out);
        if changed.is_empty() && is_written() {
            if found.others {
                shared.live.tell(|state| state.site += 1);
            }
            return Ok(());
        }
        shared.live.tell(|state| state.doing = "words");
        let site = Arc::new(self.reader.site()?);
        let pages = Arc::new(by_language(site.pages.clone()));
        shared.live.set_site(Arc::clone(&site));
        if pages == self.pages && is_written() {
            // Nothing that changed is in the index.
            shared.live.tell(|state| {
                state.site += 1;
                state.doing = "";
                state.failure.clear();
            });
            let _ = say(format_args!("{}: no words changed", named(&changed)));
            return Ok(());
        }
        let words = self.write_words(site, pages)?;
        let seconds = started.elapsed().as_secs_f64();
        let _ = say(format_args!("{}: words in {seconds:.2} s", named(&changed)));
        self.embed(words);
        Ok(())
    }

    /// Reads the settings file if it is another one than at the last look. Returns whether it is.
    fn read_new_settings(&mut self) -> Result<bool, CliError> {
        if !self.has_new_settings() {
            return Ok(false);
        }
        let shared = &self.shared;
        self.settings = self.settings_text().unwrap_or_default();
        self.config = Arc::new(config::load(shared.args.config.as_deref())?.telling());
        let folder = SiteFolder::new(&shared.site, shared.args.follow_links);
        self.reader = SiteReader::new(&folder, shared.args.beside.offline);
        Ok(true)
    }

    /// Writes the index of words, and tells pages of it.
    fn write_words(&mut self, site: Arc<Site>, pages: Arc<Pages>) -> Result<WrittenWords, CliError> {
        let shared = &self.shared;
        // From here on, vectors of the state before are of no use.
        let number = shared.newest.fetch_add(1, Ordering::AcqRel) + 1;
        let mut writer = shared.writer();
        let Writer { memories, written, .. } = &mut *writer;
        let built = generations(lent(&pages), &self.config, None, memories, &mut Steps::default())?;
        let (files, summary) = build::write_all(&shared.args, &shared.out, &built, &site)?;
        written.clone_from(&files);
        drop(writer);
        self.pages = Arc::clone(&pages);
        let doing = if self.vectors.is_some() { VECTORS } else { "" };
        shared.live.tell(|state| {
            state.site += 1;
            state.index += 1;
            state.doing = doing;
            state.failure.clear();
        });
        Ok(WrittenWords { number, site, pages, files, summary })
    }

    /// Has the vectors of what was written embedded. Without an encoder, nothing is left to do, so the build is recorded.
    fn embed(&self, WrittenWords { number, site, pages, files, summary }: WrittenWords) {
        if let Some(vectors) = &self.vectors {
            // Their thread ends with the process.
            let _ = vectors.send(EmbedTask { number, pages, site, config: Arc::clone(&self.config) });
        } else if let Some(record) = self.record().filter(|record| record.matches(&site.contents)) {
            self.shared.writer().keep_record(record, files, &summary);
        }
    }
}

/// An index of words that has been written.
struct WrittenWords {
    /// That of the state of the site.
    number: u64,
    site: Arc<Site>,
    pages: Arc<Pages>,
    files: WrittenFiles,
    summary: Vec<String>,
}

/// Files in a line, the first by name.
fn named(files: &[String]) -> String {
    let first = files.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
    match files.len() {
        0 => "settings or index".to_owned(),
        1 => first,
        count if count <= MAX_NAMED => format!("{count} pages ({first})"),
        count => format!("{count} pages ({first}, …)"),
    }
}
