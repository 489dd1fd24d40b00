//! [`OpenIndex`]: the index of the site, opened anew whenever another one was written.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::parameters::Parameters;
use crate::clock::now;
use crate::error::CliError;
use crate::folder::IndexFolder;
use docfuse::index::Ranking;
use docfuse::search::{Answer, Mode, Request};

/// Modes that are shown side by side, as requests name them.
pub const MODES: [(&str, Mode); 3] =
    [("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)];

/// Hits of each mode unless a request says otherwise.
const LIMIT: usize = 10;

/// An index and the language that it was opened for.
pub struct OpenIndex {
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
    /// What the rules of the site show above the hits.
    pinned: Value,
    /// Milliseconds, with reading blocks and embedding the query.
    took_ms: f64,
}

impl OpenIndex {
    /// The index in `folder`: the one in `kept`, which it takes, if it is still that. An encoder that both have stays
    /// loaded.
    ///
    /// # Errors
    /// No index, a damaged one, or one without this language. Then `kept` stays, with its encoder: a build may be about
    /// to write an index again.
    pub fn current(folder: &Path, language: Option<&str>, kept: &mut Option<Self>) -> Result<Self, CliError> {
        let language = language.filter(|language| !language.is_empty());
        let is_current = |kept: &mut Self| kept.language.as_deref() == language && kept.index.is_current();
        if let Some(kept) = kept.take_if(is_current) {
            return Ok(kept);
        }
        let mut index = IndexFolder::open(folder, language)?;
        if let Some(kept) = kept.take() {
            index.take_encoder(kept.index);
        }
        Ok(OpenIndex::new(language, index))
    }

    fn new(language: Option<&str>, mut index: IndexFolder) -> Self {
        // The same query is asked again for every setting.
        index.keep_vectors();
        let own = index.directory_mut().ranking.clone();
        OpenIndex { language: language.map(str::to_owned), own, index }
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
            return Err(CliError::Argument(format!(
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
            let started = now();
            let answer = self.index.query(&Request { mode, ..request.clone() })?;
            let took_ms = started.elapsed().as_secs_f64() * 1e3;
            let pinned = self.index.pinned(text);
            let pinned = serde_json::to_value(pinned).map_err(CliError::json("what rules show"))?;
            Ok(AnswerOfMode { mode: name, answer, pinned, took_ms })
        };
        Ok(SideBySide { modes: modes.into_iter().map(&mut answer).collect::<Result<_, CliError>>()? })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::OpenIndex;
    use crate::build::args::BuildArgs;
    use crate::build::generations::{Memories, Steps, by_language, generations, given};
    use crate::site::site_folder::SiteFolder;
    use crate::site::site_reader::read_site;
    use crate::{build, config};
    use docfuse::search::{Mode, Request};

    #[test]
    fn the_index_of_a_further_language_is_opened_anew_and_kept_while_it_is_missing() {
        let place = tempfile::tempdir().unwrap();
        let site = place.path().join("site");
        let index = site.join("docfuse");
        let build = |word: &str| {
            fs::create_dir_all(&site).unwrap();
            for (name, language, text) in
                [("a.html", "en", "one"), ("b.html", "en", "two"), ("c.html", "de", word)]
            {
                let page =
                    format!("<html lang={language}><title>{name}</title><main><h1>{name}</h1><p>{text}");
                fs::write(site.join(name), page).unwrap();
            }
            let config = config::parse("").unwrap();
            let read = read_site(&SiteFolder::new(&site, false), &config.ingest, false, None).unwrap();
            let pages = by_language(read.pages.clone());
            let built =
                generations(given(pages), &config, None, &mut Memories::default(), &mut Steps::default());
            build::write_all(&BuildArgs::default(), &index, &built.unwrap(), &read).unwrap();
        };
        let mut kept = None;
        let pages_with = |word: &str, kept: &mut Option<OpenIndex>| {
            let mut open = OpenIndex::current(&index, Some("de"), kept).unwrap();
            let request =
                Request { text: word.to_owned(), limit: 10, mode: Mode::Lexical, ..Request::default() };
            let count = open.index.query(&request).unwrap().hits.len();
            *kept = Some(open);
            count
        };
        build("Rechenbrett");
        assert_eq!(pages_with("Rechenbrett", &mut kept), 1);
        build("Zahlenschieber");
        assert_eq!((pages_with("Rechenbrett", &mut kept), pages_with("Zahlenschieber", &mut kept)), (0, 1));
        let away = place.path().join("away");
        fs::rename(&index, &away).unwrap();
        assert!(OpenIndex::current(&index, Some("de"), &mut kept).is_err() && kept.is_some());
        fs::rename(&away, &index).unwrap();
        assert_eq!(pages_with("Zahlenschieber", &mut kept), 1);
    }
}
