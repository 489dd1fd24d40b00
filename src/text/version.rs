//! Names of versions: [`VersionName`] reads them, and has their order.

use std::cmp::Ordering;

/// May begin a name, before its number. Longer ones come first.
const PREFIXES: [&str; 5] = ["version", "release", "ver", "rel", "v"];

/// Words behind the number, which are parts of names of [Python](https://peps.python.org/pep-0440/),
/// [Maven](https://maven.apache.org/pom.html#version-order-specification) and Semantic Versioning, by their stage. Single letters
/// need numbers around: `1.0b2`.
const STAGES: [(&[&str], i8); 8] = [
    (&["dev", "nightly", "canary", "edge", "next", "unstable"], -6),
    (&["alpha", "a"], -5),
    (&["beta", "b"], -4),
    (&["milestone", "m"], -3),
    (&["rc", "cr", "c", "pre", "preview", "prerelease"], -2),
    (&["snapshot"], -1),
    (&["release", "final", "ga", "lts", "stable", "build"], 0),
    (&["post", "patch", "sp"], 1),
];

/// Most numbers that are read behind those of a version.
const MAX_NUMBERS: usize = 8;

/// The name of a version, read. The order is that of releases: `2.0-rc1` is before `2.0`, and `1.9` before `1.10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionName {
    numbers: Vec<u64>,
    /// 0 for a release; less before it, more behind it.
    stage: i8,
    /// The numbers behind the words.
    of_stage: Vec<u64>,
}

impl VersionName {
    /// Reads a name: `v1.2`, `2.x`, `1.0rc1`, `6.0.0-SNAPSHOT`, `5.3.0.RELEASE`, `release-1.10`. `None` for any other text.
    /// O(length).
    pub fn read(name: &str) -> Option<Self> {
        // Behind a plus is how it was built.
        let name = name.split('+').next().unwrap_or_default();
        let prefix = PREFIXES.iter().find_map(|prefix| {
            let (start, rest) = name.split_at_checked(prefix.len())?;
            start.eq_ignore_ascii_case(prefix).then(|| rest.trim_start_matches(is_separator))
        });
        let mut rest = prefix.unwrap_or(name);
        let mut numbers = Vec::new();
        loop {
            let (number, behind) = digits(rest);
            numbers.push(number.parse().ok()?);
            rest = behind;
            match behind.strip_prefix('.') {
                Some(next) if next.starts_with(|c: char| c.is_ascii_digit()) => rest = next,
                _ => break,
            }
        }
        if rest.eq_ignore_ascii_case(".x") {
            rest = "";
        }
        let is_dotted = numbers.len() > 1;
        let mut read = VersionName { numbers, stage: 0, of_stage: Vec::new() };
        let mut is_first = true;
        while !rest.is_empty() {
            rest = rest.trim_start_matches(is_separator);
            let (number, behind) = digits(rest);
            if number.is_empty() {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let (word, behind) = rest.split_at(end);
                let is_known = |known: &&str| word.eq_ignore_ascii_case(known);
                let (_, stage) = STAGES.iter().find(|(words, _)| words.iter().any(is_known))?;
                let has_number = behind.starts_with(|c: char| c.is_ascii_digit());
                // Chapters are called `2-build` and `3a`.
                if !is_dotted && *stage >= 0 || word.len() == 1 && !(is_dotted && has_number) {
                    return None;
                }
                // `BUILD-SNAPSHOT`
                read.stage = if is_first { *stage } else { read.stage.min(*stage) };
                is_first = false;
                rest = behind;
            } else {
                if is_first || read.of_stage.len() == MAX_NUMBERS {
                    return None;
                }
                read.of_stage.push(number.parse().ok()?);
                rest = behind;
            }
        }
        Some(read)
    }

    /// Whether it is before its release.
    pub fn is_prerelease(&self) -> bool {
        self.stage < 0
    }

    /// Whether one has the numbers of the other, and perhaps more: `3` and `3.12`.
    pub fn is_within(&self, other: &Self) -> bool {
        let shared = self.numbers.len().min(other.numbers.len());
        self.numbers[..shared] == other.numbers[..shared] && self.stage == other.stage
    }
}

impl Ord for VersionName {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |it: &Self, at: usize| it.numbers.get(at).copied().unwrap_or(0);
        let count = self.numbers.len().max(other.numbers.len());
        let by_number = (0..count).map(|at| number(self, at).cmp(&number(other, at)));
        // `2.0.0-rc1` is before `2.0`, of which `2` is told apart last.
        by_number
            .fold(Ordering::Equal, Ordering::then)
            .then_with(|| self.stage.cmp(&other.stage))
            .then_with(|| self.of_stage.cmp(&other.of_stage))
            .then_with(|| self.numbers.len().cmp(&other.numbers.len()))
    }
}

impl PartialOrd for VersionName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | ' ')
}

/// The digits at the beginning, and the rest.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_order_of_releases() {
        for names in [
            &["0.9", "0.10", "1.0.dev2", "1.0a1", "1.0b2", "1.0rc1", "1.0", "1.0.post1", "1.1-b2", "2"][..],
            &["5.3.0.RELEASE", "6.0.0-M1", "6.0.0-M2", "6.0.0-RC1", "6.0.0-SNAPSHOT", "6.0.0", "6.0.0.SP1"],
            &["v1.2", "1.3.0-alpha.9", "v1.3.0-alpha.10", "1.3-beta", "release-1.3", "version_2.0"],
            &["1.x", "2.0.0-rc.1", "2.0", "3.x"],
            &["5.0-BUILD-SNAPSHOT", "5.0.GA", "5.1.Final", "8.0-lts"],
        ] {
            let read: Vec<VersionName> = names
                .iter()
                .map(|name| VersionName::read(name).unwrap_or_else(|| panic!("{name}")))
                .collect();
            assert!(read.is_sorted_by(|one, other| one < other), "{names:?}");
        }
        assert_eq!(VersionName::read("V1.2"), VersionName::read("release 1.2"));
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "v",
            "x",
            "1.",
            "1..2",
            ".1",
            "1-2",
            "2024-12-31",
            "3-intro",
            "3-dev-guide",
            "2-build",
            "3m2",
            "1a",
            "1.0a",
            "2d",
            "release-notes",
            "video",
            "relay",
            "99999999999999999999",
            "1.0-rc1-x",
            "1.0é",
            "é1",
            "latest",
        ] {
            assert_eq!(VersionName::read(text), None, "{text}");
        }
        let long = format!("1.0-rc{}", ".1".repeat(100));
        assert_eq!(VersionName::read(&long), None);
    }
}
