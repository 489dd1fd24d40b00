//! Pages found and left out are the files read, and what a summary says is so.

use std::collections::HashSet;

use super::breaches::Breach;
use super::site::{File, Site};

/// What a build printed, against what the site has. `is_plain`: it has nothing to warn of, and no generator made it.
pub fn breaches(printed: &str, files: &[File], site: &Site, is_plain: bool) -> Vec<Breach> {
    let mut found = Vec::new();
    let (mut pages, mut sections, mut left_out) = (0, 0, 0);
    let known: HashSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    for line in printed.lines() {
        if let Some((found_pages, found_sections)) = counts(line) {
            pages += found_pages;
            sections += found_sections;
        } else if let Some(reason) = line.strip_prefix("left out, ") {
            let Some((count, examples)) = counted(reason) else {
                found.push(Breach::new("left out without number", line));
                continue;
            };
            left_out += count;
            if let Some(strange) =
                examples.iter().find(|path| !known.contains(**path) && !path.ends_with('/'))
            {
                found.push(Breach::new("example that is no file", format!("{strange}: {line}")));
            }
            if let Some(others) = before(reason, " other pages have the same text")
                && others >= count
            {
                found.push(Breach::new("more others than all", line));
            }
        } else if let Some(made) = line.strip_prefix("made by ") {
            let of = made.split("; ").filter_map(|one| before(one, " pages)"));
            if is_plain || of.sum::<usize>() > files.len() {
                found.push(Breach::new("made by", line));
            }
        } else if is_plain && (line.starts_with("warning: ") || line.starts_with("versions: ")) {
            found.push(Breach::new("warning of nothing", line));
        }
    }
    let mut numbers = |what: &str, said: usize, is: usize| {
        if said != is {
            found.push(Breach::new(what, format!("{said} said, {is} found")));
        }
    };
    numbers("found + left out = read", pages + left_out, files.len());
    numbers("pages", pages, site.pages.len());
    numbers("sections", sections, site.pages.iter().map(|page| page.sections.len()).sum());
    found.extend(site.strange.iter().map(|url| Breach::new("address that is no file", url)));
    found
}

/// Pages and sections of a line on one language, `en: 12 pages, 30 sections, no vectors`, or on many.
fn counts(line: &str) -> Option<(usize, usize)> {
    let line = line.replace(" page, ", " pages, ").replace(" section,", " sections,");
    let rest = line.split_once(" pages, ")?.1;
    if !rest.contains(" sections") || line.starts_with("left out") {
        return None;
    }
    Some((before(&line, " pages, ")?, before(&line, " sections")?))
}

/// The number right before a text.
fn before(line: &str, text: &str) -> Option<usize> {
    let (start, _) = line.split_once(text)?;
    start.rsplit([' ', '(']).next()?.parse().ok()
}

/// The number and the examples of `REASON: N (…)`.
fn counted(reason: &str) -> Option<(usize, Vec<&str>)> {
    let (_, counted) = reason.rsplit_once(": ")?;
    let (count, examples) = counted.split_once(" (")?;
    let examples = examples.strip_suffix(')')?.split(", ").filter(|&it| it != "…").collect();
    Some((count.parse().ok()?, examples))
}
