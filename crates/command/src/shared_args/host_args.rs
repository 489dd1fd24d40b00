//! [`HostArgs`]: how long a host may take; the subcommands that read from one have it.

use std::time::Duration;

use crate::http::deadline::USUAL_TIME;

/// How long a host may take.
#[derive(clap::Args)]
pub struct HostArgs {
    /// Seconds that a host has for its manifest, and then for each call
    #[arg(long, value_name = "SECONDS", default_value_t = USUAL_TIME.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
}

impl HostArgs {
    /// As a time.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

/// Parses a count.
pub fn whole(typed: &str) -> Result<usize, String> {
    typed.parse().map_err(|_| "a whole number from 0 up expected".to_owned())
}
