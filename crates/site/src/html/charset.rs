//! Decodes bytes to text, by byte order mark, else by `<meta charset>`, else by the bytes themselves.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Bytes in which the HTML standard looks for a declaration (section 13.2.3.2, "prescan a byte stream").
const PRESCAN_BYTES: usize = 1024;

/// Decodes a page. Never fails: bytes that are invalid in the encoding become U+FFFD.
///
/// Without declaration, the page is UTF-8 if it is valid UTF-8, else windows-1252.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, bom_bytes)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[bom_bytes..]).0.into_owned();
    }
    let head = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    let encoding = match declared(head) {
        Some(encoding) => encoding,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => WINDOWS_1252,
    };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// A page in UTF-8, with its byte order mark, of bytes in the encoding that a host names. Without one, or if the bytes have a
/// mark of their own, they stay as they are.
pub fn in_utf8(bytes: Vec<u8>, label: Option<&str>) -> Vec<u8> {
    let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    match encoding.filter(|_| Encoding::for_bom(&bytes).is_none()) {
        None => bytes,
        Some(encoding) => ["\u{feff}", &encoding.decode_without_bom_handling(&bytes).0].concat().into_bytes(),
    }
}

/// The encoding that an XML declaration or a `meta` element within the first bytes names.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    if head.starts_with("<?xml")
        && let Some(end) = head.find("?>")
        && let Some(encoding) = value_after(&head[..end], "encoding").and_then(for_label)
    {
        return Some(encoding);
    }
    let mut rest = head.as_str();
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = &comment[comment.find("-->")?..];
        } else if let Some(meta) = rest.strip_prefix("<meta") {
            let end = meta.find('>').unwrap_or(meta.len());
            if let Some(encoding) = value_after(&meta[..end], "charset").and_then(for_label) {
                return Some(encoding);
            }
            rest = &meta[end..];
        } else {
            rest = &rest[1..];
        }
    }
    None
}

/// The value of `name = value`, with or without quotes. With `http-equiv`, the pair is inside the quotes of `content`,
/// so a quote may also end the value.
fn value_after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        rest = rest[at + name.len()..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix('=') {
            let value = value.trim_ascii_start().trim_start_matches(['"', '\'']);
            let end = value
                .find(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | ';' | '/' | '>'))
                .unwrap_or(value.len());
            return Some(&value[..end]);
        }
    }
    None
}

/// The encoding of a label in a `meta` element. A page that was read as ASCII is not UTF-16, so that label means UTF-8.
fn for_label(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.as_bytes())?;
    Some(if encoding.is_ascii_compatible() { encoding } else { UTF_8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_host_names_counts_before_a_declaration() {
        for (bytes, label, expected) in [
            (&b"<meta charset=utf-8>\xe9"[..], Some("ISO-8859-1"), "<meta charset=utf-8>é"),
            (b"<meta charset=latin1>\xc3\xa9", Some("utf-8"), "<meta charset=latin1>é"),
            (b"<meta charset=latin1>\xe9", Some("nonsense"), "<meta charset=latin1>é"),
            (b"<meta charset=latin1>\xe9", None, "<meta charset=latin1>é"),
            (b"\xef\xbb\xbf\xc3\xa9", Some("latin1"), "é"),
        ] {
            assert_eq!(decode(&in_utf8(bytes.to_vec(), label)), expected, "{label:?}");
        }
    }

    #[test]
    fn decodes_by_declaration() {
        let utf16: Vec<u8> =
            std::iter::once(0xfeff).chain("né".encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let far = [" ".repeat(PRESCAN_BYTES).as_bytes(), b"<meta charset=latin1>\xc3\xa9"].concat();
        for (bytes, ends_with) in [
            (&b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa9"[..], "é"),
            (&utf16, "né"),
            (b"<meta charset=\"ISO-8859-1\">\xe9", "é"),
            (b"<META http-equiv=Content-Type content='text/html; charset=euc-jp'>\xc6\xfc", "日"),
            (b"<meta charset=shift_jis>\x93\xfa", "日"),
            (b"<?xml version='1.0' encoding='iso-8859-15'?>\xa4", "€"),
            (b"<meta charset=utf-16>\xc3\xa9", "é"),
            (b"<meta charset=nonsense>\xc3\xa9", "é"),
            (b"<!-- <meta charset=latin1> --><p>\xc3\xa9", "é"),
            (b"<!-- never closed <meta charset=latin1>\xc3\xa9", "é"),
            (b"<p>\xe9", "é"),
            (b"<p>\x80", "€"),
            (&far, "é"),
            (b"<meta charset=utf-8>a\xffb", "a\u{fffd}b"),
            (b"", ""),
        ] {
            let text = decode(bytes);
            assert!(text.ends_with(ends_with), "{text:?} ends with {ends_with:?}");
        }
    }
}
