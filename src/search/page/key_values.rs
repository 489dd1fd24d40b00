//! Values of keys that order pages: numbers, versions and texts, by the [`Kind`] of the key.

use std::cmp::Ordering;

use crate::text::{VersionName, lower};

/// What the values of a key are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Numbers,
    Versions,
    Texts,
}

impl Kind {
    /// Of the key `name`: versions if its name says so, else what all values are.
    pub(super) fn of(name: &str, values: &mut dyn Iterator<Item = &str>) -> Self {
        if name.ends_with("version") {
            return Kind::Versions;
        }
        let (mut numbers, mut versions) = (true, true);
        for value in values {
            numbers = numbers && Decimal::read(value).is_some();
            versions = versions && VersionName::read(value).is_some();
        }
        match (numbers, versions) {
            (true, _) => Kind::Numbers,
            (false, true) => Kind::Versions,
            (false, false) => Kind::Texts,
        }
    }

    /// Compares two values: numbers by their size, versions in the order of releases, other texts behind them.
    pub(super) fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Kind::Numbers => match (Decimal::read(a), Decimal::read(b)) {
                (Some(a), Some(b)) => a.compare(&b),
                _ => by_parts(a, b),
            },
            Kind::Versions => match (VersionName::read(a), VersionName::read(b)) {
                (Some(a), Some(b)) => a.cmp(&b),
                (None, None) => by_parts(a, b),
                (a, b) => a.is_none().cmp(&b.is_none()),
            },
            Kind::Texts => by_parts(a, b),
        }
    }
}

/// Compares texts by parts, digits as whole numbers and letters without case. So dates such as `2025-01-02` are in their order.
fn by_parts(mut a: &str, mut b: &str) -> Ordering {
    loop {
        let ((part, rest), (other, rest_of_other)) = (first_part(a), first_part(b));
        let order = if is_digits(part) && is_digits(other) {
            whole(part).cmp(&whole(other))
        } else {
            part.chars().map(lower).cmp(other.chars().map(lower))
        };
        if order != Ordering::Equal || part.is_empty() {
            return order;
        }
        (a, b) = (rest, rest_of_other);
    }
}

fn is_digits(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

/// The digits or the other signs at the beginning, and the rest.
fn first_part(text: &str) -> (&str, &str) {
    let digits = is_digits(text);
    text.split_at(text.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(text.len()))
}

/// Digits as a number of any length: how many there are without zeros in front, and these.
fn whole(digits: &str) -> (usize, &str) {
    let digits = digits.trim_start_matches('0');
    (digits.len(), digits)
}

/// A decimal number of any length.
struct Decimal<'a> {
    is_negative: bool,
    whole: (usize, &'a str),
    fraction: &'a str,
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (before, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if before.is_empty() || !are_digits(before) || !are_digits(fraction) {
            return None;
        }
        Some(Decimal {
            is_negative: text.starts_with('-'),
            whole: whole(before),
            fraction: fraction.trim_end_matches('0'),
        })
    }

    fn compare(&self, other: &Self) -> Ordering {
        let size = |it: &Self| (it.whole, it.fraction);
        match (self.is_negative, other.is_negative) {
            (false, false) => size(self).cmp(&size(other)),
            (true, true) => size(other).cmp(&size(self)),
            (is_negative, _) => other.is_negative.cmp(&is_negative),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_order_of_their_kind() {
        use Kind::{Numbers, Texts, Versions};
        for (name, kind, expected) in [
            ("key", Numbers, &["-10", "-2.5", "-2.25", "0", "0.5", "1.05", "1.5", "2", "10"][..]),
            ("key", Versions, &["1.9", "v1.10", "2.0-rc1", "2.0-rc2", "2.0", "v2.0.1", "10"]),
            ("version", Versions, &["1.9", "1.10", "2"]),
            (
                "since version",
                Versions,
                &["1.0rc1", "V1.0", "1.0.post1", "2.0-SNAPSHOT", "2.0", "latest", "next"],
            ),
            ("key", Texts, &["2024-12-31", "2025-01-02", "2025-1-3", "2025-10-01"]),
            ("key", Texts, &["apple", "Banana", "cherry 2", "cherry 10"]),
            ("key", Texts, &["", "a"]),
            ("key", Texts, &["x 9", "x 99999999999999999999999999", "x 100000000000000000000000000"]),
        ] {
            assert_eq!(Kind::of(name, &mut expected.iter().copied()), kind, "{expected:?}");
            let mut sorted: Vec<&str> = expected.iter().rev().copied().collect();
            sorted.sort_by(|a, b| kind.compare(a, b));
            assert_eq!(sorted, expected);
        }
        assert_eq!(Versions.compare("v1.2", "1.2"), Ordering::Equal);
        for wrong in ["", "-", ".5", "1e5", "1.2.3", "x"] {
            assert!(Decimal::read(wrong).is_none(), "{wrong}");
        }
    }
}
