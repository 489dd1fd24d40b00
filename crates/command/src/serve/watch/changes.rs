//! [`Changes`]: waits until files of a site change, and then until they are left alone.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, ErrorKind, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use crate::clock::now;
use crate::files;
use crate::output::remark;
use crate::site::site_files::is_html;
use crate::site::site_folder::SiteFolder;

/// Files that have not changed for so long are taken to be written.
const QUIET: Duration = Duration::from_millis(100);
/// The same if pages are gone: a generator may be about to write them again.
const QUIET_WHEN_GONE: Duration = Duration::from_secs(1);
/// Changes that never end are looked at after this time.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// How often the folder is looked for, and files are compared where the system tells nothing.
const TICK: Duration = Duration::from_secs(1);

/// What woke [`Changes::wait`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Files that are no pages have changed: pictures, styles, scripts.
    pub others: bool,
}

/// Watches a folder.
pub struct Changes {
    folder: PathBuf,
    /// Folders into which the command itself writes.
    own: Vec<PathBuf>,
    polls: bool,
    follow_links: bool,
    sender: Sender<notify::Result<Event>>,
    events: Receiver<notify::Result<Event>>,
    /// `None` while the folder is missing.
    watcher: Option<Box<dyn Watcher + Send>>,
    /// Tells the watched folder from one that took its name.
    watched: Option<files::Identity>,
}

impl Changes {
    /// Watches a site without the folders `own`. With `polls`, or where the system cannot tell, compares the times of
    /// all files every second.
    pub fn of(site: &SiteFolder, own: &[&Path], polls: bool) -> Self {
        let (sender, events) = mpsc::channel();
        let own = own.iter().map(|own| resolved(own)).collect();
        let (folder, follow_links) = (resolved(site.path()), site.follows_links());
        let mut changes =
            Changes { folder, own, polls, follow_links, sender, events, watcher: None, watched: None };
        changes.watch();
        changes
    }

    /// Waits for a change; also returns if `is_due` says so, which is asked every second.
    pub fn wait(&mut self, is_due: &dyn Fn() -> bool) -> Found {
        loop {
            if let Some(found) = self.wait_until(now() + TICK) {
                return found;
            }
            if self.is_another() {
                self.watch();
                let mut found = Found { others: true };
                self.settle(QUIET, &mut found);
                return found;
            }
            if is_due() {
                return Found::default();
            }
        }
    }

    /// Waits for a change until some time, however many events there are that are none.
    fn wait_until(&mut self, end: Instant) -> Option<Found> {
        let mut found = Found::default();
        while let Some(left) = end.checked_duration_since(now()) {
            // The channel stays open: this has a sender itself.
            if let Ok(event) = self.events.recv_timeout(left)
                && self.counts(&event, &mut found)
            {
                self.settle(QUIET, &mut found);
                return Some(found);
            }
        }
        None
    }

    /// Waits longer, for a generator that deletes files before it writes them again.
    pub fn wait_for_files(&self, found: &mut Found) {
        self.settle(QUIET_WHEN_GONE, found);
    }

    fn settle(&self, quiet: Duration, found: &mut Found) {
        let (began, mut last) = (now(), now());
        while last.elapsed() < quiet && began.elapsed() < MAX_WAIT {
            if let Ok(event) = self.events.recv_timeout(quiet.saturating_sub(last.elapsed()))
                && self.counts(&event, found)
            {
                last = now();
            }
        }
    }

    /// Whether an event is a change of the site.
    fn counts(&self, event: &notify::Result<Event>, found: &mut Found) -> bool {
        let Ok(event) = event else {
            // Some events may be lost.
            found.others = true;
            return true;
        };
        if let EventKind::Access(access) = event.kind
            && access != AccessKind::Close(AccessMode::Write)
        {
            return false;
        }
        let mut counts = event.need_rescan();
        found.others |= counts;
        for path in event.paths.iter().filter(|path| self.is_of_site(path)) {
            counts = true;
            // Files of a new folder may be there before it is watched.
            let is_known = path.is_dir() && !event.kind.is_create();
            found.others |= !is_html(path) && !is_known;
        }
        counts
    }

    fn is_of_site(&self, path: &Path) -> bool {
        let is_temporary = |name: &OsStr| {
            let name = name.as_encoded_bytes();
            name.starts_with(b".") || name.ends_with(b"~")
        };
        *path != self.folder
            && !self.own.iter().any(|own| path.starts_with(own))
            && !path.file_name().is_some_and(is_temporary)
    }

    /// Whether the folder is not the one that is watched: it was deleted, or replaced.
    fn is_another(&self) -> bool {
        files::identity(&self.folder) != self.watched
    }

    fn watch(&mut self) {
        self.watched = files::identity(&self.folder);
        self.watcher = None;
        if self.watched.is_none() {
            return;
        }
        // Targets in the site are watched where they are.
        let config = Config::default().with_follow_symlinks(self.follow_links);
        if !self.polls {
            match self.watching(RecommendedWatcher::new(self.sender.clone(), config)) {
                Ok(watcher) => {
                    self.watcher = Some(watcher);
                    return;
                }
                // A folder that was deleted meanwhile, which says nothing of the system; the next tick tries anew.
                Err(notify::Error { kind: ErrorKind::PathNotFound, .. }) => {
                    self.watched = None;
                    return;
                }
                Err(error) => {
                    remark(format_args!(
                        "note: the system does not tell changes of files ({error}), so they are looked for every second"
                    ));
                    self.polls = true;
                }
            }
        }
        let polling = PollWatcher::new(self.sender.clone(), config.with_poll_interval(TICK));
        match self.watching(polling) {
            Ok(watcher) => self.watcher = Some(watcher),
            // The folder may be gone again; the next tick tries anew.
            Err(_) => self.watched = None,
        }
    }

    /// A watcher that watches the folder.
    fn watching(
        &self,
        watcher: notify::Result<impl Watcher + Send + 'static>,
    ) -> notify::Result<Box<dyn Watcher + Send>> {
        let mut watcher = watcher?;
        watcher.watch(&self.folder, RecursiveMode::Recursive)?;
        Ok(Box::new(watcher))
    }
}

/// The path as events name it.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(parent.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;

    /// Waits for a change, at most ten seconds.
    fn found(changes: &mut Changes) -> Option<Found> {
        let began = Instant::now();
        let is_late = || began.elapsed() > Duration::from_secs(4);
        let found = changes.wait(&is_late);
        (!is_late()).then_some(found)
    }

    fn watched(polls: bool) -> (tempfile::TempDir, PathBuf, Changes) {
        let around = tempfile::tempdir().unwrap();
        let site = around.path().join("site");
        fs::create_dir_all(site.join("docfuse")).unwrap();
        fs::write(site.join("a.html"), "a").unwrap();
        let changes = Changes::of(&SiteFolder::new(&site, false), &[&site.join("docfuse")], polls);
        // Polling sees what is newer than its first look, in steps of the file system's times.
        std::thread::sleep(Duration::from_millis(1_200 * u64::from(polls)));
        (around, site, changes)
    }

    #[test]
    fn changes_are_told_with_their_kind() {
        for polls in [false, true] {
            let (_around, site, mut changes) = watched(polls);
            fs::write(site.join("a.html"), "b").unwrap();
            assert_eq!(found(&mut changes), Some(Found { others: false }), "polls: {polls}");
            fs::create_dir(site.join("new")).unwrap();
            fs::write(site.join("new/style.css"), "c").unwrap();
            assert_eq!(found(&mut changes), Some(Found { others: true }), "polls: {polls}");
        }
    }

    #[test]
    fn own_writes_reading_and_hidden_files_are_no_changes() {
        let (_around, site, mut changes) = watched(false);
        fs::write(site.join("docfuse/docfuse.json"), "{}").unwrap();
        fs::write(site.join(".a.html.swp"), "x").unwrap();
        fs::read(site.join("a.html")).unwrap();
        assert_eq!(found(&mut changes), None);
    }

    #[test]
    fn a_folder_that_is_deleted_and_made_again_is_watched_again() {
        let (_around, site, mut changes) = watched(false);
        fs::remove_dir_all(&site).unwrap();
        assert!(found(&mut changes).is_some());
        fs::create_dir(&site).unwrap();
        fs::write(site.join("a.html"), "again").unwrap();
        assert!(found(&mut changes).is_some());
        // What the last event brought may be of the time before.
        std::thread::sleep(Duration::from_millis(1_500));
        while changes.events.try_recv().is_ok() {}
        fs::write(site.join("a.html"), "and again").unwrap();
        assert_eq!(found(&mut changes), Some(Found { others: false }));
    }
}
