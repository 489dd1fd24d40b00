//! Reads Sphinx's `objects.inv`.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::hooks::Entry;

/// Most bytes of an inventory, once decompressed. That of Python has 2 MB.
const MAX_BYTES: u64 = 64 << 20;

/// Lines of text before the compressed ones.
const HEAD_LINES: usize = 4;

/// Sphinx's `objects.inv`, version 2: below four lines, `name domain:role priority address shown`, compressed. `$` ends an
/// address that ends with the name. Those of the domain `std` are headings, terms and options, which pages show.
pub(super) fn objects(bytes: &[u8]) -> Vec<Entry> {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let Some(start) = ends.nth(HEAD_LINES - 1).filter(|_| bytes.starts_with(b"# Sphinx inventory version 2"))
    else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    // What came before damage is whole lines but for the last one, which has no address.
    let _ = ZlibDecoder::new(&bytes[start..]).take(MAX_BYTES).read_to_end(&mut lines);
    String::from_utf8_lossy(&lines).lines().filter_map(object).collect()
}

fn object(line: &str) -> Option<Entry> {
    let words: Vec<&str> = line.split(' ').collect();
    let is_role = |at: usize| words[at].contains(':') && words[at + 1].parse::<i32>().is_ok();
    // Names may have blanks.
    let role = (1..words.len().checked_sub(3)?).find(|at| is_role(*at))?;
    let name = words[..role].join(" ");
    let is_parameter =
        words[role].to_ascii_lowercase().ends_with("param") || words[role].ends_with("parameter");
    let address = words[role + 2];
    // Sections have the names in their anchors.
    if words[role].starts_with("std:") || is_parameter || address.ends_with("#$") {
        return None;
    }
    let address = match address.strip_suffix('$') {
        Some(start) => format!("{start}{name}"),
        None => address.to_owned(),
    };
    Some(Entry { name, address })
}
