//! Where a site breaks a law.

use std::collections::BTreeMap;
use std::fmt;

/// Examples that a row of the table has.
const EXAMPLES: usize = 3;

/// What broke a law.
pub struct Breach {
    /// The rule that did it, as the build names it; what it is, where none is named.
    pub rule: String,
    /// Page and words.
    pub example: String,
}

impl Breach {
    pub fn new(rule: impl Into<String>, example: impl Into<String>) -> Self {
        Breach { rule: rule.into(), example: example.into() }
    }
}

/// Breaches of a law, by site and rule.
#[derive(Default)]
pub struct Table(BTreeMap<(String, String), Vec<String>>);

impl Table {
    pub fn add(&mut self, site: &str, breaches: Vec<Breach>) {
        for Breach { rule, example } in breaches {
            self.0.entry((site.to_owned(), rule)).or_default().push(example);
        }
    }

    /// Fails with the table if anything is in it.
    #[track_caller]
    pub fn assert_empty(&self, law: &str) {
        assert!(self.0.is_empty(), "{law} is broken:\n{self}");
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_rule: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for ((_, rule), examples) in &self.0 {
            let (sites, count) = by_rule.entry(rule).or_default();
            *sites += 1;
            *count += examples.len();
        }
        for (rule, (sites, count)) in by_rule {
            writeln!(out, "# {rule}: {count} in {sites} sites")?;
        }
        for ((site, rule), examples) in &self.0 {
            let shown = &examples[..examples.len().min(EXAMPLES)];
            let more = if examples.len() > EXAMPLES { " | …" } else { "" };
            writeln!(out, "{site} — {rule}: {} ({}{more})", examples.len(), shown.join(" | "))?;
        }
        Ok(())
    }
}
