//! The `docfuse` command: arguments in, exit code out.

use std::process::ExitCode;

/// Pages, sections and terms are many small allocations; the system's allocator takes a fifth of a build's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(panic = "abort")]
    std::panic::set_hook(Box::new(explain));
    docfuse_cli::run()
}

/// Ends a command that cannot unwind. Only damaged encoders are known to get here.
#[cfg(panic = "abort")]
fn explain(panic: &std::panic::PanicHookInfo<'_>) {
    eprintln!(
        "docfuse: unexpected error: {panic}\nFiles of the index are as they were. If the encoder's files may be damaged, \
         import or install them again; else please report this."
    );
    std::process::exit(101);
}
