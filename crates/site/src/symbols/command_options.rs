//! Options with the command of their page, as they are typed: [`add`].

use super::names::is_own;
use super::signature::named_by;
use docfuse::index::{MAX_NAME_BYTES, MAX_NAMES, Name, NameKind, Section};
use docfuse::text::fold;

/// The command that a page is about: what its title names is also its file, "git-push(1)" in `git-push.html`.
pub(crate) fn command_of<'a>(url: &str, title: &'a str) -> Option<&'a str> {
    let stem = url.strip_suffix(".html")?;
    let stem = stem.strip_suffix("/index").unwrap_or(stem).rsplit('/').next()?;
    let name = named_by(title).names.first().copied()?;
    (!stem.is_empty() && fold(name) == fold(stem)).then_some(name)
}

/// Adds the names of a section's options with their command, without blanks: such a name is found by its words, so that
/// `git push --force` finds `git-push/--force`. O(names).
pub(crate) fn add(command: &str, section: &mut Section) {
    if !section.heading.starts_with('-') {
        return;
    }
    let own = section.names.iter().filter(|name| is_own(name));
    let room = MAX_NAMES.saturating_sub(own.clone().count());
    let options = own.filter(|name| name.text.starts_with('-') && !name.text.contains(' '));
    let with_command = options.map(|option| [command, &option.text].join("/"));
    let short = with_command.filter(|name| name.len() <= MAX_NAME_BYTES).take(room);
    let added: Vec<Name> = short.map(|text| Name { text, kind: NameKind::Plain }).collect();
    section.names.splice(0..0, added);
    section.names.sort_by_key(|name| name.kind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::names::names;

    #[test]
    fn pages_of_commands_are_told_by_title_and_file() {
        for (url, title, expected) in [
            ("git-push.html", "git-push(1)", Some("git-push")),
            ("docs/cargo-build.html", "cargo build", None),
            ("man/rsync/index.html", "rsync", Some("rsync")),
            ("guide.html", "Options of git", None),
            ("index.html", "Index", Some("Index")),
            (".html", "", None),
        ] {
            assert_eq!(command_of(url, title), expected, "{url}");
        }
    }

    #[test]
    fn options_have_their_command() {
        for (heading, expected) in [
            ("-f, --force", &["git-push/-f", "git-push/--force", "-f", "--force"][..]),
            ("--repo=<repository>", &["git-push/--repo", "--repo"]),
            ("Options", &["Options"]),
        ] {
            let mut section = Section::new("o", heading, "Text.");
            section.names = names("git-push.html", None, None, &section);
            add("git-push", &mut section);
            let found: Vec<&str> = section.names.iter().map(|name| name.text.as_str()).collect();
            assert_eq!(found, expected);
        }
        let mut many = Section::new("o", "-a", "Text.");
        let name = |at| Name { text: format!("-{at}"), kind: NameKind::Heading };
        many.names = (0..MAX_NAMES).map(name).collect();
        add("git-push", &mut many);
        assert_eq!(many.names.len(), MAX_NAMES);
    }
}
