//! `docfuse completions`: the script by which a shell completes verbs, options and their values.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::args::Args;
use super::error::CliError;
use super::output::say_text;

/// `docfuse completions`.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell that reads the script
    pub shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut script = Vec::new();
    generate(args.shell, &mut Args::command(), "docfuse", &mut script);
    say_text(String::from_utf8_lossy(&script).trim_end())
}
