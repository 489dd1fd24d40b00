//! Terms that are written in several ways: numbers, acronyms, words with hyphens.

use super::*;

#[test]
fn numbers_are_one_term_across_their_groups() {
    let analyzer = Analyzer::default();
    for separator in [",", "_", ".", "'", "’", "\u{a0}", "\u{2009}", "\u{202f}"] {
        let number = ["1", "000", "000"].join(separator);
        check(&analyzer, &[(&number, &["1000000", "1", "000", "000"])]);
    }
    check(
        &analyzer,
        &[
            ("(10,000)", &["10000", "10", "000"]),
            ("$1,000.50, 12'345-", &["$1,000", "1000", "1", "000", "50", "12345", "12", "345"]),
            ("1’000 2\u{2009}500", &["1000", "1", "000", "2500", "2", "500"]),
            ("f(1,2,300) 1,200,3 0,128,255", &["f", "1", "2", "300", "1", "200", "3", "0", "128", "255"]),
            ("1.234 192.168.100.200", &["1.234", "1", "234", "192.168.100.200", "192", "168", "100", "200"]),
            ("2,0000 1,5 2024_01_02", &["2", "0000", "1", "5", "2024_01_02", "2024", "01", "02"]),
            ("1,500ms 10,000円", &["1500", "1", "500", "ms", "10000", "10", "000", "円"]),
            ("10_000_rows 2,000µs", &["10_000_rows", "10", "000", "row", "2000", "2", "000", "µs"]),
            ("๑,๕๐๐ ۱٬۵۰۰", &["1500", "1", "500", "1500", "1", "500"]),
            ("๑,๒,๓๐๐ 1_000_ 1,000,", &["1", "2", "300", "1_000_", "1", "000", "1000", "1", "000"]),
        ],
    );
    assert_eq!(texts(terms_by(&analyzer, &"1,000".repeat(9)))[0], "1");
}

#[test]
fn names_also_written_as_one_word_are_that_word() {
    check(
        &Analyzer::default(),
        &[
            ("U.S.A. USA", &["usa", "u", "s", "a", "usa"]),
            ("u.s.a, U.S. p.x", &["usa", "u", "s", "a", "us", "u", "s", "p.x", "p", "x"]),
            ("С.С.С.Р. i.e., e.g.", &["ссср", "с", "с", "с", "р", "ie", "i", "e", "eg", "e", "g"]),
            ("a.bc. 3.a.", &["a.bc", "a", "bc", "3.a", "3", "a"]),
            ("hand-off handoffs", &["handoff", "hand", "off", "handoff"]),
            ("E-Mail up-to-date", &["email", "e", "mail", "uptod", "up", "to", "date"]),
            ("utf-8 mx-a/b", &["utf-8", "utf", "8", "mx-a/b", "mxa", "mx", "a", "b"]),
            (
                "@acme/list-filter",
                &["@acme/list-filter", "acme/list-filter", "listfilt", "acm", "list", "filter"],
            ),
            (
                "net.git-fetch/x-y-1",
                &["net.git-fetch/x-y-1", "gitfetch", "x-y-1", "net", "git", "fetch", "x", "y", "1"],
            ),
        ],
    );
}
