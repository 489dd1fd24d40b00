//! Name patterns of pages: [`names_page`].

/// Whether a pattern, as in [`super::default_excludes`], matches a page.
pub(super) fn names_page(pattern: &str, url: &str) -> bool {
    let name = url.rsplit('/').next().unwrap_or(url);
    match pattern.strip_prefix('/') {
        Some(rooted) => matches_glob(rooted, url),
        None => matches_glob(pattern, if pattern.contains('/') { url } else { name }),
    }
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
}
