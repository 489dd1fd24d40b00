//! The `docfuse` command: one file for each subcommand, and what they share.
//!
//! No other module reads or writes files, reads clocks or the environment, or starts threads. `args` and `config` turn
//! arguments and settings into validated values; `folder` drives the search engine over an index on disk.

mod args;
mod asked_text;
mod build;
mod build_fingerprint;
mod cache;
mod check_host;
mod clock;
mod config;
mod context;
mod deadline;
mod download;
mod embed;
mod embedding;
mod error;
mod eval;
mod export;
mod export_args;
mod files;
mod first_rows;
mod folder;
mod follow;
mod further_index;
mod generations;
mod host;
mod hosted_index;
mod http;
mod index_folder;
mod index_source;
mod inject;
mod integrity;
mod kept_bytes;
mod llms;
mod local_index;
mod mcp;
mod mdbook;
mod merge;
mod mode_args;
mod model;
mod model_get;
mod offline;
mod output;
mod part;
mod pinned;
mod plain_address;
mod precache;
mod printable;
mod program_args;
mod query;
mod ranking_config;
mod records;
mod redirects;
mod render;
mod reranker;
mod runtime;
mod serve;
mod serve_args;
mod settings_file;
mod site_address;
mod site_files;
mod site_folder;
mod site_reader;
mod site_table;
mod summary;
mod text_config;
mod told_args;
mod tune;
mod user_folders;
mod verify;
mod worker_script;
mod zip_member;

use std::process::ExitCode;

use args::{Command, ModelCommand};
use error::CliError;
pub use part::{check_part, check_part_pages, check_part_vectors};

/// Runs the command with the process's arguments. Prints errors to standard error.
pub fn run() -> ExitCode {
    let outcome = match asked_text::parse().command {
        Command::Build(args) => build::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Mdbook => mdbook::run(),
        Command::Query(args) => query::run(&args),
        Command::Context(args) => context::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Model(ModelCommand::Get(args)) => model_get::run(&args),
        Command::CheckHost(args) => check_host::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Embed(args) => embed::run(&args),
        Command::Model(ModelCommand::Import(args)) => model::run_import(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Output { source }) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Checks the text of a settings file, `docfuse.toml`, as `docfuse build` does.
///
/// # Errors
/// What is wrong, with line, key and allowed values.
pub fn check_settings(text: &str) -> Result<(), String> {
    config::parse(text).map(|_| ())
}

/// Checks the text of a file of queries, `queries.yml`, as `docfuse eval` does, and counts them.
///
/// # Errors
/// What is wrong, with the line.
pub fn check_queries(text: &str) -> Result<usize, String> {
    eval::queries_yml::parse(text).map(|queries| queries.len())
}
