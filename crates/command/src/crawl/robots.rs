//! [`Robots`]: what a host's robots.txt allows (RFC 9309); [`header_says`]: what its header `X-Robots-Tag` says.

use ureq::http::Uri;

use super::rules::Rules;
use docfuse_site::percent_decode;

/// How robots.txt names this command.
const AGENT: &str = "docfuse";

/// Words of `X-Robots-Tag` with a value behind their colon, in place of a name's words.
const VALUED: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// Most bytes that are read of it, as the RFC has it.
pub const MAX_BYTES: u64 = 500 << 10;

/// The rules for this command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Robots {
    rules: Rules,
    /// Seconds between requests, if it says so.
    pub delay: Option<f64>,
    /// Addresses of sitemaps.
    pub sitemaps: Vec<String>,
}

impl Robots {
    /// Reads the rules of the groups for this command, else of those for all. Of a file that is too long, the beginning
    /// counts.
    pub fn parse(content: &[u8]) -> Robots {
        let beginning = content.get(..MAX_BYTES as usize).map(|all| {
            // What is left of a line may say something else.
            let end = memchr::memrchr(b'\n', all).unwrap_or_default();
            if content.len() > all.len() { &all[..end] } else { all }
        });
        let text = String::from_utf8_lossy(beginning.unwrap_or(content));
        let mut own = Robots::default();
        let mut all = Robots::default();
        let mut has_own = false;
        let mut sitemaps = Vec::new();
        // The groups that the lines belong to, and whether a rule has ended their names.
        let (mut is_own, mut is_all, mut has_rule) = (false, false, false);
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                if std::mem::take(&mut has_rule) {
                    (is_own, is_all) = (false, false);
                }
                let name = value.split(['/', ' ']).next().unwrap_or_default();
                is_own |= name.eq_ignore_ascii_case(AGENT);
                is_all |= name == "*";
                has_own |= is_own;
                continue;
            }
            if key == "sitemap" {
                sitemaps.push(value.to_owned());
                continue;
            }
            has_rule = true;
            for (is_in, group) in [(is_own, &mut own), (is_all, &mut all)] {
                match key.as_str() {
                    "allow" | "disallow" if is_in && !value.is_empty() => {
                        group.rules.add(percent_decode(value), key == "allow");
                    }
                    "crawl-delay" if is_in => {
                        group.delay =
                            value.parse().ok().filter(|delay: &f64| delay.is_finite() && *delay >= 0.0);
                    }
                    _ => {}
                }
            }
        }
        Robots { sitemaps, ..if has_own { own } else { all } }
    }

    /// Whether a path with its query may be fetched: by the longest pattern, of equals by one that allows.
    pub fn allows(&self, path: &str) -> bool {
        self.rules.allow(&percent_decode(path))
    }

    /// Whether an address of the host may be fetched.
    pub fn allows_address(&self, address: &Uri) -> bool {
        self.allows(address.path_and_query().map_or("/", |path| path.as_str()))
    }
}

/// Whether values of `X-Robots-Tag`, one a line, have a word (or `none`) for all agents or for this command. A name with a colon
/// begins the words for one agent.
pub fn header_says(values: &str, word: &str) -> bool {
    values.to_ascii_lowercase().lines().any(|value| {
        let mut is_meant = true;
        value.split(',').any(|item| {
            let mut said = item.trim();
            if let Some((name, rest)) = said.split_once(':')
                && !VALUED.contains(&name.trim())
            {
                let name = name.trim();
                // A comma or a colon may be of a date.
                if !name.contains(char::is_whitespace) {
                    is_meant = name == AGENT || name == "*";
                    said = rest.trim();
                }
            }
            is_meant && (said == word || said == "none")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_of_the_own_group_else_of_all() {
        let text = "\u{feff}Sitemap: https://e.org/s.xml # here\nUser-agent: other\nDisallow: /\n\nUser-agent: *\n\
                    Disallow: /private/\nAllow: /private/open\nDisallow: /*?print=\nDisallow: /*.pdf$\nDisallow:\n\
                    Crawl-delay: 0.5\nDisallow: /caf%C3%A9\nnonsense\n";
        let robots = Robots::parse(text.as_bytes());
        assert_eq!((robots.sitemaps.len(), robots.delay), (1, Some(0.5)));
        for (path, expected) in [
            ("/", true),
            ("/private/a", false),
            ("/private/open/a", true),
            ("/private", true),
            ("/a?print=1", false),
            ("/a.pdf", false),
            ("/a.pdf.html", true),
            ("/caf\u{e9}/", false),
            ("/caf%c3%a9/", false),
        ] {
            assert_eq!(robots.allows(path), expected, "{path}");
        }
        let own = format!(
            "{text}User-agent: Bingbot\nUser-Agent: DocFuse/1.0\nDisallow: /b\nUser-agent: docfuse\nAllow: /b/c"
        );
        let own = Robots::parse(own.as_bytes());
        assert_eq!(["/private/a", "/b/", "/b/c"].map(|path| own.allows(path)), [true, false, true]);
        assert_eq!(own.delay, None);
        assert!(Robots::parse(b"<html>404").allows("/x"));
        assert!(Robots::parse(b"User-agent: *\nCrawl-delay: NaN").delay.is_none());
    }

    #[test]
    fn headers_are_for_all_or_for_one() {
        for (values, expected) in [
            ("noindex", true),
            ("NoFollow, NOINDEX", true),
            ("none", true),
            ("googlebot: noindex", false),
            ("googlebot: nofollow, noindex", false),
            ("googlebot: noindex, docfuse: noindex", true),
            ("Docfuse: noindex", true),
            ("*: noindex", true),
            ("noindex, googlebot: nofollow", true),
            ("googlebot: nofollow\nnoindex", true),
            ("googlebot: noindex\notherbot: none", false),
            ("unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", true),
            ("unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, noindex", true),
            ("max-snippet: 20, noindex", true),
            ("noindexed, nofollow", false),
            ("", false),
        ] {
            assert_eq!(header_says(values, "noindex"), expected, "{values:?}");
        }
    }

    #[test]
    fn the_beginning_of_a_long_file_counts() {
        let line = "Disallow: /private/\n";
        let mut text = format!("User-agent: *\n{line}{}", "# filler\n".repeat(60_000));
        text.push_str("Disallow: /late/\n");
        let robots = Robots::parse(text.as_bytes());
        assert!(text.len() as u64 > MAX_BYTES);
        assert_eq!(["/private/a", "/late/a"].map(|path| robots.allows(path)), [false, true]);
        // Half a line says nothing.
        let start = "User-agent: *\n#";
        let rest = "\nDisallow: /abc\n";
        let filler = "x".repeat(MAX_BYTES as usize - start.len() - rest.len() + 3);
        let robots = Robots::parse(format!("{start}{filler}{rest}").as_bytes());
        assert!(robots.allows("/abx"));
    }
}
