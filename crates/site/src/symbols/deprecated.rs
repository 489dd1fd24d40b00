//! What is deprecated: [`is_deprecated`], by the first lines of a section, as Sphinx, Javadoc, rustdoc, gtk-doc and authors
//! write them, or by its page.
//!
//! The kind of a deprecated section begins with [`DEPRECATED`], which hits show; its names follow those of current ones.

use std::borrow::Cow;

use super::symbol_path::last_component;
use crate::generators;
use docfuse::index::{DEPRECATED, Section};

/// Lines to look at: a signature may stand before the text.
const LINES: usize = 2;

/// Words behind "Deprecated" in a sentence about the section itself; "Deprecated features" are others.
const BEHIND: [&str; 7] = ["as", "by", "for", "from", "in", "since", "use"];

/// Marks the kind of a section that says at its start that it is deprecated.
pub(crate) fn mark(url: &str, section: &mut Section) {
    if is_deprecated(url, section) {
        let kind = [DEPRECATED, &section.symbol_kind].join(" ").trim_end().to_owned();
        section.symbol_kind = Cow::Owned(kind);
    }
}

fn is_deprecated(url: &str, section: &Section) -> bool {
    let names: Vec<&str> = section.names.iter().map(|name| last_component(&name.text)).collect();
    let is_about = |line: &str| names.iter().any(|name| line.contains(name));
    let mut lines = section.text.lines().filter(|line| !line.trim().is_empty());
    let mut first = lines.by_ref().take(LINES).enumerate();
    let says = first.any(|(at, line)| {
        // Of a text without signature, only the first line is its start.
        (at == 0 || section.text.lines().next().is_some_and(is_about)) && says(line, &names)
    });
    says || !section.names.is_empty() && generators::is_deprecated_page(url)
}

/// Whether a line says of the section of these names that it is deprecated.
fn says(line: &str, names: &[&str]) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    if let Some(rest) = line.strip_prefix("Deprecated").or_else(|| line.strip_prefix("DEPRECATED")) {
        let next = rest.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let is_word = rest.starts_with(char::is_alphanumeric);
        return !is_word
            && (next.is_empty() || BEHIND.contains(&next.to_lowercase().as_str()) || !rest.starts_with(' '));
    }
    let subject = ["is deprecated", "has been deprecated"].iter().find_map(|said| line.split_once(said));
    subject.is_some_and(|(subject, _)| {
        let subject = subject.trim().trim_end_matches("()");
        let mut words = subject.split(' ');
        names.contains(&subject) || words.next() == Some("This") && words.count() == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::{Name, NameKind};

    #[test]
    fn sections_that_say_so_are_deprecated() {
        for (text, expected) in [
            ("Deprecated: use date.parse().", "deprecated function"),
            ("Deprecated since version 2.0: Use b.weigh().", "deprecated function"),
            ("👎Deprecated since 1.42.0: use the Display impl", "deprecated function"),
            ("DEPRECATED", "deprecated function"),
            ("public final void stop()\nDeprecated, for removal: This API element", "deprecated function"),
            ("stop has been deprecated since version 3.4.", "deprecated function"),
            ("void stop (void);\nstop has been deprecated since version 3.4.", "deprecated function"),
            ("This method is deprecated.", "deprecated function"),
            ("Ends it.\nDeprecated since version 3.8: the parameter loop.", "function"),
            ("Deprecated features are listed here.", "function"),
            ("Deprecatedness", "function"),
            ("Calling stop is deprecated.", "function"),
            ("This use of it is deprecated.", "function"),
            ("", "function"),
        ] {
            let mut section = Section::new("stop", "stop", text);
            section.symbol_kind = "function".into();
            section.names.push(Name { text: "Thread.stop".to_owned(), kind: NameKind::Qualified });
            mark("a.html", &mut section);
            assert_eq!(section.symbol_kind, expected, "{text}");
        }
        let mut plain = Section::new("", "Old ways", "Deprecated. Read the new ones.");
        mark("a.html", &mut plain);
        assert_eq!(plain.symbol_kind, "deprecated");
    }

    #[test]
    fn members_of_pages_of_what_is_obsolete_are_deprecated() {
        for (url, expected) in [("qtcore/qstring-obsolete.html", "deprecated"), ("qtcore/qstring.html", "")] {
            let mut section = Section::new("split", "split", "Splits it.");
            section.names.push(Name { text: "QString::split".to_owned(), kind: NameKind::Qualified });
            mark(url, &mut section);
            assert_eq!(section.symbol_kind, expected, "{url}");
        }
    }
}
