//! Several indexes as one: opening them, and reading the blocks of each from where it is.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use super::IndexFolder;
use super::further_index::{FurtherIndex, names, root, source};
use crate::error::CliError;
use crate::folder::host::is_address;
use crate::http::deadline::Deadline;
use docfuse::error_code::ErrorCode;
use docfuse::index::{BlockRequest, ByteRange, IndexError, MANIFEST_NAME, Manifest, SearchedSite};
use docfuse::search::BLOCKS_BY_QUERY;
use docfuse_encoder::Encoder;

impl IndexFolder {
    /// Opens several indexes, each a folder or an address, that are searched as one. Those that cannot be opened are left
    /// out, and answers name them; one that is named twice is searched once. Each host has this time for its manifest.
    ///
    /// # Errors
    /// No index can be opened, or a folder has none: it may be a word of a query without quotation marks.
    pub fn open_several(
        locations: &[String],
        language: Option<&str>,
        time: Duration,
    ) -> Result<Self, CliError> {
        let has_index =
            |location: &&String| is_address(location) || Path::new(location).join(MANIFEST_NAME).exists();
        if locations.len() > 1
            && let Some(location) = locations.iter().find(|location| !has_index(location))
        {
            return Err(CliError::Argument(format!(
                "{location}: a folder with an index expected, no {MANIFEST_NAME} found there; a query of several words needs \
                 quotation marks"
            )));
        }
        let mut seen = HashSet::new();
        let locations: Vec<String> =
            locations.iter().filter(|location| seen.insert(*location)).cloned().collect();
        let names = names(&locations);
        let mut opened: Option<Self> = None;
        let mut failed: Vec<(&str, CliError)> = Vec::new();
        for (location, name) in locations.iter().zip(&names) {
            let result = match &mut opened {
                Some(index) => index.add(location, name, language, time),
                None => source(location, time)
                    .and_then(|source| Self::of(source, language))
                    .map(|index| opened = Some(if locations.len() > 1 { index.named(name) } else { index })),
            };
            failed.extend(result.err().map(|error| (name.as_str(), error)));
        }
        let Some(mut index) = opened else {
            let none = || CliError::Argument("an index expected, none found; name its folder".to_owned());
            return Err(failed.into_iter().next().map_or_else(none, |(_, error)| error));
        };
        for (name, error) in failed {
            let code = ErrorCode::Unavailable.as_str().to_owned();
            index.engine.leave_out_site(name.to_owned(), code, error.to_string(), None);
        }
        Ok(index)
    }

    /// Gives the first index its name among several.
    fn named(mut self, name: &str) -> Self {
        let root = root(&self.source.location().display().to_string());
        let is_here = self.source.is_here();
        self.engine.set_site(SearchedSite {
            name: name.to_owned(),
            root,
            is_here,
            ..SearchedSite::default()
        });
        self
    }

    /// Adds an index.
    fn add(
        &mut self,
        location: &str,
        name: &str,
        language: Option<&str>,
        time: Duration,
    ) -> Result<(), CliError> {
        let (further, directory, bytes) = FurtherIndex::open(location, language, time)?;
        let opened = self.further.iter().map(|further| &further.manifest).chain([&self.manifest]);
        if opened.into_iter().any(|opened| opened.generation == further.manifest.generation) {
            return Ok(());
        }
        let site = further.site(name, self.encoder_manifest());
        self.engine.add_site(directory, site).map_err(CliError::index(further.source.location()))?;
        self.further.push(further);
        self.bytes_read += bytes;
        Ok(())
    }

    /// Until when hosts must have sent what calls read from now on; `None`: without limit.
    pub fn set_deadline(&self, deadline: Option<Deadline>) {
        self.source.set_deadline(deadline);
        self.further.iter().for_each(|further| further.source.set_deadline(deadline));
    }

    /// The manifest of the first index with vectors, if readers get its encoder.
    pub(super) fn encoder_manifest(&self) -> Option<&Manifest> {
        let manifests =
            std::iter::once(&self.manifest).chain(self.further.iter().map(|further| &further.manifest));
        manifests
            .into_iter()
            .find(|manifest| manifest.windows > 0)
            .filter(|manifest| manifest.model.is_some())
    }

    /// The encoder of queries: that of the first index with vectors.
    ///
    /// # Errors
    /// No index has one, or its files cannot be read or are damaged.
    pub fn read_encoder(&self) -> Result<Encoder, CliError> {
        let sources = std::iter::once((&self.source, &self.manifest));
        let mut sources =
            sources.chain(self.further.iter().map(|further| (&further.source, &further.manifest)));
        let found = sources.find(|(_, manifest)| manifest.windows > 0);
        let problem = |message| Err(CliError::at(self.source.location(), message));
        match found.map(|(source, manifest)| (source, &manifest.model)) {
            Some((source, Some(model))) => source.encoder(model),
            Some(_) => problem(
                "an encoder for queries expected, none found; build the index without `--encoder none`",
            ),
            None => problem("an index with vectors expected, one without found; build it with an encoder"),
        }
    }

    /// Reads blocks and supplies them to the engine, which records failures and answers without these blocks.
    pub(super) fn bring(&mut self, need: &[BlockRequest]) {
        for site in 0..=self.further.len() {
            let (source, folder) = match site.checked_sub(1).and_then(|at| self.further.get(at)) {
                Some(further) => (&further.source, further.folder.as_str()),
                None => (&self.source, ""),
            };
            let own: Vec<&BlockRequest> =
                need.iter().filter(|request| usize::from(request.id.site) == site).collect();
            let named = |range: &ByteRange| {
                let file = range.file.strip_prefix(folder).unwrap_or(&range.file).to_owned();
                ByteRange { file, ..range.clone() }
            };
            let ranges: Vec<ByteRange> = own.iter().map(|request| named(&request.range)).collect();
            let contents = source.blocks(&ranges.iter().collect::<Vec<_>>());
            for (request, content) in own.into_iter().zip(contents) {
                self.supply(request, content);
            }
        }
    }

    fn supply(&mut self, BlockRequest { id, range }: &BlockRequest, content: Result<Vec<u8>, CliError>) {
        if self.read.insert((range.file.clone(), range.start)) {
            self.bytes_read += u64::from(range.end.saturating_sub(range.start));
        }
        match content {
            Ok(bytes) => {
                self.supplied += if BLOCKS_BY_QUERY.contains(&id.kind) { bytes.len() } else { 0 };
                let _ = self.engine.supply(*id, bytes);
            }
            Err(CliError::Index { source: IndexError::Unavailable { message, .. }, .. }) => {
                self.engine.fail(*id, &message);
            }
            Err(error) => self.engine.fail(*id, &error.to_string()),
        }
    }
}
