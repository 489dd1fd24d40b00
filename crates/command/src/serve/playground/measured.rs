//! Queries with known answers: their measures with the settings tried, and before.

use serde::Serialize;

use super::open_index::{MODES, OpenIndex};
use super::parameters::Parameters;
use super::{Playground, shown};
use crate::error::CliError;
use crate::eval::args::{JudgedArgs, Level};
use crate::eval::{self, Report};

/// Both reports.
#[derive(Serialize)]
pub struct Measured {
    /// The file of queries.
    queries: String,
    /// What `before` is: the name of a report, or empty for the index's own settings.
    baseline: String,
    /// `None` if nothing was tried, and there is no earlier report.
    before: Option<Report>,
    after: Report,
}

/// Asks all queries with the settings that `index` tries, in all modes. Compares with the report that the command line
/// names, else with the index's own settings.
///
/// # Errors
/// No file of queries, one that names pages which the index has not, or a report that is none.
pub fn of(
    playground: &Playground,
    index: &mut OpenIndex,
    parameters: &Parameters,
) -> Result<Measured, CliError> {
    let queries = playground.queries.clone().ok_or_else(|| {
        CliError::Argument(
            "no queries: write queries.yml in the folder where docfuse runs, or name a file with --queries"
                .to_owned(),
        )
    })?;
    let judged = JudgedArgs {
        queries: queries.clone(),
        qrels: None,
        level: Level::Page,
        language: parameters.get("language").map(str::to_owned),
    };
    let judged = eval::judged::read(&judged, &mut index.index)?;
    let measure = |index: &mut OpenIndex| Ok(eval::measure_all(&mut index.index, &MODES, &judged, false)?.0);
    let after = measure(index)?;
    let baseline = playground.baseline.as_deref();
    let tried = parameters.all("set");
    let before = match baseline {
        Some(path) => Some(eval::baseline::read(path)?),
        None if tried.is_empty() => None,
        None => Some(index.with_own_settings(measure)?),
    };
    Ok(Measured {
        queries: shown(&queries),
        baseline: baseline.map_or_else(String::new, shown),
        before,
        after,
    })
}
