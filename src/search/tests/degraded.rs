//! Answers when files are missing or damaged.

use super::*;
use crate::index::tests::varied;
use crate::index::{BlockId, BlockKind, BlockRequest, ByteRange};

/// The warnings of an answer: retriever, code, and kind of file.
fn gaps(answer: &Answer) -> Vec<(&'static str, String, String)> {
    let gaps = answer.degraded.iter().flatten();
    gaps.map(|gap| {
        let kind = gap.file.as_deref().unwrap_or("").split('-').next().unwrap_or("");
        (gap.retriever, gap.code.clone(), kind.to_owned())
    })
    .collect()
}

#[test]
fn an_answer_uses_the_files_that_load() {
    let mut pages = plain(DOCS);
    pages[1].filters = vec![("kind".to_owned(), "guide".to_owned())];
    let filtered =
        |text: &str| Request { filters: vec![("kind".to_owned(), vec!["guide".to_owned()])], ..words(text) };
    for (broken, request, retriever, expected, repaired) in [
        ("terms", words("pool"), "lexical", &[][..], &["b", "c", "e"][..]),
        ("texts", words("pool"), "texts", &[], &["b", "c", "e"]),
        ("auxiliary", words("fiel pool"), "lexical", &["b", "c", "e"], &["b", "c", "d", "e"]),
        ("words", words("fiel pool"), "lexical", &["b", "c", "e"], &["b", "c", "d", "e"]),
        ("positions", words("\"thread pool\" file"), "lexical", &["d", "e"], &["b", "d", "e"]),
        ("filters", filtered("pool"), "lexical", &["b", "c", "e"], &["b"]),
    ] {
        let mut site = Site::with(&pages, &settings());
        site.broken = vec![broken];
        let answer = site.answer(&request);
        assert_eq!(sorted(urls(&answer)), expected, "{broken}");
        let reported = gaps(&answer);
        assert!(!reported.is_empty(), "{broken}");
        for gap in reported {
            assert_eq!(gap, (retriever, "unavailable".to_owned(), broken.to_owned()));
        }
        site.answer(&request);
        assert_eq!(site.rounds, 0, "{broken}: a failed block is not requested again");
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
fn terms_of_other_blocks_still_match() {
    let text = varied(9_000, 5);
    let mut site = Site::of(&[
        ("a", "", "aardvark"),
        ("b", "", "zebra aardvark"),
        ("c", "", "zebra"),
        ("d", "", text.as_str()),
    ]);
    let block = |key: &str| -> BlockId {
        BlockKind::Terms.block(site.engine.store().directory().block_of(key).unwrap())
    };
    let (gone, there) = (block("aardvark"), block("zebra"));
    assert_ne!(gone, there);
    site.engine.fail(gone, "timeout");
    let answer = site.answer(&words("aardvark zebra"));
    assert_eq!(sorted(urls(&answer)), ["b", "c"]);
    assert_eq!(gaps(&answer), [("lexical", "unavailable".to_owned(), "terms".to_owned())]);
    assert!(answer.corrections.is_empty(), "a word whose block failed is not corrected");
}

#[test]
fn reports_damage_inside_a_block() {
    let mut site = Site::of(DOCS);
    let Outcome::Need(need) = site.engine.query(&words("pool"), None).unwrap() else {
        panic!("nothing is loaded")
    };
    for request in &need {
        let error = site.engine.supply(request.id, Vec::new()).unwrap_err();
        assert_eq!((error.code(), error.file()), ("damaged", Some(request.range.file.as_str())));
    }
    let answer = site.answer(&words("pool"));
    assert_eq!((answer.hits.len(), site.rounds), (0, 0));
    assert_eq!(gaps(&answer), [("lexical", "damaged".to_owned(), "terms".to_owned())]);
}

/// Alters bytes of a query's block, as if gzip's checksum had not told. Returns how many warnings the answers give; each must
/// name the file.
fn damages(query: &str, kind: &str) -> usize {
    let text = varied(12_000, 5);
    let zebras = "zebra pool. ".repeat(9);
    let mut site = Site::of(&[("a", "", text.as_str()), ("b", "Zebra", &zebras), ("c", "", "zebra pool")]);
    let mut blocks: Vec<(BlockRequest, Vec<u8>)> = Vec::new();
    while let Outcome::Need(need) = site.engine.query(&words(query), None).unwrap() {
        for request in need {
            let bytes = site.host.bring(&request.range);
            site.engine.supply(request.id, bytes.clone()).unwrap();
            blocks.push((request, bytes));
        }
    }
    let directory = site.engine.store().directory().clone();
    let altered = blocks.iter().position(|(request, _)| request.range.file.starts_with(kind)).unwrap();
    let (BlockRequest { id, range }, bytes) = &blocks[altered];
    let first =
        |range: &ByteRange| range.file == site.engine.store().range(BlockKind::Terms.block(0)).unwrap().file;
    assert!(kind != "terms" || !first(range));
    let mut reported = 0;
    for at in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
        let mut altered = bytes.clone();
        altered[at] ^= 1 + (at % 255) as u8;
        let mut engine = Engine::new(directory.clone());
        for (other, bytes) in &blocks {
            let bytes = if other.id == *id { &altered } else { bytes };
            let _ = engine.supply(other.id, bytes.clone());
        }
        let Outcome::Answer(answer) = engine.query(&words(query), None).unwrap() else { continue };
        for gap in answer.degraded.iter().flatten() {
            assert_eq!(gap.file.as_ref(), Some(&range.file), "byte {at}: {}", gap.message);
            reported += 1;
        }
    }
    reported
}

#[test]
fn warnings_name_the_damaged_file() {
    assert!(damages("zebra", "terms") > 0);
    assert!(damages("\"zebra pool\"", "positions") > 0);
    assert!(damages("zebar", "words") > 0);
}
