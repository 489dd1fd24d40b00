//! Queries that look like options: `docfuse query INDEX --loglevel` asks for `--loglevel`.
//!
//! What is near to an option of the command is a typing error, and told as one. The rest is text.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::Args;
use crate::output::printable;
use docfuse::lexical::{auto_edits, edit_distance};

/// Verbs that take a query.
const ASKING: [&str; 2] = ["query", "context"];

/// Parses the process's arguments; ends the process with help, the version, or what is wrong.
pub(crate) fn parse() -> Args {
    parse_line(std::env::args_os().collect()).unwrap_or_else(|error| leave(&error))
}

/// Ends the process with what is wrong. The message repeats arguments, which may be anybody's text.
fn leave(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let message = error.render().to_string();
    // If standard error is closed, there is nowhere to report that.
    let _ = write!(std::io::stderr().lock(), "{}", printable::text(&message));
    std::process::exit(error.exit_code())
}

fn parse_line(mut line: Vec<OsString>) -> Result<Args, clap::Error> {
    loop {
        let error = match Args::try_parse_from(&line) {
            Ok(args) => return Ok(args),
            Err(error) => error,
        };
        let Some(place) = text_place(&error, &line) else { return Err(error) };
        let text = line.remove(place);
        if !line.iter().any(|arg| arg == "--") {
            line.push("--".into());
        }
        line.push(text);
    }
}

/// The place of the argument that clap does not know, if it is text.
fn text_place(error: &clap::Error, line: &[OsString]) -> Option<usize> {
    let verb = line.get(1)?.to_str().filter(|verb| ASKING.contains(verb))?;
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return None };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let place = line.iter().position(|arg| {
        let arg = arg.to_string_lossy();
        // Of several letters behind one dash, the message has the first unknown one.
        let is_short = unknown.len() == 2 && arg.starts_with('-') && !arg.starts_with("--") && arg.len() > 1;
        is_short || arg.split('=').next() == Some(unknown)
    })?;
    let text = line[place].to_string_lossy();
    let typed = text.split('=').next().unwrap_or_default().trim_start_matches('-');
    let command = Args::command();
    let options = command.find_subcommand(verb)?.get_arguments().filter_map(clap::Arg::get_long);
    let is_near = |option: &str| edit_distance(typed, option) <= auto_edits(option.chars().count());
    (!options.into_iter().any(is_near) && text.starts_with('-')).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Command;

    fn asked(line: &str) -> Result<Vec<String>, String> {
        let args = parse_line(line.split(' ').map(OsString::from).collect());
        match args.map_err(|error| error.to_string())?.command {
            Command::Query(args) => Ok(args.asked),
            _ => Err("another command".to_owned()),
        }
    }

    #[test]
    fn what_looks_like_an_option_can_be_asked() {
        for (line, expected) in [
            ("docfuse query INDEX --loglevel", &["INDEX", "--loglevel"][..]),
            ("docfuse query INDEX -rf", &["INDEX", "-rf"]),
            ("docfuse query INDEX --loglevel --limit 3", &["INDEX", "--loglevel"]),
            ("docfuse query INDEX --loglevel=debug", &["INDEX", "--loglevel=debug"]),
            ("docfuse query INDEX -- --limit", &["INDEX", "--limit"]),
            ("docfuse query INDEX rm -rf --recursive", &["INDEX", "rm", "-rf", "--recursive"]),
        ] {
            assert_eq!(asked(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn a_misspelt_option_is_told() {
        for line in [
            "docfuse query INDEX a --limt 3",
            "docfuse query INDEX a --explian",
            "docfuse query INDEX a --lmit=3",
        ] {
            assert!(asked(line).unwrap_err().contains("unexpected argument"), "{line}");
        }
        assert!(asked("docfuse build --loglevel").unwrap_err().contains("unexpected argument"));
    }
}
