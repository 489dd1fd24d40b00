//! Name patterns of pages: [`names_page`], and those with a value in them: [`value_in`].

/// Whether a pattern, as in [`crate::default_excludes`], matches a page.
pub(crate) fn names_page(pattern: &str, url: &str) -> bool {
    let name = url.rsplit('/').next().unwrap_or(url);
    match pattern.strip_prefix('/') {
        Some(rooted) => matches_glob(rooted, url),
        None => matches_glob(pattern, if pattern.contains('/') { url } else { name }),
    }
}

/// The sign for the value in a pattern.
pub(crate) const VALUE: &str = "{}";

/// The part of a page's path that stands where a pattern has [`VALUE`], the longest without a slash. `None` if the rest does
/// not match. O(pattern · length²), for paths of files.
pub(super) fn value_in<'a>(pattern: &str, url: &'a str) -> Option<&'a str> {
    let (before, after) = pattern.split_once(VALUE)?;
    let starts = url.char_indices().map(|(at, _)| at).filter(|at| matches_glob(before, &url[..*at]));
    starts.into_iter().find_map(|start| {
        let rest = &url[start..];
        let end = rest.find('/').unwrap_or(rest.len());
        let mut ends = (1..=end).rev().filter(|end| rest.is_char_boundary(*end));
        ends.find(|end| matches_glob(after, &rest[*end..])).map(|end| &rest[..end])
    })
}

/// Whether `name` matches `pattern`, where `*` matches any characters. Matches each part as far left as possible, which
/// is enough for stars. O(pattern · name).
fn matches_glob(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (pattern, name, expected) in [
            ("a.html", "a.html", true),
            ("a.html", "aa.html", false),
            ("genindex*.html", "genindex-all.html", true),
            ("genindex*.html", "genindex.html", true),
            ("genindex*.html", "genindex.htm", false),
            ("*", "", true),
            ("a*b*c", "aXbYbc", true),
            ("a*a", "a", false),
            ("drafts/*", "drafts/x/y.html", true),
        ] {
            assert_eq!(matches_glob(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn values_are_parts_of_paths() {
        for (pattern, url, expected) in [
            ("{}/*", "1.0/a.html", Some("1.0")),
            ("{}/*", "a.html", None),
            ("docs/{}/*", "docs/1.0/x/a.html", Some("1.0")),
            ("*/v{}/*", "docs/v1.0/a.html", Some("1.0")),
            ("docs/{}-*", "docs/api-2/a.html", Some("api")),
            ("{}.html", "größe.html", Some("größe")),
            ("docs/{}/*", "docs//a.html", None),
            ("docs/*", "docs/a.html", None),
        ] {
            assert_eq!(value_in(pattern, url), expected, "{pattern} {url}");
        }
    }
}
