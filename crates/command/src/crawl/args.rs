//! Options of `docfuse build` for deployed sites: [`CrawlArgs`].

use std::path::PathBuf;

/// How a deployed site is fetched.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct CrawlArgs {
    /// Of a deployed site, fetch this many pages a second at most [default: 5, or what robots.txt asks for]
    #[arg(long, value_name = "NUMBER", value_parser = rate)]
    pub rate: Option<f64>,
    /// Fetch at most this many pages [default: 10000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_pages: Option<u32>,
    /// Fetch at most this many megabytes of pages [default: 1000]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_mb: Option<u32>,
    /// Stop to fetch after this many minutes [default: 1440]
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub max_minutes: Option<f64>,
    /// Also save the pages to this folder, where `docfuse serve` shows them
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
}

impl CrawlArgs {
    /// The first of these options that is set.
    pub fn named(&self) -> Option<&'static str> {
        let set = [
            (self.rate.is_some(), "--rate"),
            (self.max_pages.is_some(), "--max-pages"),
            (self.max_mb.is_some(), "--max-mb"),
            (self.max_minutes.is_some(), "--max-minutes"),
            (self.save.is_some(), "--save"),
        ];
        set.into_iter().find(|(is_set, _)| *is_set).map(|(_, name)| name)
    }
}

fn rate(typed: &str) -> Result<f64, String> {
    number(typed, 1000.0)
}

fn minutes(typed: &str) -> Result<f64, String> {
    number(typed, 100_000.0)
}

fn number(typed: &str, most: f64) -> Result<f64, String> {
    let number = typed.parse().ok().filter(|number: &f64| (0.01..=most).contains(number));
    number.ok_or_else(|| format!("a number from 0.01 to {most} expected"))
}
