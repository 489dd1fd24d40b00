//! The vectors of a changed site: embedded and written behind its words, in a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::{Pages, Shared};
use crate::build;
use crate::build::build_fingerprint::{BuildRecord, WrittenFiles};
use crate::build::embedding::embed;
use crate::build::generations::{Caches, Memories, Steps, generations, lent};
use crate::clock::now;
use crate::config::Config;
use crate::error::CliError;
use crate::model::{self, LoadedModel};
use crate::output::{counted, say};
use crate::site::site_reader::Site;
use docfuse::model::WindowSettings;

/// A site whose words were written, to embed.
pub(super) struct EmbedTask {
    pub number: u64,
    pub pages: Arc<Pages>,
    pub site: Arc<Site>,
    pub config: Arc<Config>,
}

/// The encoder with its caches, which depend on how sections are cut.
struct Ready {
    model: LoadedModel,
    caches: Caches,
    /// Apart from those of words, which may be built meanwhile: clusters and lexicon of a large site take seconds.
    memories: Memories,
    windows: WindowSettings,
}

/// Starts the thread. It takes what it shall embed, and looks only at the newest.
pub(super) fn start(model: PathBuf, shared: Arc<Shared>) -> Sender<EmbedTask> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || run(&model, &shared, &receiver));
    sender
}

fn run(model: &Path, shared: &Shared, receiver: &Receiver<EmbedTask>) {
    let mut ready = None;
    while let Ok(mut task) = receiver.recv() {
        while let Ok(newer) = receiver.try_recv() {
            task = newer;
        }
        if let Err(error) = embed_and_write(model, shared, &mut ready, &task)
            && shared.is_newest(task.number)
        {
            // The next change builds all of it again.
            shared.writer().written = WrittenFiles::default();
            shared.failed(&error);
        }
    }
}

fn embed_and_write(
    folder: &Path,
    shared: &Shared,
    ready: &mut Option<Ready>,
    task: &EmbedTask,
) -> Result<(), CliError> {
    let started = now();
    let EmbedTask { number, pages, site, config } = task;
    let windows_of = config.index.windows;
    let kept = ready.take().filter(|ready| ready.windows == windows_of);
    let Ready { model, caches, memories, .. } = match kept {
        Some(kept) => ready.insert(kept),
        None => {
            let model = model::read(folder.to_owned())?.load()?;
            let caches = Caches::open(shared.cache.clone(), &model, windows_of);
            ready.insert(Ready { model, caches, memories: Memories::keeping(), windows: windows_of })
        }
    };
    let mut fresh = 0;
    for (_, pages) in pages.iter().filter(|(language, _)| config.embeds(language, &model.info)) {
        let Caches { vectors, windows, .. } = &mut *caches;
        let stop = || !shared.is_newest(*number);
        let embedded = embed(pages, &model.encoder, windows_of, vectors, windows, &stop)?;
        let Some(embedded) = embedded.filter(|_| !stop()) else { return Ok(()) };
        fresh += embedded.fresh;
    }
    let built = generations(lent(pages), config, Some((&*model, caches)), memories, &mut Steps::default())?;
    let mut writer = shared.writer();
    if !shared.is_newest(*number) {
        return Ok(());
    }
    let (files, summary) = build::write_all(&shared.args, &shared.out, &built, site)?;
    let recorded = files.clone();
    writer.written = files;
    drop(writer);
    shared.live.tell(|state| {
        state.index += 1;
        // Words may be built again already.
        if state.doing == super::VECTORS {
            state.doing = "";
        }
    });
    let seconds = started.elapsed().as_secs_f64();
    let _ = say(format_args!("vectors: {} embedded, in {seconds:.2} s", counted(fresh as u64, "window")));
    // The index is written, whatever becomes of the record.
    if let Some(cache) = shared.cache.clone()
        && let Ok(model) = model::read(folder.to_owned())
        && let Ok(record) = BuildRecord::of(cache, &shared.args, config, Some(&model))
        && record.matches(&site.contents)
    {
        shared.writer().keep_record(record, recorded, &summary);
    }
    Ok(())
}
