//! How much a build prints: [`ToldArgs`].

/// How much a command prints.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct ToldArgs {
    /// Also print what rules left out of pages, what files the index has, the average words of fields, the integrity of scripts, and the time of each step
    #[arg(long)]
    pub verbose: bool,
    /// Print nothing but errors
    #[arg(long, conflicts_with = "verbose")]
    pub quiet: bool,
}
