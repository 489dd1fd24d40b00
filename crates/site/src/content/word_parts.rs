//! The parts of words that a page lets browsers break (`Hoch&shy;spannungs&shy;netz`, `docs<wbr>Route`), as further words
//! of the section.

use std::collections::BTreeSet;

/// Least characters of a part that readers look up.
const MIN_PART_CHARS: usize = 3;

/// Most parts of one word.
const MAX_PARTS: usize = 8;

/// Words with breaks that any section may have. If more are a quarter of all, a program has set them, by syllables.
const ALWAYS: usize = 16;

/// For each word that `breaks` (byte offsets into `text`, ascending) part: what stands before and behind each break, and
/// its inner parts. Separated by spaces, each once, in order. Cost: linear.
pub(crate) fn word_parts(text: &str, breaks: &[usize]) -> String {
    let mut words: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut end = 0;
    let is_outside = |c: char| !c.is_alphanumeric();
    for at in breaks {
        let Some((before, behind)) = text.split_at_checked(*at) else { continue };
        if *at >= end {
            let start = before
                .rfind(is_outside)
                .map_or(0, |outside| outside + before[outside..].chars().next().map_or(0, char::len_utf8));
            end = at + behind.find(is_outside).unwrap_or(behind.len());
            words.push((&text[start..end], Vec::new()));
        }
        if let Some((word, places)) = words.last_mut() {
            places.push(*at - (end - word.len()));
        }
    }
    words.iter_mut().for_each(|(word, places)| {
        places.dedup();
        places.retain(|place| (1..word.len()).contains(place));
    });
    words.retain(|(_, places)| (1..MAX_PARTS).contains(&places.len()));
    if words.len() > ALWAYS && words.len() > text.split_whitespace().count() / 4 {
        return String::new();
    }
    let mut seen = BTreeSet::new();
    let mut parts = Vec::new();
    for (word, places) in &words {
        let sides = places.iter().flat_map(|place| [&word[..*place], &word[*place..]]);
        let inner = places.windows(2).map(|pair| &word[pair[0]..pair[1]]);
        let long = sides.chain(inner).filter(|part| part.chars().count() >= MIN_PART_CHARS);
        parts.extend(long.filter(|part| seen.insert(*part)));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_outside_of_words_have_no_parts() {
        for (text, breaks, expected) in [
            ("std::vec", &[5][..], ""),
            ("docsRoute", &[4, 4], "docs Route"),
            ("abc", &[0, 3, 9], ""),
            ("ab cde-fghi", &[2, 3, 7, 9], ""),
            ("für allemal", &[9, 2], "alle mal"),
        ] {
            assert_eq!(word_parts(text, breaks), expected, "{text}");
        }
    }

    #[test]
    fn hyphenated_texts_have_no_parts() {
        let text = "hyphen ".repeat(40);
        let breaks = |step| (0..40).step_by(step).map(|word| word * 7 + 3).collect::<Vec<_>>();
        assert_eq!(word_parts(&text, &breaks(1)), "");
        assert_eq!(word_parts(&text, &breaks(5)), "hyp hen");
    }
}
