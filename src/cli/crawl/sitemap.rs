//! [`Sitemap`]: the addresses of a sitemap, or of an index of sitemaps (sitemaps.org).

use std::io::Read;

use flate2::read::MultiGzDecoder;

/// Most bytes of a sitemap, as the protocol has it.
pub const MAX_BYTES: u64 = 50 << 20;

/// Most addresses of one, as the protocol has it.
const MAX_ADDRESSES: usize = 50_000;

/// What a sitemap has.
#[derive(Debug, PartialEq, Eq)]
pub enum Sitemap {
    Pages(Vec<String>),
    /// Addresses of sitemaps.
    Index(Vec<String>),
}

impl Sitemap {
    /// Reads one: XML, or an address a line; perhaps compressed. `None` if it is something else.
    pub fn parse(bytes: &[u8]) -> Option<Sitemap> {
        let mut raw = Vec::new();
        let bytes = if bytes.starts_with(b"\x1f\x8b") {
            // What is cut off counts as far as it goes.
            let _ = MultiGzDecoder::new(bytes).take(MAX_BYTES).read_to_end(&mut raw);
            &raw
        } else {
            bytes
        };
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if !text.starts_with('<') {
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let is_list = !lines.is_empty() && lines.iter().all(|line| line.starts_with("http"));
            let addresses = lines.into_iter().take(MAX_ADDRESSES).map(str::to_owned);
            return is_list.then(|| Sitemap::Pages(addresses.collect()));
        }
        let (root, addresses) = read_xml(text);
        match root? {
            "urlset" => Some(Sitemap::Pages(addresses)),
            "sitemapindex" => Some(Sitemap::Index(addresses)),
            _ => None,
        }
    }
}

/// The name of the root, and the contents of elements `loc`.
fn read_xml(text: &str) -> (Option<&str>, Vec<String>) {
    let (mut root, mut addresses) = (None, Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if rest.starts_with("<!--") {
            rest = rest.find("-->").map_or("", |end| &rest[end..]);
            continue;
        }
        let Some(end) = rest.find('>') else { break };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name = tag.split([' ', '\t', '\n', '\r', '/']).next().unwrap_or_default();
        if !tag.starts_with(['?', '!', '/']) && root.is_none() {
            root = Some(name);
        } else if name == "loc" && addresses.len() < MAX_ADDRESSES {
            let Some(end) = rest.find("</loc") else { break };
            let content = rest[..end].trim();
            let plain = content.strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>"));
            addresses.push(plain.map_or_else(|| unescaped(content), |plain| plain.trim().to_owned()));
            rest = &rest[end..];
        }
    }
    (root, addresses)
}

fn unescaped(text: &str) -> String {
    // The ampersand last, so that nothing is read twice.
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#38;", "&"), ("&amp;", "&")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn sitemaps_have_addresses() {
        let pages = "<?xml version='1.0'?>\n<!-- <loc>https://e.org/no</loc> --><urlset xmlns='x'><url><loc> https://e.org/a?b=1&amp;c </loc>\
                     <image:image><image:loc>https://e.org/i.png</image:loc></image:image></url>\
                     <url><loc><![CDATA[https://e.org/b]]></loc></url><url><loc>cut";
        let expected = Sitemap::Pages(vec!["https://e.org/a?b=1&c".to_owned(), "https://e.org/b".to_owned()]);
        assert_eq!(Sitemap::parse(pages.as_bytes()), Some(expected));
        let index =
            b"\xef\xbb\xbf<sitemapindex><sitemap><loc>https://e.org/s.xml</loc></sitemap></sitemapindex>";
        let expected = Sitemap::Index(vec!["https://e.org/s.xml".to_owned()]);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(index).unwrap();
        assert_eq!(Sitemap::parse(&gzip.finish().unwrap()), Some(expected));
        assert_eq!(
            Sitemap::parse(b"https://e.org/a\r\nhttps://e.org/b\n"),
            Some(Sitemap::Pages(vec!["https://e.org/a".to_owned(), "https://e.org/b".to_owned()]))
        );
        for other in
            [&b"<!doctype html><p>Not found"[..], b"", b"User-agent: *", b"<", b"\x1f\x8b\x08\x00broken"]
        {
            assert_eq!(Sitemap::parse(other), None, "{other:?}");
        }
    }
}
