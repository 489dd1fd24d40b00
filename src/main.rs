//! The `docfuse` command: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    docfuse::cli::run()
}
