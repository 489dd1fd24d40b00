//! Says which settings file a build uses, and names one that it does not: [`tell`].

use std::path::{Path, PathBuf};

use crate::build::args::BuildArgs;
use crate::config::{CONFIG_NAME, Config};
use crate::error::CliError;
use crate::output::{remark, say};

/// Names the settings file in use. Settings files in the site's folder, in the one above, or in that of the records, are
/// named if they are not in use: authors put them there too.
///
/// # Errors
/// Standard output cannot be written.
pub fn tell(config: &Config, args: &BuildArgs) -> Result<(), CliError> {
    if let Some(used) = &config.path {
        say(format_args!("settings: {}", used.display()))?;
    }
    if let Some(unused) = unused(config.path.as_deref(), args) {
        let unused = unused.display();
        remark(format_args!(
            "note: {unused} is not used: without --config, settings are read from the current folder; add --config {unused}"
        ));
    }
    Ok(())
}

fn unused(used: Option<&Path>, args: &BuildArgs) -> Option<PathBuf> {
    // The author named another one.
    if args.config.is_some() {
        return None;
    }
    let place = args.site.as_deref().or_else(|| args.jsonl.as_deref()?.parent())?;
    let above = place.parent().filter(|_| args.site.is_some());
    let real = |path: &Path| path.canonicalize().ok();
    let used = used.and_then(real);
    let files = [Some(place), above].into_iter().flatten().map(|folder| folder.join(CONFIG_NAME));
    let mut others = files.filter(|file| file.is_file() && real(file) != used);
    others.next()
}
