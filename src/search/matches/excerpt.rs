//! Excerpts: the passage of a section that matches most of a query, with its matches highlighted.

use std::ops::Range;

use crate::index::is_code_break;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::text_matches::TextMatch;
use crate::text::{concat, cut};

/// Length of an excerpt in bytes: about two lines in a list of results.
const EXCERPT_BYTES: usize = 240;

/// Bytes shown before the first match, for context.
const LEAD_BYTES: usize = 60;

/// Bytes of a text in which its signature ends. Longer ones are shown.
const SIGNATURE_BYTES: usize = 1000;

/// A passage and its highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Excerpt {
    /// One line, but for lines of code; an ellipsis marks a beginning within a sentence, and an end where one goes on.
    pub text: String,
    /// Start and end of each match, in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
}

/// Chooses the passage of a section, of which excerpt, preview and landing show the same: that of the best window, or the
/// description if all of the query `is_named` by the heading. `text` is marked. Cost: linear in the text.
pub(in crate::search) fn choose(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    is_named: bool,
) -> Range<usize> {
    let from = description(text);
    let matches = if is_named { &[] } else { matches };
    let found = best_window(terms, matches, text, EXCERPT_BYTES, from);
    passage(text, if found.start < from { 0 } else { from }, found, EXCERPT_BYTES)
}

/// Where the description begins in a text that begins with a signature, which its heading shows: behind lines of code, and
/// those with parameters that are no sentence.
fn description(text: &str) -> usize {
    let (mut start, mut has_parameters, mut last) = (0, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        if at == SIGNATURE_BYTES {
            return 0;
        }
        if matches!(byte, b'\n'..=b'\r') {
            let is_code = matches!(byte, 0xb | 0xc);
            if !is_code && (!has_parameters || last == b':' || ends_sentence(&last)) {
                return start;
            }
            (start, has_parameters) = (at + 1, false);
        }
        has_parameters |= byte == b'(';
        last = byte;
    }
    // Behind the others, the last line is code, too.
    let ends_in_code = matches!(text.as_bytes().get(start.wrapping_sub(1)), Some(0xb | b'\r'));
    if start < text.len() && !ends_in_code { start } else { 0 }
}

/// What is shown of a passage, with its matches.
pub(in crate::search) fn excerpt(matches: &[TextMatch], text: &str, passage: Range<usize>) -> Excerpt {
    let mut shown = String::new();
    let before = cut(text, ..passage.start).as_bytes();
    if before.last().is_some_and(|byte| *byte >= b' ')
        && !before.iter().nth_back(1).is_some_and(ends_sentence)
    {
        shown.push('…');
    }
    let mut highlights: Vec<(u32, u32)> = Vec::new();
    let mut at = passage.start;
    for TextMatch { span, is_weak, .. } in matches {
        // A name and its parts overlap. The name comes first and covers its parts.
        if span.start < passage.start || span.end > passage.end || span.end <= at {
            continue;
        }
        let between = cut(text, at..span.start);
        // Parts side by side are one name: `UTF-8`, `fromUtf8`.
        let is_beside = between.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'/' | b':' | b'_'));
        let last = if is_beside { highlights.pop() } else { None };
        if last.is_none() && *is_weak {
            continue;
        }
        push_line(&mut shown, between);
        let from = last.map_or_else(|| utf16_length(&shown), |(from, _)| from);
        push_line(&mut shown, cut(text, span.start.max(at)..span.end));
        highlights.push((from, utf16_length(&shown)));
        at = span.end;
    }
    push_line(&mut shown, cut(text, at..passage.end));
    let length = shown.trim_end().len();
    shown.truncate(length);
    if passage.end < text.trim_end().len() && !shown.as_bytes().last().is_some_and(ends_sentence) {
        shown.push('…');
    }
    Excerpt { text: shown, highlights }
}

/// The beginning of a text, or what begins before a passage that is further behind, under an ellipsis: at most `bytes`
/// bytes of it. And where the passage is in it, in UTF-16 code units.
pub(in crate::search) fn text_around(text: &str, shown: Range<usize>, bytes: usize) -> (String, (u32, u32)) {
    if bytes == 0 {
        return Default::default();
    }
    let start = if shown.end <= bytes { 0 } else { passage(text, 0, shown.clone(), bytes).start };
    let around = cut(text, start..text.floor_char_boundary(start + bytes));
    let mark = if start > 0 { "…" } else { "" };
    let length =
        |end: usize| utf16_length(mark) + utf16_length(cut(around, ..(end - start).min(around.len())));
    (concat(&[mark, around]), (length(shown.start), length(shown.end)))
}

/// The byte range of the best passage of at most `bytes` bytes; the beginning without a match.
pub(in crate::search) fn best_passage(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    bytes: usize,
) -> Range<usize> {
    passage(text, 0, best_window(terms, matches, text, bytes, 0), bytes)
}

/// From the first to the last match of the best window of `bytes` bytes, the first among equals. Each term counts once in
/// a window, and a tenth more if it is a whole name or word with which a line of prose begins, as entries do; a fifth less
/// before the `description`, which is the best one without a match.
fn best_window(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    bytes: usize,
    description: usize,
) -> Range<usize> {
    let mut counts = vec![0u32; terms.len()];
    let (mut best, mut best_weight) = (description..description, 0.0);
    let (mut end, mut last, mut weight) = (0, 0, 0.0f32);
    for (start, first) in matches.iter().enumerate().filter(|(_, found)| !found.is_weak) {
        end = end.max(start);
        let reach = first.span.start + bytes - LEAD_BYTES;
        while let Some(next) = matches.get(end).filter(|next| next.span.end <= reach) {
            if !next.is_weak {
                if counts[next.term] == 0 {
                    weight += terms[next.term].weight;
                }
                counts[next.term] += 1;
                last = next.span.end;
            }
            end += 1;
        }
        let term = terms[first.term];
        let bonus = if first.span.start < description {
            -0.2 // The heading shows the signature already.
        } else if !term.is_part && begins_line(text, first.span.start) {
            0.1
        } else {
            0.0
        };
        let all = weight + term.weight * bonus;
        if all > best_weight + 1e-4 {
            (best, best_weight) = (first.span.start..last, all);
        }
        if end > start {
            counts[first.term] -= 1;
            if counts[first.term] == 0 {
                weight -= term.weight;
            }
        }
    }
    best
}

/// Whether a line of prose begins at `at`, or with a bracket before it.
fn begins_line(text: &str, at: usize) -> bool {
    let byte = |back: usize| text.as_bytes().get(at.wrapping_sub(back));
    let before = if byte(1) == Some(&b'(') { byte(2) } else { byte(1) };
    matches!(before, None | Some(b'\n' | b'\x0c'))
}

/// A byte range of at most `bytes` bytes behind `from`, around matches that lie nearer to each other. Begins with a sentence
/// if one begins nearby, else with a word; ends so, behind the last match.
fn passage(text: &str, from: usize, found: Range<usize>, bytes: usize) -> Range<usize> {
    let earliest = text.floor_char_boundary(found.start.saturating_sub(LEAD_BYTES));
    let start = if earliest <= from || text.len() - from <= bytes {
        from
    } else {
        let lead = cut(text, earliest..found.start).as_bytes();
        let line = lead.iter().rposition(|byte| *byte < b' ').or_else(|| sentence_end(lead));
        let word = line.or_else(|| lead.iter().position(|byte| *byte == b' '));
        word.map_or(found.start, |blank| earliest + blank + 1)
    };
    let furthest = text.floor_char_boundary(start + bytes);
    if furthest == text.len() {
        return start..furthest;
    }
    let least = text.floor_char_boundary(found.end.max(start + bytes / 2).min(furthest));
    let tail = cut(text, least..furthest).as_bytes();
    // Without blanks, the text is cut between two characters.
    let end = sentence_end(tail).or_else(|| tail.iter().rposition(|byte| *byte <= b' '));
    start..end.map_or(furthest, |end| least + end)
}

/// Where the blank behind the last sentence is: a line ends there, or no small letter or sign follows (`e.g. x`).
fn sentence_end(bytes: &[u8]) -> Option<usize> {
    let begins = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    let ends = |at: usize| bytes[at] < b' ' || bytes[at] == b' ' && bytes.get(at + 1).is_none_or(begins);
    (1..bytes.len()).rev().find(|at| ends(*at) && ends_sentence(&bytes[*at - 1]))
}

fn ends_sentence(byte: &u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?')
}

/// Appends text, with each run of whitespace as one blank, or as a line break where a line of code begins or ends.
fn push_line(line: &mut String, text: &str) {
    for c in text.chars() {
        let blank = c.is_whitespace();
        if !blank {
            line.push(c);
        } else if !line.is_empty() && line != "…" && !line.ends_with('\n') {
            let space = if is_code_break(c) { '\n' } else { ' ' };
            if line.ends_with(' ') {
                line.pop();
            }
            line.push(space);
        }
    }
}

fn utf16_length(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::matches::text_matches::with_matches;
    use proptest::prelude::*;

    fn found(text: &str, query: &str) -> Excerpt {
        with_matches(text, query, |terms, matches| {
            excerpt(matches, text, choose(terms, matches, text, false))
        })
    }

    fn shown(text: &str, query: &str) -> (String, Vec<String>) {
        let excerpt = found(text, query);
        let units: Vec<u16> = excerpt.text.encode_utf16().collect();
        let marked = excerpt
            .highlights
            .iter()
            .map(|(from, to)| String::from_utf16(&units[*from as usize..*to as usize]).unwrap())
            .collect();
        (excerpt.text, marked)
    }

    #[test]
    fn shows_the_best_passage() {
        let text = format!(
            "A thread. {} Sharing data between threads 🧵 needs an Arc.\n{}",
            "x ".repeat(300),
            "y ".repeat(300)
        );
        let (line, marked) = shown(&text, "thread data arc");
        assert!(line.contains("Sharing data between threads 🧵 needs an Arc. y"), "{line}");
        assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
        assert_eq!(marked, ["data", "threads", "Arc"]);
    }

    #[test]
    fn shows_the_beginning_without_a_match() {
        assert_eq!(shown("First line\nsecond  line", "nowhere"), ("First line second line".into(), vec![]));
        assert_eq!(shown("", "thread"), (String::new(), vec![]));
    }

    #[test]
    fn keeps_lines_of_code_apart() {
        let excerpt = found("Share\nit:\rlet b = 1;  \u{b}\u{b}    share(b);\u{c}Then  go.\nOn.", "share b");
        assert_eq!(excerpt.text, "Share it:\nlet b = 1;\nshare(b);\nThen go. On.");
        assert_eq!(excerpt.highlights, [(0, 5), (14, 15), (21, 26), (27, 28)]);
    }

    #[test]
    fn marks_names_before_their_parts() {
        for (text, query, expected) in [
            ("call os.path.join now", "os.path.join path", &["os.path.join"][..]),
            // Parts only where the whole name is not.
            ("core.eol, core.autocrlf, core", "core.autocrlf", &["core.autocrlf"]),
            ("core.eol and core", "core.autocrlf", &["core", "core"]),
            ("core.eol, core.autocrlf", "core.autocrlf eol", &["eol", "core.autocrlf"]),
            ("git sets GIT_SSH and GIT_SSH_COMMAND", "GIT_SSH_COMMAND", &["GIT_SSH_COMMAND"]),
            // A name inside of a name is a part, too.
            ("receive.hideRefs is as hideRefs", "receive.hideRefs", &["receive.hideRefs"]),
            ("This hideRefs hides", "receive.hideRefs", &["hideRefs", "hides"]),
            ("--no-color, no color", "--no-color", &["--no-color"]),
            // Neither a letter nor a number alone, unless it was typed alone.
            ("toLocal8Bit, Qt 4.8", "toUtf8", &[]),
            ("a UTF-8 text, fromUtf8", "toUtf8", &["UTF-8", "Utf8"]),
            ("Qt 5.6, 15 items, Qt 5.15", "Qt 5.15", &["Qt", "Qt", "5.15"]),
            ("Since 5.6, 15 items", "5.15", &[]),
            ("x_pos or t", "x_size", &[]),
            ("C or C-c", "C", &["C"]),
            ("chapter 5 of 5.6", "chapter 5", &["chapter", "5"]),
            // Parts side by side are one.
            ("os.path alone", "os.path.join", &["os.path"]),
            ("東京都の", "東京都", &["東京都"]),
        ] {
            let (line, marked) = shown(text, query);
            assert_eq!(marked, expected, "{query} in {line}");
        }
    }

    #[test]
    fn an_entry_stands_before_prose() {
        let prose = format!("Ignored if core.autocrlf is set, see core.eol and core. {}", "y ".repeat(200));
        let other = format!("core.safecrlf\nAsks about core.autocrlf here. {}", "z ".repeat(200));
        for (entry, start) in [
            ("core.autocrlf\nSetting this to true is easy. And more.", "core.autocrlf Setting this"),
            ("core.autocrlf=<value>\nSets it.", "core.autocrlf=<value> Sets it."),
            ("(core.autocrlf name)\nSets it.", "(core.autocrlf name) Sets it."),
        ] {
            let text = format!("{prose}\n{other}\n{entry}\nNext\n{}", "w ".repeat(200));
            let (line, marked) = shown(&text, "core.autocrlf");
            assert!(line.starts_with(start), "{line}");
            assert_eq!(marked, ["core.autocrlf"]);
        }
        // A line of code is no entry, and words weigh more than a place.
        let text = format!("{prose}\rcore.autocrlf = 1\u{c}{prose}");
        assert!(shown(&text, "core.autocrlf").0.starts_with("Ignored"));
        let text = format!("core.autocrlf\nIs that. {prose} The core.autocrlf of checkouts. {prose}");
        assert!(shown(&text, "core.autocrlf checkouts").0.contains("of checkouts"));
    }

    #[test]
    fn ends_with_a_sentence_behind_the_last_match() {
        let words = "Words go on. ".repeat(30);
        assert!(shown(&format!("Threads. {words}"), "thread").0.ends_with("go on."));
        let (line, marked) =
            shown(&format!("Threads. {} join more {words}", "on ".repeat(50)), "thread join");
        assert_eq!(marked, ["Threads", "join"]);
        assert!(line.ends_with("go on."), "{line}");
        let text = format!("Threads {}", "go on ".repeat(60));
        assert!(shown(&text, "thread").0.ends_with(" go…"), "{}", shown(&text, "thread").0);
        let text = format!("Threads. {}That is e.g. {}", "on ".repeat(50), "go on ".repeat(60));
        assert!(shown(&text, "thread").0.ends_with('…'), "{}", shown(&text, "thread").0);
        let text = format!("Threads. {}That is it.\n{}", "on ".repeat(50), "go on ".repeat(60));
        assert!(shown(&text, "thread").0.ends_with("it."), "{}", shown(&text, "thread").0);
    }

    #[test]
    fn a_section_that_is_what_the_query_names_is_shown_from_its_beginning() {
        let text = format!("Joins paths. {} Here os.path.join is called.", "y ".repeat(200));
        let start = |is_named| {
            with_matches(&text, "os.path.join", |terms, matches| {
                choose(terms, matches, &text, is_named).start
            })
        };
        assert_eq!(start(true), 0);
        assert!(start(false) > 300);
    }

    #[test]
    fn a_signature_gives_way_to_the_description() {
        for (text, expected) in [
            ("void\u{b}f_show (Widget *w);\u{c}Shows w.", "Shows w."),
            ("void f_show(Widget w)\nf_show(Widget w, int n)\nShows w.", "Shows w."),
            (
                "[virtual] void T::f_show(Widget w) const\nShows (all of) w. And more.\nOn",
                "Shows (all of) w. And more. On",
            ),
            ("void\u{b}f_show (Widget *w);\u{c}Shows w:\rf_show(w)\u{c}On", "Shows w:\nf_show(w)\nOn"),
            // What comes first is said first.
            ("Calls f_show() soon.\nMore.", "Calls f_show() soon. More."),
            ("Use f_show() so:\rf_show(w)\u{c}On.", "Use f_show() so:\nf_show(w)\nOn."),
            ("f_show - shows things\nMore.", "f_show - shows things More."),
            // Nothing is described.
            ("void\u{b}f_show (Widget *w,\u{b}int n)", "void\nf_show (Widget *w,\nint n)"),
            ("f_show(w)\rf_show(w);", "f_show(w)\nf_show(w);"),
            ("f_show(w)\u{c}", "f_show(w)"),
            ("f_show(w)", "f_show(w)"),
            ("", ""),
        ] {
            let shown = with_matches(text, "f_show", |terms, matches| {
                excerpt(matches, text, choose(terms, matches, text, true))
            });
            assert_eq!(shown.text, expected);
        }
        let long = format!("{}\u{c}On", "f(x)\u{b}".repeat(400));
        assert_eq!(description(&long), 0);
    }

    #[test]
    fn matches_behind_a_signature_come_before_those_in_it() {
        let text =
            format!("void\u{b}f_show (Widget *w, Group *g);\u{c}{}Shows a widget.", "On and on. ".repeat(30));
        assert!(shown(&text, "show widget").0.ends_with("Shows a widget."));
        // A parameter that is named nowhere else.
        assert_eq!(shown(&text, "show widget group").1, ["show", "Widget", "Group"]);
    }

    #[test]
    fn the_text_is_what_is_around_the_passage() {
        let text = format!("First. {}🧵 here. {}", "y ".repeat(200), "z ".repeat(200));
        let passage = text.find("here").unwrap()..text.find("here").unwrap() + 5;
        for (bytes, begins, has_passage) in [
            (0, "", false),
            (2000, "First", true),
            (500, "First", true),
            (300, "…y y", true),
            (40, "…y y", false),
        ] {
            let (around, (from, to)) = text_around(&text, passage.clone(), bytes);
            assert!(around.starts_with(begins) && around.len() <= bytes + 3, "{bytes}: {around}");
            let units: Vec<u16> = around.encode_utf16().collect();
            let passage = String::from_utf16(&units[from as usize..to as usize]).unwrap();
            assert_eq!(passage, if has_passage { "here." } else { "" }, "{bytes}");
        }
        assert_eq!(text_around("", 0..0, 100), Default::default());
    }

    proptest! {
        #[test]
        fn highlights_lie_inside_the_excerpt(text in "[a-c東🧵é .\n]{0,600}") {
            shown(&text, "a_b b ab 東");
            shown(&text, "b 東é");
        }
    }
}
