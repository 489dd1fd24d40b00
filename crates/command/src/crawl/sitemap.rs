//! [`read`]: the addresses of a sitemap, or of an index of sitemaps (sitemaps.org).

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use memchr::{memchr, memmem};

/// Most bytes of a sitemap, as the protocol has it.
pub const MAX_BYTES: u64 = 50 << 20;

/// What a sitemap has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitemap {
    Pages,
    /// Addresses of sitemaps.
    Index,
}

/// Reads one, XML or an address a line, perhaps compressed; gives `each` of its addresses. `is_cut`: whether it is longer, so
/// that the beginning counts. `None` if it is something else.
pub fn read(bytes: Vec<u8>, is_cut: bool, each: &mut dyn FnMut(Sitemap, &str)) -> Option<Sitemap> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return read_plain(&bytes, is_cut, each);
    }
    let mut raw = Vec::new();
    // What is cut off counts as far as it goes.
    let is_whole = MultiGzDecoder::new(&*bytes).take(MAX_BYTES).read_to_end(&mut raw).is_ok();
    drop(bytes);
    let is_cut = is_cut || !is_whole || raw.len() as u64 == MAX_BYTES;
    read_plain(&raw, is_cut, each)
}

fn read_plain(bytes: &[u8], is_cut: bool, each: &mut dyn FnMut(Sitemap, &str)) -> Option<Sitemap> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if bytes.starts_with(b"<") {
        return read_xml(bytes, each);
    }
    let end = if is_cut { memchr::memrchr(b'\n', bytes).unwrap_or_default() } else { bytes.len() };
    let mut lines = bytes[..end].split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let is_address = |line: &[u8]| line.starts_with(b"http://") || line.starts_with(b"https://");
    // Another text begins with something else; in a list, such a line is a mistake.
    lines.clone().find(|line| !line.is_empty()).filter(|line| is_address(line))?;
    lines.by_ref().filter(|line| is_address(line)).for_each(|line| each(Sitemap::Pages, &text(line)));
    Some(Sitemap::Pages)
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Gives the contents of elements `loc`. The name of the root says what it is.
fn read_xml(xml: &[u8], each: &mut dyn FnMut(Sitemap, &str)) -> Option<Sitemap> {
    let mut root = None;
    let mut rest = xml;
    while let Some(at) = memchr(b'<', rest) {
        rest = &rest[at..];
        if rest.starts_with(b"<!--") {
            rest = memmem::find(rest, b"-->").map_or(&[], |end| &rest[end..]);
            continue;
        }
        let Some(end) = memchr(b'>', rest) else { break };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name = tag.split(|byte| b" \t\n\r/".contains(byte)).next().unwrap_or_default();
        if root.is_none() && !tag.starts_with(b"?") && !tag.starts_with(b"!") && !tag.starts_with(b"/") {
            root = Some(match name {
                b"urlset" => Sitemap::Pages,
                b"sitemapindex" => Sitemap::Index,
                _ => return None,
            });
        } else if let Some(kind) = root.filter(|_| name == b"loc") {
            let Some(end) = memmem::find(rest, b"</loc") else { break };
            let content = rest[..end].trim_ascii();
            let plain = content.strip_prefix(b"<![CDATA[").and_then(|inner| inner.strip_suffix(b"]]>"));
            match plain {
                Some(plain) => each(kind, &text(plain.trim_ascii())),
                None => each(kind, &unescaped(&text(content))),
            }
            rest = &rest[end..];
        }
    }
    root
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    // The ampersand last, so that nothing is read twice.
    let signs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#38;", "&"), ("&amp;", "&")];
    Cow::Owned(signs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(bytes).unwrap();
        gzip.finish().unwrap()
    }

    fn found(bytes: &[u8], is_cut: bool) -> (Option<Sitemap>, String) {
        let mut addresses = Vec::new();
        let kind = read(bytes.to_owned(), is_cut, &mut |_, address| addresses.push(address.to_owned()));
        (kind, addresses.join(" "))
    }

    #[test]
    fn sitemaps_have_addresses() {
        let pages = "<?xml version='1.0'?>\n<!-- <loc>https://e.org/no</loc> --><urlset xmlns='x'><url><loc> https://e.org/a?b=1&amp;c </loc>\
                     <image:image><image:loc>https://e.org/i.png</image:loc></image:image></url>\
                     <url><loc><![CDATA[https://e.org/b]]></loc></url><url><loc>cut";
        let index =
            b"\xef\xbb\xbf<sitemapindex><sitemap><loc>https://e.org/s.xml</loc></sitemap></sitemapindex>";
        let compressed = gzip(index);
        let list = gzip("https://e.org/a\n".repeat(10_000).as_bytes());
        for (bytes, is_cut, kind, addresses) in [
            (pages.as_bytes(), false, Some(Sitemap::Pages), "https://e.org/a?b=1&c https://e.org/b"),
            (&compressed, false, Some(Sitemap::Index), "https://e.org/s.xml"),
            (
                b"https://e.org/a\r\nhttps://e.org/b\n",
                false,
                Some(Sitemap::Pages),
                "https://e.org/a https://e.org/b",
            ),
            // A mistake takes away itself alone, and so does what was cut.
            (
                b"https://e.org/a\nfoo\nhttps://e.org/b",
                false,
                Some(Sitemap::Pages),
                "https://e.org/a https://e.org/b",
            ),
            (b"https://e.org/a\nhttps://e.o", true, Some(Sitemap::Pages), "https://e.org/a"),
            (b"<!doctype html><html><p>Not found", false, None, ""),
            (b"", false, None, ""),
            (b"User-agent: *", false, None, ""),
            (b"<", false, None, ""),
            (b"\x1f\x8b\x08\x00broken", false, None, ""),
        ] {
            assert_eq!(found(bytes, is_cut), (kind, addresses.to_owned()), "{}", text(bytes));
        }
        let (kind, addresses) = found(&list[..list.len() / 2], true);
        assert!(kind == Some(Sitemap::Pages) && addresses.ends_with("e.org/a"), "{}", addresses.len());
    }
}
