//! The `docfuse` command: arguments in, exit code out.

use std::process::ExitCode;

/// Pages, sections and terms are many small allocations; the system's allocator takes a fifth of a build's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    docfuse::cli::run()
}
