//! What is deprecated: [`mark`] tells by the first lines of a section, as generators and authors write them in English, by
//! the end of its heading, by an annotation before its signature, or by its page. What markup says is known already.

use super::symbol_path::last_component;
use crate::generators;
use docfuse::index::Section;

/// Lines to look at: a signature may stand before the text.
const LINES: usize = 2;

/// Words behind "Deprecated" in a sentence about the section itself; "Deprecated features" are others.
const BEHIND: [&str; 7] = ["as", "by", "for", "from", "in", "since", "use"];

/// What a declaration begins with, in several languages.
const ANNOTATIONS: [&str; 4] = ["@Deprecated", "#[deprecated", "[[deprecated", "[Obsolete"];

/// What a heading ends with.
const HEADING_ENDS: [&str; 2] = ["(deprecated)", "[deprecated]"];

/// Marks a section that says that it is deprecated.
pub(crate) fn mark(url: &str, section: &mut Section) {
    section.is_deprecated = section.is_deprecated || is_deprecated(url, section);
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
    let heading = section.heading.to_ascii_lowercase();
    let is_annotated = || ANNOTATIONS.iter().any(|annotation| section.text.starts_with(annotation));
    says || HEADING_ENDS.iter().any(|end| heading.ends_with(end))
        || is_annotated()
        || !section.names.is_empty() && generators::is_deprecated_page(url)
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
            ("Deprecated: use date.parse().", true),
            ("Deprecated since version 2.0: Use b.weigh().", true),
            ("👎Deprecated since 1.42.0: use the Display impl", true),
            ("DEPRECATED", true),
            ("public final void stop()\nDeprecated, for removal: This API element", true),
            ("stop has been deprecated since version 3.4.", true),
            ("void stop (void);\nstop has been deprecated since version 3.4.", true),
            ("This method is deprecated.", true),
            ("@Deprecated(since=\"9\")\npublic class Thread", true),
            ("#[deprecated = \"\"]\npub fn stop()", true),
            ("[Obsolete(\"Use Halt.\")]\npublic void stop()", true),
            ("Ends it.\nDeprecated since version 3.8: the parameter loop.", false),
            ("Deprecated features are listed here.", false),
            ("Deprecatedness", false),
            ("Calling stop is deprecated.", false),
            ("This use of it is deprecated.", false),
            ("", false),
        ] {
            let mut section = Section::new("stop", "stop", text);
            section.names.push(Name { text: "Thread.stop".to_owned(), kind: NameKind::Qualified });
            mark("a.html", &mut section);
            assert_eq!(section.is_deprecated, expected, "{text}");
        }
        for (heading, expected) in
            [("Old ways", true), ("stop() (Deprecated)", true), ("What is deprecated", false)]
        {
            let text = if heading == "Old ways" { "Deprecated. Read the new ones." } else { "Ends it." };
            let mut plain = Section::new("", heading, text);
            mark("a.html", &mut plain);
            assert_eq!(plain.is_deprecated, expected, "{heading}");
        }
    }

    #[test]
    fn members_of_pages_of_what_is_obsolete_are_deprecated() {
        for (url, expected) in [("qtcore/qstring-obsolete.html", true), ("qtcore/qstring.html", false)] {
            let mut section = Section::new("split", "split", "Splits it.");
            section.names.push(Name { text: "QString::split".to_owned(), kind: NameKind::Qualified });
            mark(url, &mut section);
            assert_eq!(section.is_deprecated, expected, "{url}");
        }
    }
}
