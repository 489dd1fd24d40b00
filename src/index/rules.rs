//! Rules: what the author shows above the hits of certain queries, apart from their ranks.
//!
//! They stand in the manifest, with the vectors of those that apply by meaning. `www/src/ui/browse/rules.ts` applies them
//! alike; `tests/rules.json` says to both what applies.

use serde::{Deserialize, Serialize};

use crate::text::compatible;

/// Least similarity of a rule by meaning that says none.
pub const USUAL_SIMILARITY: f32 = 0.75;

/// How a rule's queries are compared with what was asked, in small letters and with single spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RuleMatch {
    /// Equal.
    #[default]
    Exact,
    /// What was asked begins with it.
    Prefix,
    /// The vectors are similar.
    Meaning,
}

/// What is shown for certain queries: a page, or a note with or without a link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The queries, as the author wrote them.
    pub queries: Vec<String>,
    /// How they are compared.
    #[serde(default, rename = "match")]
    pub by: RuleMatch,
    /// Least similarity of a rule by meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f32>,
    /// By meaning, the vector of each query: components from -127 to 127, each a byte in hexadecimal. None without an encoder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<String>,
    /// Where it leads: relative to the site's root, or absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Title of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the author says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a rule shows above the hits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pinned<'a> {
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub url: Option<&'a str>,
    /// Title of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub title: Option<&'a str>,
    /// What the author says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub note: Option<&'a str>,
    /// Why it is shown.
    pub explanation: WhyPinned<'a>,
}

impl Pinned<'_> {
    /// Title and note.
    pub fn text(&self) -> String {
        let parts: Vec<&str> = self.title.iter().chain(&self.note).copied().collect();
        parts.join(" · ")
    }
}

/// Which rule applies, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyPinned<'a> {
    /// Place of the rule in the settings, from 0.
    pub rule: usize,
    /// How its queries are compared.
    #[serde(rename = "match")]
    pub by: RuleMatch,
    /// The query of the rule.
    pub query: &'a str,
    /// Similarity to it, by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub similarity: Option<f32>,
}

/// The vectors of all rules, in their order.
pub fn vectors(rules: &[Rule]) -> Vec<String> {
    rules.iter().flat_map(|rule| &rule.vectors).cloned().collect()
}

/// What the rules show for a query, in their order. `likeness`: the similarity of the query to each of their [`vectors`];
/// empty while nothing knows it.
pub fn pinned<'a>(rules: &'a [Rule], text: &str, likeness: &[f32]) -> Vec<Pinned<'a>> {
    let asked = plain(text);
    let mut likeness = likeness.iter();
    let mut shown = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let similar: Vec<f32> = rule.vectors.iter().filter_map(|_| likeness.next().copied()).collect();
        let found = match rule.by {
            RuleMatch::Exact => rule.queries.iter().find(|query| plain(query) == asked).map(|it| (it, None)),
            RuleMatch::Prefix => {
                rule.queries.iter().find(|query| asked.starts_with(&plain(query))).map(|it| (it, None))
            }
            RuleMatch::Meaning => {
                let least = rule.similarity.unwrap_or(USUAL_SIMILARITY);
                let near = rule.queries.iter().zip(similar).find(|(_, similarity)| *similarity >= least);
                near.map(|(query, similarity)| (query, Some(similarity)))
            }
        };
        if let Some((query, similarity)) = found {
            shown.push(Pinned {
                url: rule.url.as_deref(),
                title: rule.title.as_deref(),
                note: rule.note.as_deref(),
                explanation: WhyPinned { rule: number, by: rule.by, query, similarity },
            });
        }
    }
    shown
}

/// A query in small letters and with single spaces.
fn plain(text: &str) -> String {
    compatible(text).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A unit vector as rules store it.
pub fn written(vector: &[f32]) -> String {
    let largest = vector.iter().fold(f32::MIN_POSITIVE, |largest, it| largest.max(it.abs()));
    let byte = |component: &f32| (component / largest * 127.0).round() as i8;
    vector.iter().map(|component| format!("{:02x}", byte(component))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Case {
        asked: String,
        #[serde(default)]
        likeness: Vec<f32>,
        rules: Vec<usize>,
    }

    #[derive(Deserialize)]
    struct Cases {
        rules: Vec<Rule>,
        cases: Vec<Case>,
    }

    #[test]
    fn rules_apply_to_their_queries() {
        let Cases { rules, cases } = serde_json::from_str(include_str!("../../tests/rules.json")).unwrap();
        for Case { asked, likeness, rules: expected } in cases {
            let found: Vec<usize> =
                pinned(&rules, &asked, &likeness).iter().map(|it| it.explanation.rule).collect();
            assert_eq!(found, expected, "{asked}");
        }
        let [first] = &pinned(&rules, "INSTALL", &[])[..] else { panic!() };
        let why = WhyPinned { rule: 0, by: RuleMatch::Exact, query: "install", similarity: None };
        assert_eq!(
            (first.url, first.title, &first.explanation),
            (Some("guide/"), Some("Installation"), &why)
        );
    }

    #[test]
    fn vectors_are_written_as_bytes() {
        assert_eq!(written(&[0.6, -0.8, 0.0]), "5f8100");
        assert_eq!(written(&[0.0]), "00");
    }
}
