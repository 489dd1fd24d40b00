//! What is left when files are missing.

use super::*;
use crate::format::check8;
use crate::index::tests::varied;
use crate::index::{ByteRange, Directory};

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
    let place = |directory: &Directory, key: &str| -> ByteRange {
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

/// Alters what is read of a query's pieces, in ways that the check of eight bits does not see, and says how often
/// an answer told of damage. It has to name the file.
fn damages(query: &str, kind: &str) -> usize {
    let text = varied(12_000, 5);
    let zebras = "zebra pool. ".repeat(9);
    let mut site = Site::of(&[("a", "", text.as_str()), ("b", "Zebra", &zebras), ("c", "", "zebra pool")]);
    let mut pieces: Vec<(ByteRange, Vec<u8>)> = Vec::new();
    while let Outcome::Need(need) = site.engine.query(&words(query), None).unwrap() {
        for piece in need {
            let bytes = site.host.bring(&piece);
            site.engine.supply(&piece.file, piece.start, bytes.clone()).unwrap();
            pieces.push((piece, bytes));
        }
    }
    let directory = site.engine.store().directory().clone();
    let altered = pieces.iter().position(|(piece, _)| piece.file.starts_with(kind)).unwrap();
    let (piece, bytes) = &pieces[altered];
    assert!(kind != "terms" || piece.file != directory.terms.piece("terms", 0).unwrap().file);
    let mut told = 0;
    for at in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
        let unseen = (0..=255).map(|value| {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let other = bytes.len() - 1 - at % 7;
            bytes[other] ^= value;
            bytes
        });
        let Some(altered) =
            unseen.filter(|altered| altered != bytes).find(|altered| check8(altered) == check8(bytes))
        else {
            continue;
        };
        let mut engine = Engine::new(directory.clone());
        for (other, bytes) in &pieces {
            let bytes = if other == piece { &altered } else { bytes };
            let _ = engine.supply(&other.file, other.start, bytes.clone());
        }
        let Outcome::Answer(answer) = engine.query(&words(query), None).unwrap() else { continue };
        for gap in answer.degraded.iter().flatten() {
            assert_eq!(gap.file.as_ref(), Some(&piece.file), "byte {at}: {}", gap.message);
            told += 1;
        }
    }
    told
}

#[test]
fn the_file_with_the_damage_is_named() {
    assert!(damages("zebra", "terms") > 0);
    assert!(damages("\"zebra pool\"", "positions") > 0);
    assert!(damages("zebar", "words") > 0);
}
