//! The `docfuse` command: a file or folder for each verb, its arguments beside it, and what they share.
//!
//! No other module reads or writes files, reads clocks or the environment, or starts threads. `args` and `config` turn
//! arguments and settings into validated values; `site` is what a build reads; `folder` drives the search engine over an
//! index in a folder or on a host (`http`); `output` is all that is printed.

mod args;
mod build;
mod check_host;
mod clock;
mod completions;
mod config;
mod context;
mod crawl;
mod embed;
mod error;
mod eval;
mod export;
mod files;
mod folder;
mod gaps;
mod http;
mod init;
mod llms;
mod man;
mod mcp;
mod mdbook;
mod merge;
mod model;
mod output;
mod own_folder;
mod part;
mod pipe;
mod query;
mod runtime;
#[cfg(test)]
mod schema_tests;
mod serve;
mod shared_args;
mod site;
mod tune;
mod user_folders;
mod verify;

#[cfg(test)]
#[path = "../../../tests/models/mod.rs"]
#[allow(dead_code, reason = "the tests of the encoder make the others")]
mod models;

use std::process::ExitCode;

use args::{Command, asked_text};
use error::CliError;
use model::args::ModelCommand;
pub use part::{check_part, check_part_pages, check_part_vectors};

/// Runs the command with the process's arguments. Prints errors to standard error.
pub fn run() -> ExitCode {
    let outcome = match asked_text::parse().command {
        Command::Build(args) => build::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Mdbook => mdbook::run(),
        Command::Query(args) => query::run(&args),
        Command::Context(args) => context::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Pipe => pipe::run(),
        Command::Eval(args) => eval::run(&args),
        Command::Gaps(args) => gaps::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Model(ModelCommand::Get(args)) => model::get::run(&args),
        Command::CheckHost(args) => check_host::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Embed(args) => embed::run(&args),
        Command::Model(ModelCommand::Import(args)) => model::import::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Output { source }) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            output::complain(&error);
            error.exit_code()
        }
    }
}

/// Checks the text of a settings file, `docfuse.toml`, as `docfuse build` does.
///
/// # Errors
/// What is wrong, with line, key and allowed values.
pub fn check_settings(text: &str) -> Result<(), String> {
    config::parse(text).map(|_| ()).map_err(|error| error.to_string())
}

/// Checks the text of a file of queries, `queries.yml`, as `docfuse eval` does, and counts them.
///
/// # Errors
/// What is wrong, with the line.
pub fn check_queries(text: &str) -> Result<usize, String> {
    eval::queries_yml::parse(text).map(|queries| queries.len())
}
