//! [`Report`]: what readers looked for and did not find, as text and as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::CliError;
use crate::output::{remark, say};

/// Queries of a group that are named in text.
const NAMED: usize = 5;

/// What is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Half of the searches or more had no hits.
    NoHits,
    /// Half of the searches or more had a weak fit.
    WeakFit,
    /// Nobody opened a hit.
    NoClick,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::NoHits, Kind::WeakFit, Kind::NoClick];

    pub fn title(self) -> &'static str {
        match self {
            Kind::NoHits => "Nothing was found",
            Kind::WeakFit => "Nothing came close",
            Kind::NoClick => "Nothing was opened",
        }
    }
}

/// What the index answers today.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Now {
    /// Sections found.
    pub hits: usize,
    /// Whether nothing comes close.
    pub weak: bool,
    /// What rules show above the hits: addresses of pages, and `note` for a note alone.
    pub pinned: Vec<String>,
    /// Address of the first hit.
    pub first: Option<String>,
    /// Whether all words could be looked up.
    #[serde(rename = "known")]
    pub is_known: bool,
}

impl Now {
    pub fn text(&self) -> String {
        match &self.first {
            _ if !self.pinned.is_empty() => format!("today: by rules, {}", self.pinned.join(", ")),
            None if !self.is_known => "today: not known".to_owned(),
            None => "today: nothing".to_owned(),
            Some(first) if self.weak => format!("today: nothing close, first {first}"),
            Some(first) => format!("today: {first}"),
        }
    }
}

/// A query with its searches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Query {
    /// As typed.
    pub query: String,
    /// Times it was searched for.
    pub searches: usize,
    /// Times a hit was opened.
    pub clicks: usize,
    /// Today's answer.
    pub now: Now,
}

/// Queries that ask for nearly the same, the most frequent one first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Group {
    /// Searches for all of them.
    pub searches: usize,
    /// The most frequent one first.
    pub queries: Vec<Query>,
}

/// The groups of one kind, those with most searches first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Gaps {
    /// What is missing.
    pub kind: Kind,
    /// Searches of all groups, and of the queries that are not shown.
    pub searches: usize,
    /// Queries that are not shown, the least frequent ones.
    pub left_out: usize,
    /// Those with most searches first.
    pub groups: Vec<Group>,
}

/// What `docfuse gaps --json` prints: what readers looked for and did not find.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Report {
    /// Searches in the log.
    pub searches: usize,
    /// Different queries.
    pub queries: usize,
    /// Lines of the log that are no records.
    pub unread: usize,
    /// Searches that were not counted, since there are too many different queries.
    pub beyond: usize,
    /// What tells how near queries are: `encoder` or `words`.
    pub nearness: &'static str,
    /// One of each kind.
    pub gaps: Vec<Gaps>,
}

impl Report {
    pub fn print(&self) -> Result<(), CliError> {
        if self.unread > 0 {
            remark(format_args!("note: {} lines are no records, and were left out", self.unread));
        }
        if self.beyond > 0 {
            remark(format_args!("note: {} searches were left out: too many queries", self.beyond));
        }
        say(format_args!("{} searches for {} queries", self.searches, self.queries))?;
        for gaps in &self.gaps {
            say("")?;
            say(format_args!("{}: {}", gaps.kind.title(), searches(gaps.searches)))?;
            for group in &gaps.groups {
                say(format_args!("{:>6}  {}", group.searches, group.queries[0].query))?;
                say(format_args!("        {}", group.queries[0].now.text()))?;
                for query in group.queries.iter().skip(1).take(NAMED) {
                    say(format_args!("        also {} ({})", query.query, query.searches))?;
                }
                let more = group.queries.len().saturating_sub(1 + NAMED);
                if more > 0 {
                    say(format_args!("        and {more} more"))?;
                }
            }
            if gaps.left_out > 0 {
                say(format_args!("        and {} rarer queries", gaps.left_out))?;
            }
        }
        Ok(())
    }
}

/// `1 search`, `2 searches`.
pub fn searches(count: usize) -> String {
    if count == 1 { "1 search".to_owned() } else { format!("{count} searches") }
}
