//! The rules of the settings, with what the pages say: each language gets those whose page it has, and all notes.

use std::borrow::Cow;

use crate::error::CliError;
use crate::folder::host::is_address;
use crate::folder::plain_address::plain;
use docfuse::dense::Projection;
use docfuse::index::{Page, Rule, RuleMatch, rule_vector};
use docfuse_encoder::{EmbedError, Encoder};
use docfuse_site::address;

/// Checks that the pages of rules exist.
///
/// # Errors
/// A rule with a page that no language has.
pub fn check(rules: &[Rule], languages: &[(String, Cow<'_, [Page]>)]) -> Result<(), CliError> {
    for (rule, number) in rules.iter().zip(1..) {
        let Some(url) = page_of(rule) else { continue };
        if languages.iter().all(|(_, pages)| found(url, pages).is_none()) {
            return Err(CliError::Mismatch(format!(
                "[[rules]] {number}, page: the address of a page from the site's root expected, as hits show it \
                 (guide/install.html#linux), {url:?} found"
            )));
        }
    }
    Ok(())
}

/// The rules of one language: with titles, and with vectors if there is an encoder, as `projection` reduces them.
///
/// # Errors
/// The encoder fails on a query.
pub fn of(
    rules: &[Rule],
    pages: &[Page],
    encoder: Option<&Encoder>,
    projection: Option<&Projection>,
) -> Result<Vec<Rule>, EmbedError> {
    let mut all = Vec::new();
    for rule in rules {
        let mut rule = rule.clone();
        if let Some(url) = page_of(&rule) {
            let Some((url, title)) = found(url, pages) else { continue };
            (rule.url, rule.title) = (Some(url), Some(title));
        }
        if rule.by == RuleMatch::Meaning
            && let Some(encoder) = encoder
        {
            let vector = |query: &String| {
                let vector = encoder.embed_query(query)?;
                let reduced = projection.map(|projection| projection.apply(&vector));
                Ok(rule_vector(reduced.as_ref().unwrap_or(&vector)))
            };
            rule.vectors = rule.queries.iter().map(vector).collect::<Result<_, EmbedError>>()?;
        }
        all.push(rule);
    }
    Ok(all)
}

/// The page that a rule shows; no link of a note.
fn page_of(rule: &Rule) -> Option<&str> {
    rule.url.as_deref().filter(|url| !is_address(url))
}

/// The address of a page or of its section, as hits show it, and its title or heading.
fn found(written: &str, pages: &[Page]) -> Option<(String, String)> {
    let (url, anchor) = written.split_once('#').unwrap_or((written, ""));
    // Addresses in the index are percent-encoded.
    let forms = [plain(url), plain(&address(url))];
    let exact = pages.iter().find(|page| page.url == url);
    let page = exact.or_else(|| pages.iter().find(|page| forms.contains(&plain(&page.url))))?;
    if anchor.is_empty() {
        return Some((page.url.clone(), page.title.clone()));
    }
    let section = page.sections.iter().find(|section| section.anchor == anchor)?;
    Some((format!("{}#{anchor}", page.url), section.heading.clone()))
}
