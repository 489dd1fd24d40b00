//! [`Deadline`]: until when a host may answer.

use std::time::{Duration, Instant};

use crate::clock::now;

/// The time that a host has for its manifest, and then for each call, unless a user says otherwise.
pub const USUAL_TIME: Duration = Duration::from_secs(60);

/// Until when everything must be there, and what that is.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    until: Instant,
    /// All of the time, of which some may be over.
    pub allowed: Duration,
    /// What is waited for, as errors name it.
    pub purpose: &'static str,
}

impl Deadline {
    /// A deadline after this time.
    pub fn after(allowed: Duration, purpose: &'static str) -> Self {
        Deadline { until: now() + allowed, allowed, purpose }
    }

    /// For the files of a call.
    pub fn of_call(allowed: Duration) -> Self {
        Deadline::after(allowed, "everything for a call")
    }

    /// The time that is left; `None` if it is over.
    pub fn left(&self) -> Option<Duration> {
        Some(self.until.saturating_duration_since(now())).filter(|left| !left.is_zero())
    }

    /// Half of the time that is left, for a part of a call that it can do without.
    pub fn half(&self, purpose: &'static str) -> Self {
        Deadline::after(self.left().unwrap_or_default() / 2, purpose)
    }
}
