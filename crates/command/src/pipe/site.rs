//! `build_site`: what `docfuse build` does, for programs that have its arguments.

use clap::Parser;
use serde_json::Value;

use super::failure::Failure;
use super::params::{self, BuildSite};
use super::reply::Outcome;
use crate::args::{Args, Command};
use crate::{build, config};

/// Runs the command; its lines are events.
pub fn build_site(asked: BuildSite) -> Result<Value, Failure> {
    let line = ["docfuse".to_owned(), "build".to_owned()];
    // Options first, so that a folder whose name begins with a hyphen is none.
    let line = line.into_iter().chain(asked.options).chain(["--".to_owned(), asked.site]);
    let args = match Args::try_parse_from(line) {
        Ok(Args { command: Command::Build(args) }) if !args.json => args,
        Ok(Args { command: Command::Build(_) }) => {
            let message = "build_site: options other than --json expected, it found: lines come as events";
            return Err(Failure::params(message.to_owned()));
        }
        Ok(_) => return Err(Failure::params("options of docfuse build expected, others found".to_owned())),
        Err(error) => return Err(Failure::params(error.to_string().trim_end().to_owned())),
    };
    let config = match asked.settings {
        Some(_) if args.config.is_some() => {
            let message =
                "settings in one place expected, found them in `settings` and in the file after --config";
            return Err(Failure::params(message.to_owned()));
        }
        Some(settings) => params::settings(settings)?,
        None => config::load(args.config.as_deref())?,
    };
    build::run_with(&args, &config)?;
    Outcome::Done {}.value()
}
