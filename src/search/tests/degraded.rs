//! What is left when files are missing.

use super::*;
use crate::index::tests::varied;
use crate::index::{Directory, Piece};

/// What an answer says of its gaps: side, code, and kind of file.
fn gaps(answer: &Answer) -> Vec<(Retriever, String, String)> {
    let gaps = answer.degraded.iter().flatten();
    gaps.map(|gap| {
        let kind = gap.file.as_deref().unwrap_or("").split('-').next().unwrap_or("");
        (gap.retriever, gap.code.clone(), kind.to_owned())
    })
    .collect()
}

#[test]
fn the_rest_answers() {
    let mut pages = plain(DOCS);
    pages[1].filters = vec![("kind".to_owned(), "guide".to_owned())];
    let filtered =
        |text: &str| Request { filters: vec![("kind".to_owned(), vec!["guide".to_owned()])], ..words(text) };
    for (broken, request, retriever, expected, repaired) in [
        ("terms", words("pool"), Retriever::Lexical, &[][..], &["b", "c", "e"][..]),
        ("texts", words("pool"), Retriever::Texts, &[], &["b", "c", "e"]),
        ("rare", words("fiel pool"), Retriever::Lexical, &["b", "c", "e"], &["b", "c", "d", "e"]),
        ("words", words("fiel pool"), Retriever::Lexical, &["b", "c", "e"], &["b", "c", "d", "e"]),
        ("positions", words("\"thread pool\" file"), Retriever::Lexical, &["d", "e"], &["b", "d", "e"]),
        ("rare", words("\"thread pool\" file"), Retriever::Lexical, &["d", "e"], &["b", "d", "e"]),
        ("filters", filtered("pool"), Retriever::Lexical, &["b", "c", "e"], &["b"]),
    ] {
        let mut site = Site::with(&pages, &settings());
        site.broken = vec![broken];
        let answer = site.answer(&request);
        assert_eq!(sorted(urls(&answer)), expected, "{broken}");
        let told = gaps(&answer);
        assert!(!told.is_empty(), "{broken}");
        for gap in told {
            assert_eq!(gap, (retriever, "unavailable".to_owned(), broken.to_owned()));
        }
        site.answer(&request);
        assert_eq!(site.rounds, 0, "{broken}: what failed is not asked for again");
        site.repair();
        let answer = site.answer(&request);
        assert_eq!(
            (sorted(urls(&answer)), &answer.degraded),
            (repaired.iter().map(|url| (*url).to_owned()).collect(), &None),
            "{broken}"
        );
    }
}

#[test]
fn words_of_other_blocks_answer() {
    let text = varied(9_000, 5);
    let mut site = Site::of(&[
        ("a", "", "aardvark"),
        ("b", "", "zebra aardvark"),
        ("c", "", "zebra"),
        ("d", "", text.as_str()),
    ]);
    let place = |directory: &Directory, key: &str| -> Piece {
        directory.terms.piece("terms", directory.term_keys.block_of(key).unwrap()).unwrap()
    };
    let directory = site.engine.store().directory().clone();
    let (gone, there) = (place(&directory, "aardvark"), place(&directory, "zebra"));
    assert_ne!((&gone.file, gone.start), (&there.file, there.start));
    site.engine.fail(&gone.file, gone.start, "timeout");
    let answer = site.answer(&words("aardvark zebra"));
    assert_eq!(sorted(urls(&answer)), ["b", "c"]);
    assert_eq!(gaps(&answer), [(Retriever::Lexical, "unavailable".to_owned(), "terms".to_owned())]);
    assert!(answer.corrections.is_empty(), "a word that could not be looked up is no mistake");
}

#[test]
fn damage_inside_a_block_is_told() {
    let mut site = Site::of(DOCS);
    let Outcome::Need(pieces) = site.engine.query(&words("pool"), None).unwrap() else {
        panic!("nothing is there")
    };
    for piece in &pieces {
        let mut bytes = site.host.bring(piece);
        bytes.truncate(bytes.len() / 2);
        let error = site.engine.supply(&piece.file, piece.start, bytes).unwrap_err();
        assert_eq!((error.code(), error.file()), ("damaged", Some(piece.file.as_str())));
    }
    let answer = site.answer(&words("pool"));
    assert_eq!((answer.hits.len(), site.rounds), (0, 0));
    assert_eq!(gaps(&answer), [(Retriever::Lexical, "damaged".to_owned(), "terms".to_owned())]);
}
