//! Terms of names, operators, scripts and languages.

mod forms;

use super::*;
use proptest::prelude::*;

fn analyzer(language: Language, dictionary: &[&str]) -> Analyzer {
    let dictionary = dictionary.iter().map(|word| (*word).to_owned()).collect();
    Analyzer::new(&AnalyzerSettings { language, dictionary, ..AnalyzerSettings::default() })
}

fn terms_by(analyzer: &Analyzer, text: &str) -> Vec<(String, TermKind)> {
    let mut terms = Vec::new();
    analyzer.terms(text, |term| {
        assert!(text.get(term.span.clone()).is_some(), "{text}: {:?}", term.span);
        assert!(!term.text.is_empty() && term.text.len() <= crate::limits::MAX_TERM_BYTES);
        terms.push((term.text.to_owned(), term.kind));
    });
    terms
}

fn texts(terms: Vec<(String, TermKind)>) -> Vec<String> {
    terms.into_iter().map(|(text, _)| text).collect()
}

fn check(analyzer: &Analyzer, cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(texts(terms_by(analyzer, text)), *expected, "{text}");
    }
}

#[test]
fn words_may_have_a_least_length() {
    let text = TextSettings { min_term_length: 3, ..TextSettings::default() };
    let dictionary = vec!["go".to_owned()];
    check(
        &Analyzer::new(&AnalyzerSettings { text, dictionary, ..AnalyzerSettings::default() }),
        &[
            ("I go on to it there", &["go", "there"]),
            ("x-axis C++ iOS a->b", &["xaxi", "axi", "c++", "io", "a->b"]),
            ("été 東京都", &["ete", "東京", "京都"]),
            ("up to", &[]),
        ],
    );
}

#[test]
fn names_are_kept_whole_and_split() {
    check(
        &Analyzer::default(),
        &[
            ("sharing threads", &["share", "thread"]),
            ("os.path.join", &["os.path.join", "os", "path", "join"]),
            ("HashMap::new", &["hashmap::new", "hashmap", "hash", "map", "new"]),
            ("Array#map lists:map", &["array#map", "array", "map", "lists:map", "list", "map"]),
            (r"Http\Model a: b", &[r"http\model", "http", "model", "a", "b"]),
            ("GitHub's O’Reilly", &["github", "git", "hub", "o'reilli"]),
            ("load_index", &["load_index", "load", "index"]),
            ("_private", &["_private", "privat"]),
            ("__init__", &["__init__", "init"]),
            ("MX-9920-W", &["mx-9920-w", "mx", "9920", "w"]),
            ("HTTPServer", &["httpserver", "http", "server"]),
            ("URLs", &["url"]),
            ("utf8", &["utf8", "utf", "8"]),
            ("don't", &["don't"]),
            ("the book’s", &["the", "book"]),
            ("end. Next", &["end", "next"]),
            ("Café", &["cafe"]),
            ("3.11", &["3.11", "3", "11"]),
            ("v1.2.3", &["v1.2.3", "1.2.3", "v1", "v", "1", "2", "3"]),
            ("Python3.11", &["python3.11", "3.11", "python3", "python", "3", "11"]),
            ("", &[]),
            ("__", &["__"]),
            ("co\u{ad}operate", &["cooper"]),
        ],
    );
}

#[test]
fn stop_words_in_capitals_are_words() {
    let mut stops = Vec::new();
    Analyzer::default().terms("NOT not Not IS A", |term| stops.push(term.stop));
    assert_eq!(stops, [false, true, true, false, true]);
}

#[test]
fn signs_are_terms() {
    check(
        &Analyzer::default(),
        &[
            ("a ≤ b≠c, 5€ (→) ⍳÷⊻", &["a", "≤", "b", "≠", "c", "5", "€", "→", "⍳", "÷", "⊻"]),
            ("👍🏽👍 ❤️ ❤", &["👍", "👍", "❤", "❤"]),
            ("x👨‍👩‍👧🇩🇪🇫🇷1️⃣", &["x", "👨👩👧", "🇩🇪", "🇫🇷", "1\u{20e3}"]),
            ("🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏃🏿‍♂️", &["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏃♂"]),
            ("a ... b ;; c .. d", &["a", "...", "b", ";;", "c", "..", "d"]),
            ("wait... a; b ; (;;)", &["wait", "a", "b", ";;"]),
            ("\u{200d}\u{fe0f}🏽", &[]),
            ("Java™ ├── ─ █", &["java"]),
        ],
    );
}

#[test]
fn names_keep_their_symbols() {
    check(
        &Analyzer::default(),
        &[
            ("C++, C#!", &["c++", "c", "c#", "c"]),
            ("F# and .NET", &["f#", "f", "and", ".net", "net"]),
            ("use --no-verify", &["use", "--no-verify", "noverifi", "no", "verifi"]),
            ("a -x b", &["a", "-x", "x", "b"]),
            ("f(*args, **kwargs)", &["f", "*args", "arg", "**kwargs", "kwarg"]),
            ("*very* **bold** 2*x", &["veri", "bold", "2", "x"]),
            ("@app.route", &["@app.route", "app.route", "app", "rout"]),
            ("me@example.org", &["me", "example.org", "exampl", "org"]),
            (
                "#[derive(Debug)] #[derive] #![no_std]",
                &["#[derive]", "deriv", "debug", "#[derive]", "deriv", "#[no_std]", "no_std", "no", "std"],
            ),
            ("a %s in $HOME or \\dt", &["a", "%s", "s", "in", "$home", "home", "or", "\\dt", "dt"]),
            ("see .gitignore. And ~/.bashrc", &["see", ".gitignore", "gitignor", "and", ".bashrc", "bashrc"]),
            ("x().unwrap() .map", &["x", "unwrap", ".map", "map"]),
            ("Vec<u8>", &["vec<u8>", "vec", "u8", "u", "8"]),
            (
                "std::sync::Mutex<T>",
                &["std::sync::mutex<t>", "std::sync::mutex", "std", "sync", "mutex", "t"],
            ),
            ("Option<Vec<u8>>", &["option<vec<u8>>", "option", "vec<u8>", "vec", "u8", "u", "8"]),
            ("a<b and c>d", &["a", "b", "and", "c", "d"]),
            ("&mut T: ?Sized + 'static", &["&mut", "mut", "t", "?sized", "size", "+", "'static", "static"]),
            (
                "the 'static lifetime of &'a str",
                &["the", "'static", "static", "lifetim", "of", "'a", "a", "str"],
            ),
            ("the 'quick fix' and 'it'", &["the", "quick", "fix", "and", "it"]),
            ("::before", &["::before", "befor"]),
        ],
    );
}

#[test]
fn operators_are_terms_and_punctuation_is_not() {
    check(
        &Analyzer::default(),
        &[
            ("a -> b", &["a", "->", "b"]),
            ("use !! or (=>), `::` and &&.", &["use", "!!", "or", "=>", "::", "and", "&&"]),
            ("the ? operator", &["the", "?", "oper"]),
            ("a?.b x ?. y", &["a?.b", "a", "b", "x", "?.", "y"]),
            ("x!.y x?.[0] f?.(x) a?b!c", &["x!.y", "x", "y", "x", "0", "f", "x", "a", "b", "c"]),
            ("..= and $? 1..2", &["..=", "and", "$?", "1", "2"]),
            (
                "what? yes! a, b; c: d. e... f - g – h … \"i\" (j) [k] l",
                &["what", "yes", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"],
            ),
            ("a ---- b ==== c -----> d", &["a", "b", "c", "d"]),
            ("a : b . c", &["a", "b", "c"]),
            ("?", &["?"]),
            (" ; ", &[";"]),
            ("...", &["..."]),
            ("[]", &["[]"]),
            ("-- ++ ::", &["--", "++", "::"]),
            ("――――", &[]),
            ("----------", &[]),
        ],
    );
    let kinds = terms_by(&Analyzer::default(), "!! os.path x");
    let kinds: Vec<TermKind> = kinds.into_iter().map(|(_, kind)| kind).collect();
    assert_eq!(kinds, [TermKind::Sign, TermKind::Whole, TermKind::Part, TermKind::Part, TermKind::Word]);
    assert_eq!(kinds.into_iter().map(Analyzer::length).sum::<u32>(), 3);
}

#[test]
fn unspaced_scripts_give_pairs() {
    check(
        &analyzer(Language::Japanese, &[]),
        &[
            ("東京都", &["東京", "京都"]),
            ("字", &["字"]),
            ("Rustの本", &["rust", "の本"]),
            ("HashMapを使う", &["hashmap", "hash", "map", "を使", "使う"]),
            ("ﾃﾞｰﾀ", &["デー", "ータ"]),
            ("ＡＰＩ、ｶﾞ", &["api", "ガ"]),
            ("한국어를", &["한국", "국어", "어를"]),
            ("packages", &["packag"]),
        ],
    );
    check(
        &analyzer(Language::Thai, &[]),
        &[
            ("ที่นี่", &["ที่", "ี่น", "นี่"]),
            ("ปี๒๕๖๗", &["ปี", "2567"]),
            ("ປີ ໒໕ ៣.១១", &["ປີ", "25", "3.11", "3", "11"]),
        ],
    );
}

#[test]
fn dictionary_words_are_found_at_word_boundaries() {
    let own =
        ["Node.js", "iOS", "SQL Server", "SQL", "東京都", "Café au lait", ".NET Core", "C++", "!!", "京"];
    check(
        &analyzer(Language::English, &own),
        &[
            ("node.js and node.json", &["node.js", "node", "js", "and", "node.json", "node", "json"]),
            ("iOS", &["ios", "i", "os"]),
            ("IOS iOSx", &["ios", "io", "iosx", "i", "o", "sx"]),
            ("a SQL\n Server", &["a", "sql server", "sql", "server"]),
            ("sql servers", &["sql", "sql", "server"]),
            ("新東京都庁", &["新東", "東京都", "東京", "京", "京都", "都庁"]),
            ("cafe AU lait", &["cafe au lait", "cafe", "au", "lait"]),
            (".NET core", &[".net core", ".net", "net", "core"]),
            ("C++", &["c++", "c"]),
            ("Node.jsを", &["node.js", "node.jsを", "node", "js", "を"]),
        ],
    );
}

#[test]
fn overlong_words_are_skipped() {
    let texts_of = |text: &str| texts(terms_by(&Analyzer::default(), text));
    assert!(texts_of(&"x".repeat(100)).is_empty());
    assert_eq!(texts_of(&["ab"; 20].join("-")).iter().filter(|term| *term == "ab").count(), 20);
}

#[test]
fn languages_have_tags() {
    for (tag, language) in [
        ("en", Language::English),
        ("en-GB", Language::English),
        ("PT_br", Language::Portuguese),
        ("nb-NO", Language::Norwegian),
        ("zh-Hans-CN", Language::Chinese),
        ("pl", Language::Polish),
        ("sw", Language::Other),
        ("", Language::Other),
    ] {
        assert_eq!(Language::from_tag(tag), language, "{tag}");
        assert_eq!(Language::from_tag(language.tag()), language, "{tag}");
    }
    assert!(!Language::English.lacks_stemmer() && !Language::Other.lacks_stemmer());
    assert_eq!(Language::German.lacks_stemmer(), cfg!(not(feature = "stemmers")));
    check(&analyzer(Language::Other, &[]), &[("Threads für", &["threads", "fur"])]);
}

#[cfg(feature = "stemmers")]
mod languages {
    use super::*;

    #[test]
    fn words_are_stemmed_with_their_accents() {
        for (language, text, expected) in [
            (Language::German, "Übergrößen der Häuser", &["ubergross", "der", "haus"][..]),
            (Language::German, "STRASSE Straße", &["strass", "strass"]),
            (Language::French, "l'indexation d’Été aujourd'hui ?", &["index", "ete", "aujourd'hui"]),
            (Language::French, "continué continuer", &["continu", "continu"]),
            (Language::Spanish, "las canciones canción", &["las", "cancion", "cancion"]),
            (Language::Italian, "dell'università", &["univers"]),
            (Language::Portuguese, "informações informação", &["inform", "inform"]),
            (Language::Russian, "Потоки потоков threads ещё", &["поток", "поток", "thread", "ещ"]),
            (Language::Greek, "Λόγος λόγοι", &["λογ", "λογ"]),
            (Language::Arabic, "الكتاب كِتاب", &["كتاب", "كتاب"]),
            (Language::Turkish, "DOSYALAR dosyalar KAPI kapı", &["dosya", "dosya", "kap", "kap"]),
            (Language::Turkish, "API api GitHub'dan", &["api", "api", "githup", "git", "hub"]),
            (Language::Swedish, "trådarna", &["trad"]),
            (Language::Finnish, "säikeet", &["saike"]),
            (Language::German, "Paket Pakete", &["paket", "paket"]),
            (Language::Polish, "dokumentów dokumentach", &["dokument", "dokument"]),
            (Language::Catalan, "instruccions instrucció", &["instruc", "instruc"]),
            (
                Language::Catalan,
                "l'arxiu instal·lació installació l’API",
                &["arx", "install", "install", "ap"],
            ),
            (Language::Serbian, "датотеке datoteke", &["datotek", "datotek"]),
            (Language::Hindi, "किताबें किताब files", &["किताब", "किताब", "file"]),
        ] {
            check(&analyzer(language, &[]), &[(text, expected)]);
        }
    }

    #[test]
    fn stop_words_are_those_of_the_language() {
        let mut stops = Vec::new();
        analyzer(Language::German, &[]).terms("Wie für the Häuser", |term| stops.push(term.stop));
        assert_eq!(stops, [true, true, false, false]);
    }
}

const ALL: [&str; 38] = [
    "ar", "ca", "cs", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fr", "ga", "hi", "hu",
    "hy", "id", "it", "ja", "ko", "lt", "ne", "nl", "no", "pl", "pt", "ro", "ru", "sr", "sv", "ta", "th",
    "tr", "yi", "zh", "und",
];

/// The word after the sign of another script begins with an apostrophe, which its stem lacks.
#[test]
fn words_with_a_leading_apostrophe_are_matched() {
    let analyzer = analyzer(Language::from_tag("el"), &[]);
    let mut found = Vec::new();
    TermMatcher::new(&analyzer, vec!["inga"])
        .terms_in("東の'inga", |term| found.push(term.text.to_owned()));
    assert!(found.contains(&"inga".to_owned()), "{found:?}");
}

/// Most semicolons separate words, which are skipped.
#[test]
fn operators_of_semicolons_are_matched() {
    let analyzer = analyzer(Language::English, &[]);
    let mut found = Vec::new();
    TermMatcher::new(&analyzer, vec![";;", "tie"])
        .terms_in(";;\na b; c ;; d Tie", |term| found.push((term.text.to_owned(), term.span)));
    found.retain(|(text, _)| [";;", "tie"].contains(&text.as_str()));
    assert_eq!(found, [(";;".to_owned(), 0..2), (";;".to_owned(), 10..12), ("tie".to_owned(), 15..18)]);
}

proptest! {
    #[test]
    fn any_text_gives_terms_without_a_panic(text in "\\PC{0,80}", language in 0..ALL.len()) {
        terms_by(&analyzer(Language::from_tag(ALL[language]), &["ab c", "東"]), &text);
    }

    #[test]
    fn any_joined_text_gives_terms_without_a_panic(
        text in "[a-cA-C0-1_.,;:<>\\[\\]&*'’#+\\-/ 東のｶﾞ\u{301}\u{a0}👍🏽🇩🇪\u{200d}\u{fe0f}\u{20e3}\u{e0067}≤]{0,40}",
    ) {
        terms_by(&analyzer(Language::Japanese, &["a.b", "東の", "c b"]), &text);
    }

    #[test]
    fn any_word_is_stemmed_without_a_panic(
        latin in "[a-zäöüßéèêàçñãõåæøıİőűşţăâîș'’]{0,20}",
        other in "[α-ωάέήίόύώϊϋΐΰἀ]{0,12} [а-яёў]{0,12} [ء-ي\u{64b}-\u{652}]{0,12} [அ-ஹ\u{bbe}-\u{bcd}]{0,12} [ऀ-ॏ]{0,12} [ա-և]{0,12} [א-ת\u{5b0}-\u{5c2}װ-ײ]{0,12}",
        language in 0..ALL.len(),
    ) {
        let analyzer = analyzer(Language::from_tag(ALL[language]), &[]);
        terms_by(&analyzer, &latin);
        terms_by(&analyzer, &other);
    }

    #[test]
    fn matching_terms_are_not_skipped(
        text in "(NOT|[1-9],000(ms)?|a[?!]\\.b|[A-C]\\.[A-C]\\.|[ab]-[ab]|👍🏽|≤|[Tt]ies?|dying|the|[Cc]entre[sd]?|COLOUR(ed)?|favourites?|organis(e|ing|ation)|relat(e|ional|ing)|[A-DIa-di'’éʼ]{1,4}(ing|ed|ies|y|ization)?|a\\.B|ab c|[ /.:!=-]|[a-d ,;()\"\n]{1,9}|東の|Häuser){0,20}",
        language in 0..ALL.len(),
        chosen in any::<usize>(),
    ) {
        let analyzer = analyzer(Language::from_tag(ALL[language]), &["a.b", "ab c", "b"]);
        let copied = |term: Term<'_>| (term.text.to_owned(), term.span, term.kind, term.stop);
        let mut all = Vec::new();
        analyzer.terms(&text, |term| all.push(copied(term)));
        let targets = (0..all.len().min(3)).map(|at| all[chosen.wrapping_add(at) % all.len()].0.clone());
        let targets: Vec<String> = targets.collect();
        let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        TermMatcher::new(&analyzer, targets.clone()).terms_in(&text, |term| found.push(copied(term)));
        for terms in [&mut all, &mut found] {
            terms.retain(|(text, ..)| targets.contains(&text.as_str()));
        }
        prop_assert_eq!(found, all);
    }
}

#[test]
fn texts_are_put_together_and_cut() {
    assert_eq!(
        (join(&[], ", "), join(&["a"], ", "), join(&["a", "", "b"], ", ")),
        ("".into(), "a".into(), "a, , b".into())
    );
    assert_eq!([0, 7, 10, 4_294_967_295].map(decimal), ["0", "7", "10", "4294967295"]);
    let expected = ["é界x", "界x", "x", "", ""];
    assert_eq!([0, 1, 2, 3, 4].map(|count| after("é界x", count)), expected);
}
