//! The text of the settings file that `docfuse init` writes: [`settings_text`].
//!
//! A line that begins with `#` and a space is for the reader, one with `#` alone is a setting with its default, or with what
//! was found. What pages say stands in lines for the reader alone, or in values of letters, digits and few signs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::sample::Sample;
use crate::build::summary::examples;
use crate::output::{counted, printable};
use crate::site::site_reader::Site;
use docfuse_site::{DEFAULT_LANGUAGE, ForeignPages, LeftOut};

/// Characters of a line, unless a word is longer.
const WIDTH: usize = 100;

/// Generators and themes that are named.
const MAX_GENERATORS: usize = 3;

/// The settings of a site, in comments.
pub fn settings_text(path: &Path, site: &Site, sample: &Sample) -> String {
    let mut text = Text(String::new());
    head(&mut text, path, site, sample);
    text.0 += "\n[site]\n";
    content(&mut text, sample);
    left_parts(&mut text, site);
    left_out(&mut text, site);
    secondary(&mut text, site);
    languages(&mut text, site);
    versions(&mut text, site);
    text.about(
        "Also in docs/settings.md: words that stand for each other, the site's own words, pages and notes above the hits of \
         certain queries, filters and keys to sort by, and how hits are ranked.",
    );
    text.0
}

struct Text(String);

impl Text {
    /// Begins a part with a sentence or more.
    fn about(&mut self, sentence: &str) {
        self.0.push('\n');
        self.more(sentence);
    }

    fn more(&mut self, sentence: &str) {
        let mut line = String::from("#");
        for word in printable::line(sentence).split_whitespace() {
            if line.len() > 1 && line.chars().count() + word.chars().count() >= WIDTH {
                self.0 += &std::mem::replace(&mut line, String::from("#"));
                self.0.push('\n');
            }
            line.push(' ');
            line += word;
        }
        self.0 += &line;
        self.0.push('\n');
    }

    fn setting(&mut self, setting: &str) {
        self.0.push('#');
        self.0 += setting;
        self.0.push('\n');
    }
}

fn head(text: &mut Text, path: &Path, site: &Site, sample: &Sample) {
    let path = printable::path(path);
    text.more(&format!("Settings of docfuse for the site in {path}, by what docfuse init found there."));
    text.more("");
    text.more(
        "docfuse build reads this file in the current folder. A line that begins with # and no space is a setting: without \
         the sign, it counts. As it is, this file changes nothing.",
    );
    text.more("");
    let [pages, left_out] = [site.pages.len(), site.left_out.len()].map(|count| count as u64);
    text.more(&format!("Indexed: {}. Left out: {}.", counted(pages, "page"), counted(left_out, "file")));
    if !site.generators.is_empty() {
        let named = site.generators.iter().take(MAX_GENERATORS);
        let named = named.map(|(name, pages)| format!("{name} ({})", counted(*pages as u64, "page")));
        text.more(&format!("Made by {}.", named.collect::<Vec<_>>().join("; ")));
    }
    if sample.searches > 0 {
        text.more(&format!(
            "The theme has a search of its own, on {} of {} looked at. docfuse build --inject puts the box in its place.",
            sample.searches,
            counted(sample.pages as u64, "page")
        ));
    }
    if !site.made_by_scripts.is_empty() {
        let made: Vec<&str> = site.made_by_scripts.iter().map(String::as_str).collect();
        text.more(&format!(
            "Scripts make pages, which docfuse build --render can read: {}.",
            examples(&made)
        ));
    }
}

fn content(text: &mut Text, sample: &Sample) {
    let looked_at = counted(sample.pages as u64, "page");
    match &sample.content {
        Some((selector, pages)) => {
            text.more(&format!(
                "CSS selectors of the content, which is found without. This one holds it on {pages} of {looked_at} looked at."
            ));
            text.setting(&format!("content = [\"{selector}\"]"));
        }
        None => {
            text.more("CSS selectors of the content, such as \"main\". Pages mark it themselves, or it is all but navigation.");
            text.setting("content = []");
        }
    }
    text.about("CSS selectors of elements to leave out.");
    text.setting("ignore = []");
}

fn left_parts(text: &mut Text, site: &Site) {
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for page in &site.pages {
        let of_page: BTreeSet<&str> = page.left_parts.iter().map(|part| part.rule).collect();
        of_page.into_iter().for_each(|rule| *rules.entry(rule).or_default() += 1);
    }
    let mut rules: Vec<(&str, usize)> = rules.into_iter().collect();
    rules.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    let named: Vec<String> = rules.iter().map(|(rule, pages)| format!("{rule} {pages}")).collect();
    let named = if named.is_empty() { "none".to_owned() } else { named.join(", ") };
    text.about(&format!(
        "Rules that leave parts of pages out, and of how many: {named}. docfuse build --verbose shows the texts. Rules of this \
         list leave nothing out."
    ));
    text.setting("keep = []");
}

fn left_out(text: &mut Text, site: &Site) {
    let by_name =
        |(name, why): &'_ (String, LeftOut)| matches!(why, LeftOut::Excluded { .. }).then(|| name.clone());
    let names: Vec<String> = site.left_out.iter().filter_map(by_name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let found =
        if names.is_empty() { String::new() } else { format!(" Left out by theirs: {}.", examples(&names)) };
    text.about(&format!("Pages to leave out, by patterns of their names, such as \"drafts/*\".{found}"));
    text.setting("exclude_also = []");
}

fn secondary(text: &mut Text, site: &Site) {
    let pages = site.pages.iter().filter(|page| page.is_secondary);
    let urls: Vec<&str> = pages.map(|page| page.url.as_str()).collect();
    let found = if urls.is_empty() { "none".to_owned() } else { examples(&urls) };
    text.about(&format!(
        "Weight of pages that are release notes, changelogs or lists, or only say that their text is elsewhere: {found}. 1: as \
         all others. [[site.weight]] gives one to single pages."
    ));
    text.setting("secondary_weight = 0.5");
}

fn languages(text: &mut Text, site: &Site) {
    let mut languages: BTreeMap<&str, u64> = BTreeMap::new();
    site.pages.iter().for_each(|page| *languages.entry(&page.language).or_default() += 1);
    let named: Vec<String> = languages
        .iter()
        .map(|(language, pages)| format!("{language} ({})", counted(*pages, "page")))
        .collect();
    text.about(&format!("The language of pages that state none. Found: {}.", named.join(", ")));
    text.setting(&format!("language = \"{DEFAULT_LANGUAGE}\""));
    let is_all = languages.len() == 1;
    let patterns = site.foreign.iter().filter_map(|foreign| Some((foreign, pattern(foreign, is_all)?)));
    let patterns: Vec<(&ForeignPages, String)> = patterns.collect();
    for foreign in &site.foreign {
        let ForeignPages { language, likely, count, looked_at, pages } = foreign;
        text.about(&format!(
            "Pages in {language} that seem to be in {likely}: {count} of {looked_at} looked at, such as {}.",
            pages.join(", ")
        ));
    }
    if !patterns.is_empty() {
        text.setting("[site.languages]");
        let mut written = BTreeSet::new();
        for (foreign, pattern) in patterns {
            if written.insert(pattern.clone()) {
                text.setting(&format!("\"{pattern}\" = \"{}\"", foreign.likely));
            }
        }
    }
}

/// The pattern of pages in another language than stated: the folder that all examples share, or the whole site.
fn pattern(foreign: &ForeignPages, is_all: bool) -> Option<String> {
    let folders: BTreeSet<Option<&str>> =
        foreign.pages.iter().map(|page| page.split_once('/').map(|(folder, _)| folder)).collect();
    let is_plain =
        |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    match folders.into_iter().collect::<Vec<_>>()[..] {
        [Some(folder)] => Some(folder).filter(is_plain).map(|folder| format!("{folder}/*")),
        _ => is_all.then(|| "*".to_owned()),
    }
}

fn versions(text: &mut Text, site: &Site) {
    if let [current, others @ ..] = site.versions.as_slice() {
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        text.about(&format!(
            "Versions: {current}, the most current, and {}. [[site.filter]] with name = \"version\" has others.",
            examples(&others)
        ));
    }
}
