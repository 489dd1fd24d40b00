//! Whether a page's own Content-Security-Policy forbids the script by which it reloads: [`forbids`].

use scraper::{Html, Selector};

/// Bytes of a page in which its policy is looked for. A policy counts only in the head.
const HEAD_BYTES: usize = 64 << 10;

/// The page's policy, and the directive that forbids the script or its connection.
pub fn forbids(page: &[u8]) -> Option<(String, &'static str)> {
    const MARK: &[u8] = b"content-security-policy";
    let head = &page[..page.len().min(HEAD_BYTES)];
    let names = |window: &[u8]| window.eq_ignore_ascii_case(MARK);
    // Parsing takes longer than looking, and most pages have no policy.
    if !head.windows(MARK.len()).any(names) {
        return None;
    }
    let html = Html::parse_document(&String::from_utf8_lossy(head));
    let metas = Selector::parse("meta[http-equiv][content]").ok()?;
    let mut policies = html.select(&metas).filter(|meta| {
        meta.attr("http-equiv").is_some_and(|name| name.trim().as_bytes().eq_ignore_ascii_case(MARK))
    });
    policies.find_map(|meta| {
        let policy = meta.attr("content")?;
        let script = ["script-src-elem", "script-src", "default-src"];
        let connection = ["connect-src", "default-src"];
        let missing = missing(policy, &script).or_else(|| missing(policy, &connection))?;
        Some((policy.to_owned(), missing))
    })
}

/// The first of the directives that the policy has, if it does not allow the page's own origin.
fn missing(policy: &str, directives: &[&'static str]) -> Option<&'static str> {
    let policy = policy.to_ascii_lowercase();
    let parsed = policy.split(';').filter_map(|directive| {
        let mut words = directive.split_ascii_whitespace();
        Some((words.next()?, words.collect::<Vec<_>>()))
    });
    let parsed: Vec<(&str, Vec<&str>)> = parsed.collect();
    let (name, sources) = directives.iter().find_map(|directive| {
        let (_, sources) = parsed.iter().find(|(name, _)| name == directive)?;
        Some((*directive, sources))
    })?;
    let allows = |source: &&str| matches!(*source, "'self'" | "*" | "http:");
    // Browsers then ignore where scripts come from.
    let is_strict = name != "connect-src" && sources.contains(&"'strict-dynamic'");
    (is_strict || !sources.iter().any(allows)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::forbids;

    #[test]
    fn policies_that_forbid_the_script() {
        for (policy, missing) in [
            ("default-src 'self'", None),
            ("img-src 'self'", None),
            ("Script-Src 'self'; connect-src 'self'; default-src 'none'", None),
            ("script-src * 'unsafe-inline'", None),
            ("default-src 'none'", Some("default-src")),
            ("script-src 'sha256-abc'", Some("script-src")),
            ("script-src 'self' 'strict-dynamic'", Some("script-src")),
            ("script-src 'self'; connect-src https://api.example", Some("connect-src")),
            ("script-src-elem https://cdn.example; script-src 'self'", Some("script-src-elem")),
            ("script-src 'self'; default-src 'none'", Some("default-src")),
        ] {
            let page = format!("<head><META content=\"{policy}\" http-equiv=content-security-policy><p>x");
            assert_eq!(forbids(page.as_bytes()).map(|(_, missing)| missing), missing, "{policy}");
        }
        assert_eq!(forbids(b"<p>Content-Security-Policy"), None);
        assert_eq!(forbids(b""), None);
    }
}
