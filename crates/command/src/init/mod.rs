//! `docfuse init`: a settings file that says what docfuse finds in a built site. Each setting in it is a comment, so that it
//! changes nothing until its author removes a sign.

mod sample;
mod settings_text;

use std::path::{Path, PathBuf};

use super::build::named_site::{no_folder, none_named, sites_here};
use super::config::CONFIG_NAME;
use super::error::CliError;
use super::files;
use super::output::{say, say_text};
use super::site::site_folder::SiteFolder;
use super::site::site_reader::read_site;
use docfuse_site::IngestConfig;
use sample::Sample;
use settings_text::settings_text;

/// `docfuse init`.
#[derive(clap::Args)]
pub struct InitArgs {
    /// Folder of the built site [default: that of a generator, if there is one here]
    pub site: Option<PathBuf>,
    /// Print the settings, and write no file
    #[arg(long)]
    pub print: bool,
    /// Follow symbolic links that lead out of the site
    #[arg(long)]
    pub follow_links: bool,
}

/// Runs the command.
///
/// # Errors
/// A settings file that is there already, no site, or one that cannot be read.
pub fn run(args: &InitArgs) -> Result<(), CliError> {
    let path = Path::new(CONFIG_NAME);
    // Before the site is read, which takes a while.
    if !args.print && path.symlink_metadata().is_ok() {
        return Err(is_there(path));
    }
    let site = named(args)?;
    let folder = SiteFolder::new(&site, args.follow_links);
    let config = IngestConfig::default().telling();
    let found = read_site(&folder, &config, false, None)?;
    let sample = Sample::of(&folder, &found)?;
    let text = settings_text(&site, &found, &sample);
    if args.print {
        return say_text(text.trim_end());
    }
    if !files::write_new(path, text.as_bytes())? {
        return Err(is_there(path));
    }
    say(format_args!(
        "{CONFIG_NAME} written, with all settings in comments; docfuse build reads it in this folder"
    ))
}

fn is_there(path: &Path) -> CliError {
    CliError::at(
        path,
        "no settings file expected, one found, which stays as it is; --print shows what would be written, to copy from",
    )
}

/// The folder of the site: the one that is named, or the only one that is here.
fn named(args: &InitArgs) -> Result<PathBuf, CliError> {
    let site = match &args.site {
        Some(site) => site.clone(),
        None => match sites_here()[..] {
            [site] => PathBuf::from(site),
            ref found => return Err(none_named("init", found)),
        },
    };
    if site.is_dir() { Ok(site) } else { Err(no_folder(&site)) }
}
