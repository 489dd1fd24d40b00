//! `docfuse man`: the pages of the manual, one for the command and one for each verb, as `--help` has them.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;

use super::args::Args;
use super::error::CliError;
use super::files;
use super::output::{counted, say, say_text};

/// Stands in each page that docfuse wrote, and in no other.
const TITLE: &str = "\n.TH docfuse";

/// The exit codes, for each page. docs/command.md says more of them.
const EXIT_STATUS: &str = r#".SH "EXIT STATUS"
.TP
0
Done, also if a query found nothing.
.TP
1
Failed. Standard error says why.
.TP
2
Called with arguments that docfuse does not take.
"#;

/// `docfuse man`.
#[derive(clap::Args)]
pub struct ManArgs {
    /// Write the page of each verb to this folder; without it, the page of docfuse itself is printed
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A page cannot be written, or another file is in its place.
pub fn run(args: &ManArgs) -> Result<(), CliError> {
    let Some(out) = &args.out else {
        return say_text(page(built()).1.trim_end());
    };
    files::create_folder(out)?;
    let mut pages = Vec::new();
    gather(built(), &mut pages);
    for (name, _) in &pages {
        check_place(&out.join(name))?;
    }
    for (name, text) in &pages {
        files::replace(out, name, text.as_bytes())?;
    }
    say(format_args!("{} written to {}", counted(pages.len() as u64, "page"), out.display()))
}

/// The command with all that clap adds to it, but for the verb `help`.
fn built() -> clap::Command {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    command
}

/// File names and texts of the pages of a command and of those below it.
fn gather(command: clap::Command, pages: &mut Vec<(String, String)>) {
    let below: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    pages.push(page(command));
    below.into_iter().for_each(|verb| gather(verb, pages));
}

/// File name and text of a page.
fn page(command: clap::Command) -> (String, String) {
    let source = concat!("docfuse ", env!("CARGO_PKG_VERSION"));
    // An empty date would be no argument, and those behind it take its place. The same source gives the same bytes.
    let man = Man::new(command).date(" ").source(source).manual("Docfuse");
    let mut text = Vec::new();
    // Memory takes whatever is written to it.
    let _ = man.render(&mut text);
    (man.get_filename(), String::from_utf8_lossy(&text).into_owned() + EXIT_STATUS)
}

/// Refuses the place of somebody else's file.
fn check_place(path: &Path) -> Result<(), CliError> {
    let found = files::read_found(path)?;
    let is_ours = found.is_none_or(|found| String::from_utf8_lossy(&found).contains(TITLE));
    if is_ours {
        return Ok(());
    }
    Err(CliError::at(
        path,
        "a page of docfuse's manual expected, another file found, which is not replaced; name another folder, or move it away",
    ))
}
