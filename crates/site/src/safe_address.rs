//! [`is_safe`]: addresses that records of others may give their pages.

use super::percent_decode;

/// What messages say of one.
pub const EXPECTED: &str = "an address relative to the site's root, or one with http or https";

/// Whether an address leads to a page: one relative to the site's root, or one of the web. Not one with another scheme, such
/// as `javascript:`, of another host without a scheme (`//`), or out of the site (`..`).
pub fn is_safe(address: &str) -> bool {
    // Browsers leave some of them out, and read the others as a slash.
    if address.chars().any(|c| c.is_control() || c == '\\') {
        return false;
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let is_web = |path: &str| {
        let scheme = path.split(':').next().unwrap_or_default();
        let is_http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        let rest = path.get(scheme.len()..).and_then(|rest| rest.strip_prefix("://"));
        is_http && rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
    };
    let has_scheme = path.split('/').next().is_some_and(|first| first.contains(':'));
    let leads_out = path.split('/').any(|part| percent_decode(part) == "..");
    !leads_out && !path.trim_start().starts_with("//") && (!has_scheme || is_web(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_pages() {
        for (address, expected) in [
            ("guide/setup.html#a:b", true),
            ("guide/?x=a:b", true),
            ("./", true),
            ("", true),
            ("/guide/", true),
            ("a/b:c", true),
            ("7", true),
            ("https://e.org/#x", true),
            ("HTTP://e.org/a", true),
            ("javascript:alert(1)", false),
            (" javascript:alert(1)", false),
            ("java\nscript:alert(1)", false),
            ("data:text/html,x", false),
            ("mailto:a@b.c", false),
            ("http:e.org", false),
            ("https:///e.org", false),
            ("//e.org/a", false),
            ("/\\e.org", false),
            ("../../x", false),
            ("a/%2e%2E/x", false),
            ("https://e.org/../x", false),
        ] {
            assert_eq!(is_safe(address), expected, "{address:?}");
        }
    }
}
