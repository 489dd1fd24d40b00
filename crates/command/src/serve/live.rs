//! [`Live`]: what the server tells open pages, and the site as it was last read.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use tokio::sync::watch;

use crate::site::site_reader::Site;

/// What open pages are told, as JSON.
#[derive(Clone, Default, Serialize)]
pub struct State {
    /// Changes when the site's files have changed: pages reload then.
    pub site: u64,
    /// Changes when another index has been written.
    pub index: u64,
    /// What is being built; empty for nothing.
    pub doing: &'static str,
    /// Why the last build failed; empty if it did not.
    pub failure: String,
}

/// Shared by the server's handlers and the threads that build.
pub struct Live {
    state: watch::Sender<State>,
    site: Mutex<Option<Arc<Site>>>,
}

impl Live {
    /// Nothing has changed yet.
    pub fn new() -> Self {
        // A page that was served before the server was started anew reloads, too.
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        let state = State { site: started, index: started, ..State::default() };
        Live { state: watch::Sender::new(state), site: Mutex::new(None) }
    }

    /// The state, and its changes from now on.
    pub fn subscribe(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// The number of the site's last change.
    pub fn site_number(&self) -> u64 {
        self.state.borrow().site
    }

    /// Changes the state.
    pub fn tell(&self, change: impl FnOnce(&mut State)) {
        self.state.send_modify(change);
    }

    /// The site as it was last read for a build.
    pub fn site(&self) -> Option<Arc<Site>> {
        self.site.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps the site.
    pub fn set_site(&self, site: Arc<Site>) {
        *self.site.lock().unwrap_or_else(PoisonError::into_inner) = Some(site);
    }
}
