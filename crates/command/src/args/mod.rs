//! Command-line arguments, as `clap` parses them and as `--help` shows them. Those of a verb are beside it, in its own folder or
//! file.

pub mod asked_text;

use clap::{Parser, Subcommand};

use super::build::args::BuildArgs;
use super::check_host::args::CheckHostArgs;
use super::completions::CompletionsArgs;
use super::context::ContextArgs;
use super::embed::EmbedArgs;
use super::eval::args::EvalArgs;
use super::export::args::ExportArgs;
use super::gaps::args::GapsArgs;
use super::init::InitArgs;
use super::man::ManArgs;
use super::mcp::args::McpArgs;
use super::merge::args::MergeArgs;
use super::model::args::ModelCommand;
use super::query::args::QueryArgs;
use super::serve::args::ServeArgs;
use super::tune::args::TuneArgs;
use super::verify::VerifyArgs;

/// Hybrid search for static documentation sites
#[derive(Parser)]
#[command(name = "docfuse", version, about, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Index a built site or a JSONL file of records
    Build(BuildArgs),
    /// Write a settings file that says what docfuse finds in a built site
    Init(InitArgs),
    /// Make one index of parts that `docfuse build --part` wrote
    Merge(MergeArgs),
    /// Index a book, as a backend of mdBook
    Mdbook,
    /// Search an index
    Query(QueryArgs),
    /// Print whole texts of the best sections, for a program such as an assistant
    Context(ContextArgs),
    /// Serve an index to assistants over the Model Context Protocol, by standard input and output
    Mcp(McpArgs),
    /// Build and query an index from a program, by messages on standard input and output
    Pipe,
    /// Measure ranking quality on queries with known answers
    Eval(EvalArgs),
    /// Find settings of the ranking by queries with known answers
    Tune(TuneArgs),
    /// Report what readers searched for and did not find, by a log of searches
    Gaps(GapsArgs),
    /// Check every file of an index for damage
    Verify(VerifyArgs),
    /// Serve a site on this machine, rebuild its index when it changes, and try and explain queries
    Serve(ServeArgs),
    /// Ask a host that serves an index what readers get from it
    CheckHost(CheckHostArgs),
    /// Write an index as files for a distributed engine
    Export(ExportArgs),
    /// Print the vectors of queries, for an engine that searches an export
    Embed(EmbedArgs),
    /// Prepare an encoder
    #[command(subcommand)]
    Model(ModelCommand),
    /// Print the script by which a shell completes verbs and options
    Completions(CompletionsArgs),
    /// Print the man page of docfuse, or write a page for each verb
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::CommandFactory;

    use super::Args;

    /// The options of a command and of those below it, by their long names.
    fn options(command: &clap::Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(|argument| argument.get_long());
        let own = own.filter(|name| !["help", "version"].contains(name));
        let own = own.map(|name| format!("{} --{name}", command.get_name()));
        own.chain(command.get_subcommands().flat_map(options)).collect()
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "compares files of the repository with what Rust says")]
    fn the_guide_has_every_option() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let guide: String = pages.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let words: Vec<&str> = guide.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        let options = options(&Args::command());
        assert!(options.len() > 50, "{options:?}");
        for option in options {
            let (_, name) = option.split_once(' ').unwrap();
            assert!(words.contains(&name), "no page of docs/ has the option of docfuse {option}");
        }
    }
}
