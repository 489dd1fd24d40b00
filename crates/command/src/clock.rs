//! The clock: [`now`].

use std::time::Instant;

/// The time, to measure how long something takes.
#[allow(clippy::disallowed_methods, reason = "only cli reads clocks")]
pub fn now() -> Instant {
    Instant::now()
}
