//! [`OpenIndex`]: the index of the site, opened anew whenever another one was written.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use super::parameters::Parameters;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::folder::IndexFolder;
use crate::index::{MANIFEST_NAME, Ranking};
use crate::search::{Answer, Mode, Request};

/// Modes that are shown side by side, as requests name them.
pub const MODES: [(&str, Mode); 3] =
    [("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)];

/// Hits of each mode unless a request says otherwise.
const LIMIT: usize = 10;

/// An index and what it was opened from.
pub struct OpenIndex {
    manifest: Vec<u8>,
    language: Option<String>,
    /// The ranking that the index was built with.
    own: Ranking,
    /// The index itself.
    pub index: IndexFolder,
}

/// The answers of all modes to one query.
#[derive(Serialize)]
pub struct SideBySide {
    modes: Vec<AnswerOfMode>,
}

#[derive(Serialize)]
struct AnswerOfMode {
    mode: &'static str,
    answer: Answer,
    /// Milliseconds, with reading blocks and embedding the query.
    took_ms: f64,
}

impl OpenIndex {
    /// The index in `folder`: `kept` if it is still that. An encoder that both have stays loaded.
    ///
    /// # Errors
    /// No index, a damaged one, or one without this language.
    pub fn current(folder: &Path, language: Option<&str>, kept: Option<Self>) -> Result<Self, CliError> {
        let language = language.filter(|language| !language.is_empty());
        let manifest = files::read_if_there(&folder.join(MANIFEST_NAME))?.unwrap_or_default();
        if let Some(kept) = kept {
            if kept.manifest == manifest && kept.language.as_deref() == language {
                return Ok(kept);
            }
            let mut index = IndexFolder::open(folder, language)?;
            index.take_encoder(kept.index);
            return Ok(OpenIndex::new(manifest, language, index));
        }
        Ok(OpenIndex::new(manifest, language, IndexFolder::open(folder, language)?))
    }

    fn new(manifest: Vec<u8>, language: Option<&str>, mut index: IndexFolder) -> Self {
        // The same query is asked again for every setting.
        index.keep_vectors();
        let own = index.directory_mut().ranking.clone();
        OpenIndex { manifest, language: language.map(str::to_owned), own, index }
    }

    /// The value of each setting of the ranking that the index was built with.
    pub fn own_ranking(&self) -> &Ranking {
        &self.own
    }

    /// Asks with settings in place of the index's own, each as `KEY=VALUE`.
    ///
    /// # Errors
    /// A setting that is unknown or not allowed, or those of `ask`.
    pub fn with_settings<T>(
        &mut self,
        settings: Vec<String>,
        ask: impl FnOnce(&mut Self) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let answer = self.index.try_settings(&settings).and_then(|()| ask(self));
        self.index.directory_mut().ranking = self.own.clone();
        answer
    }

    /// Asks with the index's own settings.
    ///
    /// # Errors
    /// Those of `ask`.
    pub fn with_own_settings<T>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let tried = std::mem::replace(&mut self.index.directory_mut().ranking, self.own.clone());
        let answer = ask(self);
        self.index.directory_mut().ranking = tried;
        answer
    }

    /// Answers the query `q` in all modes, or in `mode`, with explanations.
    ///
    /// # Errors
    /// A parameter that is missing or wrong.
    pub fn side_by_side(&mut self, parameters: &Parameters) -> Result<SideBySide, CliError> {
        let text = parameters.required("q")?;
        let wanted = parameters.get("mode").filter(|mode| !mode.is_empty());
        let modes: Vec<_> =
            MODES.into_iter().filter(|(name, _)| wanted.is_none_or(|it| it == *name)).collect();
        if modes.is_empty() {
            let found = wanted.unwrap_or_default();
            return Err(CliError::Input(format!(
                "parameter mode: lexical, dense or hybrid expected, {found:?} found"
            )));
        }
        let request = Request {
            text: text.to_owned(),
            limit: parameters.number("limit", LIMIT)?,
            max_per_page: parameters.number("max_per_page", 0)?,
            prefix: parameters.get("prefix").is_some_and(|it| it != "0"),
            version: parameters.get("version").unwrap_or_default().to_owned(),
            explain: true,
            ..Request::default()
        };
        let mut answer = |(name, mode)| {
            #[allow(clippy::disallowed_methods, reason = "only cli reads clocks")]
            let started = Instant::now();
            let answer = self.index.query(&Request { mode, ..request.clone() })?;
            Ok(AnswerOfMode { mode: name, answer, took_ms: started.elapsed().as_secs_f64() * 1e3 })
        };
        Ok(SideBySide { modes: modes.into_iter().map(&mut answer).collect::<Result<_, CliError>>()? })
    }
}
