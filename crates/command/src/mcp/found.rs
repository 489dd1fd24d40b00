//! [`Found`]: what a search found, as data with a schema, and as text.

use docfuse::error_code::ErrorCode;
use docfuse::index::Pinned;
use docfuse::search::{Answer, FEWER_WORDS, Hit, Related, WEAK_FIT};
use serde::Serialize;
use serde_json::{Value, json};

use crate::folder::site_address::SiteAddress;
use crate::output::printable::line;

/// What a search found. All texts are printable, each in one line.
#[derive(Serialize)]
pub struct Found {
    pinned: Vec<FoundRule>,
    /// To read before the sections.
    notes: Vec<String>,
    sections: Vec<FoundSection>,
    /// What to try next, and what failed.
    further: Vec<String>,
}

/// What a rule of the site shows, apart from the ranks.
#[derive(Serialize)]
struct FoundRule {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

#[derive(Serialize)]
struct FoundSection {
    title: String,
    address: String,
    excerpt: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    version: String,
}

impl Found {
    /// What an answer says, with addresses of a site.
    pub fn of(answer: &Answer, pinned: &[Pinned<'_>], site: &SiteAddress) -> Self {
        let safe = |text: &str| line(text).into_owned();
        let rule = |pinned: &Pinned<'_>| FoundRule {
            text: safe(&pinned.text()),
            address: pinned.url.map(|url| safe(&site.whole(url))),
        };
        let section = |hit: &Hit| FoundSection {
            title: safe(&title(hit)),
            address: safe(&site.whole(&hit.url)),
            excerpt: safe(&hit.excerpt),
            version: safe(&hit.version),
        };
        Found {
            pinned: pinned.iter().map(rule).collect(),
            notes: notes(answer).iter().map(|note| safe(note)).collect(),
            sections: answer.hits.iter().map(section).collect(),
            further: further(answer, site).iter().map(|note| safe(note)).collect(),
        }
    }

    /// The same as text.
    pub fn text(&self) -> String {
        let rule = |rule: &FoundRule| {
            let told = format!("Shown by the site for this query: {}", rule.text);
            [Some(told), rule.address.clone()].into_iter().flatten().collect::<Vec<_>>().join("\n")
        };
        let section = |(rank, section): (usize, &FoundSection)| {
            let FoundSection { title, address, excerpt, version } = section;
            let version = if version.is_empty() { String::new() } else { format!(" [{version}]") };
            format!("{}. {title}{version}\n{address}\n{excerpt}", rank + 1)
        };
        let nothing = self.sections.is_empty().then(|| "Nothing found.".to_owned());
        let rules = self.pinned.iter().map(rule).chain(self.notes.iter().cloned());
        let sections = self.sections.iter().enumerate().map(section);
        rules
            .chain(sections)
            .chain(nothing)
            .chain(self.further.iter().cloned())
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    /// Its schema.
    pub fn schema() -> Value {
        let text = |description: &str| json!({ "type": "string", "description": description });
        let list = |items: Value, description: &str| json!({ "type": "array", "items": items, "description": description });
        let object = |properties: Value, required: &[&str]| json!({ "type": "object", "properties": properties, "required": required });
        let address = text("Address, for read_section");
        let section = json!({
            "title": text("Titles of the page and of the headings above, and its own"),
            "address": address,
            "excerpt": text("The passage that fits best"),
            "version": text("Version of the page, on a site with versions")
        });
        let rule = json!({ "text": text("What it says"), "address": address });
        object(
            json!({
                "pinned": list(object(rule, &["text"]), "What the site itself shows for this query"),
                "notes": list(json!({ "type": "string" }), "How the query was understood, and how well all this fits it"),
                "sections": list(object(section, &["title", "address", "excerpt"]), "Sections found, best first"),
                "further": list(json!({ "type": "string" }), "What to try next, and what failed")
            }),
            &["pinned", "notes", "sections", "further"],
        )
    }
}

/// Titles of a page and of the headings that lead to a section, each once.
fn title(hit: &Hit) -> String {
    let mut breadcrumb = vec![hit.title.as_str()];
    breadcrumb.extend(hit.path.iter().chain([&hit.heading]).map(String::as_str));
    breadcrumb.retain(|part| !part.is_empty());
    breadcrumb.dedup();
    breadcrumb.join(" › ")
}

fn notes(answer: &Answer) -> Vec<String> {
    let correction = answer.corrections.iter();
    let mut notes: Vec<String> =
        correction.map(|it| format!("\"{}\" is on no page; taken for \"{}\".", it.from, it.to)).collect();
    if answer.fewer {
        notes.push(FEWER_WORDS.to_owned());
    }
    if answer.fit.is_some() && !answer.hits.is_empty() {
        notes.push(WEAK_FIT.to_owned());
    }
    notes
}

fn further(answer: &Answer, site: &SiteAddress) -> Vec<String> {
    let related = answer.related.iter().map(|Related { word, related }| {
        let words: Vec<&str> = related.iter().map(|it| it.word.as_str()).collect();
        format!("Words used like \"{word}\": {}", words.join(", "))
    });
    let nearest = answer.other_suggestions().map(|suggestion| {
        let address = suggestion.url.as_deref().map(|url| format!(" ({})", site.whole(url)));
        format!("Nearest: {}{}", suggestion.text, address.unwrap_or_default())
    });
    // An index without vectors is the author's choice.
    let problems = answer.degraded.iter().flatten().filter(|it| it.code != ErrorCode::NoDense.as_str());
    let problems = problems.map(|problem| format!("Note: {}: {}", problem.retriever, problem.message));
    related.chain(nearest).chain(problems).collect()
}
