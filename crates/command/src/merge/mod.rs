//! `docfuse merge`: makes one index of parts that `docfuse build --part` wrote.

pub mod args;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Mutex;

use super::build::args::BuildArgs;
use super::build::generations::{Caches, Steps};
use super::build::index_folder::check_out;
use super::build::inject::inject;
use super::build::{Making, make_index};
use super::config::{self, CONFIG_NAME, Config};
use super::error::CliError;
use super::model::{self, LoadedModel};
use super::output::{self, counted, say};
use super::part::{self, PartEncoder, PartFolder};
use super::site::site_reader::{ReadFile, Site, finish};
use super::user_folders;
use args::MergeArgs;

/// Runs the command. All parts are read, and checked, before anything is written.
///
/// # Errors
/// Parts that are damaged, incomplete or do not fit each other, or an index that cannot be written.
pub fn run(args: &MergeArgs) -> Result<(), CliError> {
    output::silence(args.told.quiet);
    let mut steps = Steps::default();
    let mut parts: Vec<PartFolder> = Vec::new();
    for folder in &args.parts {
        let opened = PartFolder::open(folder)?;
        // The same part twice is one.
        if parts.iter().all(|known| known.part != opened.part) {
            parts.push(opened);
        }
    }
    check_out(&args.out)?;
    if part::is_part(&args.out) {
        return Err(CliError::at(
            &args.out,
            "a folder for an index expected, a part found; name another folder after --out",
        ));
    }
    part::check(&parts, !args.no_dense)?;
    part::check_shares(&parts, args.allow_missing)?;
    let config = settings(args.config.as_deref(), &parts[0])?;
    let build = args.build();
    let encoder = parts[0].part.encoder.as_ref().filter(|_| !args.no_dense);
    let model =
        encoder.map(|encoder| steps.time("encoder", || load(args, encoder, &parts[0]))).transpose()?;
    let site = steps.time("reading", || read(&parts, &config, args))?;
    let mut caches = match &model {
        None => None,
        Some(model) => Some(steps.time("vectors", || {
            let cache = args.cache.clone().or_else(user_folders::cache);
            let mut caches = Caches::open(cache, model, config.index.windows);
            parts.iter().try_for_each(|part| part.add_vectors(&mut caches))?;
            Ok(caches)
        })?),
    };
    say(counted(parts.len() as u64, "part"))?;
    let encoder = model.as_ref().zip(caches.as_mut());
    let making = Making { args: &build, config: &config, out: &args.out, site, encoder, record: None, steps };
    let versions = make_index(making)?.versions;
    match build.site_folder() {
        Some(site) if args.beside.inject => {
            inject(&site, &args.out, &build, &config.ingest, &versions)?.iter().try_for_each(say)
        }
        _ => Ok(()),
    }
}

impl MergeArgs {
    /// The options of the `docfuse build` that writes the same index.
    fn build(&self) -> BuildArgs {
        BuildArgs {
            site: self.site.clone(),
            out: Some(self.out.clone()),
            no_dense: self.no_dense,
            follow_links: self.follow_links,
            beside: self.beside,
            told: self.told,
            llms_txt: self.llms_txt,
            ..BuildArgs::default()
        }
    }
}

/// The settings of the parts. A settings file that this command would read must say the same.
fn settings(named: Option<&Path>, first: &PartFolder) -> Result<Config, CliError> {
    let here = config::load(named)?;
    let text = &first.part.settings;
    if here.path.is_none() {
        let path = first.folder.join(CONFIG_NAME);
        return config::parse(text).map_err(|error| CliError::Config { path, message: error.to_string() });
    }
    if !part::are_same_settings(&here.text, text) {
        let path = here.path.as_deref().unwrap_or(Path::new(CONFIG_NAME)).display();
        return Err(CliError::Mismatch(format!(
            "{path} and {}: the same settings expected, different ones found; build the parts anew with this settings file",
            first.folder.display()
        )));
    }
    Ok(here)
}

/// The encoder of the parts.
fn load(args: &MergeArgs, expected: &PartEncoder, first: &PartFolder) -> Result<LoadedModel, CliError> {
    let folder = first.folder.display();
    let found = model::find(args.model.as_deref())?.ok_or_else(|| {
        CliError::Mismatch(format!(
            "{folder}: the encoder {expected} expected, none found; {}, or merge with --no-dense",
            model::how_to_get()
        ))
    })?;
    let place = found.display().to_string();
    let model = model::read(found)?.load()?;
    let here = PartEncoder::of(&model.info);
    if here != *expected {
        return Err(CliError::Mismatch(format!(
            "{folder}: vectors of the encoder {here} in {place} expected, those of {expected} found; name the same encoder \
             after --model, or merge with --no-dense"
        )));
    }
    Ok(model)
}

/// Reads the pages of all parts, and does with them what a build does.
fn read(parts: &[PartFolder], config: &Config, args: &MergeArgs) -> Result<Site, CliError> {
    let mut files: Vec<ReadFile> = Vec::new();
    // The content of each file, and its part.
    let mut known: HashMap<String, (Option<[u8; 32]>, usize)> = HashMap::new();
    let seen = Mutex::default();
    for (number, part) in parts.iter().enumerate() {
        for file in part.pages(&config.ingest, &seen)? {
            match known.entry(file.name.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert((file.content, number));
                    files.push(file);
                }
                Entry::Occupied(entry) if entry.get().0 == file.content => {}
                Entry::Occupied(entry) => {
                    let [one, two] = [entry.get().1, number].map(|number| parts[number].folder.display());
                    return Err(CliError::Mismatch(format!(
                        "{one} and {two}: both have {}, with different content; build all parts from the same files, and \
                         folders of a site with --at and their places",
                        file.name
                    )));
                }
            }
        }
    }
    // The order in which a build reads them.
    files.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
    finish(&args.parts[0], args.beside.offline, files)
}
