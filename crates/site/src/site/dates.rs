//! Lines without their dates, by form alone, in any language: [`without_dates`].

/// A line in which each date and time is one sign, so that lines which differ in them are equal.
pub(super) fn without_dates(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut masked = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let [first, after @ ..] = rest {
        let of_words = worded(rest);
        let is_date = of_words > 0 || is_numeric(first);
        masked.push(if is_date { "\0" } else { first });
        rest = if of_words > 0 { &rest[of_words..] } else { after };
    }
    masked.dedup_by(|a, b| *a == "\0" && *b == "\0");
    masked.join(" ")
}

/// Number of words of a date such as "May 4, 2024", "4. Mai 2024" or "4 de mayo de 2024" with which `words` begin.
fn worded(words: &[&str]) -> usize {
    let bare = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = words.iter().take(5).map(bare).collect();
    let is_day = |word: &String| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        word.len() - digits.len() <= 2 && digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
    };
    let is_year = |word: &String| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let is_month = |word: &String| {
        word.len() > 2 && word.chars().all(char::is_alphabetic) || word.ends_with(['月', '월'])
    };
    match words.as_slice() {
        [day, month, year, ..] | [month, day, year, ..]
            if is_day(day) && is_month(month) && is_year(year) =>
        {
            3
        }
        [day, of, month, of_too, year] if is_day(day) && of == of_too && is_month(month) && is_year(year) => {
            5
        }
        _ => 0,
    }
}

/// Whether a word is a date or a time in digits: 2024-05-04, 4.5.2024, 10:30, 2024年5月4日, or a part of one (2024년).
fn is_numeric(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let is_sign = |c: char| matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
    let is_between = |c: char| is_sign(c) || matches!(c, '-' | '/' | '.' | ':' | '+' | 'T' | 'Z' | 't' | 'z');
    let between = word.chars().filter(|c| is_between(*c)).count();
    let is_time = digits >= 3 && word.contains(':');
    let is_date = digits >= 6 && between >= 2 || digits > 0 && word.ends_with(is_sign);
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || is_between(c))
        && (is_time || is_date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_one_sign() {
        for (line, expected) in [
            ("Last updated on May 4, 2024 at 10:30", "Last updated on \0 at \0"),
            ("Stand: 4. Mai 2024", "Stand: \0"),
            ("Actualizado el 4 de mayo de 2024", "Actualizado el \0"),
            ("on the 3rd May 2024", "on the \0"),
            ("最終更新 2024年5月4日", "最終更新 \0"),
            ("2024년 5월 4일 수정", "\0 수정"),
            ("更新 4 5月 2024", "更新 \0"),
            ("Built 2024-05-04T10:30:00Z", "Built \0"),
            ("(04/05/2024)", "\0"),
            // No dates.
            ("Error code 4006: a charge", "Error code 4006: a charge"),
            ("Version 3.11.2", "Version 3.11.2"),
            ("Lesson 12 of 2024", "Lesson 12 of 2024"),
            ("Exit 1 Success", "Exit 1 Success"),
            ("HTTP 404", "HTTP 404"),
        ] {
            assert_eq!(without_dates(line), expected, "{line}");
        }
    }
}
