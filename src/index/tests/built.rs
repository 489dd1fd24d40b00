//! What is built is found again.

use super::*;
use crate::dense::{ClusterMemory, Loaded, LoadedBlocks};
use crate::format::{Generation, sha256_hex};
use crate::ids::{PageId, SectionId};

#[test]
fn the_same_pages_give_the_same_files() {
    let (one, two) = (Host::of(&pages()), Host::of(&pages()));
    assert_eq!(one.manifest, two.manifest);
    assert_eq!(one.files, two.files);
    let mut changed = pages();
    changed[0].sections[0].text.push('!');
    assert_ne!(Host::of(&changed).manifest.generation, one.manifest.generation);
    let mut changed = pages();
    changed[0].sections[0].weight = 2.0;
    assert_ne!(Host::of(&changed).manifest.generation, one.manifest.generation, "ranks differ");
}

/// Builds that remember, and leave nothing of their pages, give what fresh ones give, and remember nothing of an older build
/// than the last.
#[test]
fn what_a_build_remembers_changes_nothing() {
    let mut memory = BuildMemory::keeping();
    let mut changing = pages();
    for round in 0..4 {
        match round {
            1 => changing[0].sections[0].text.push_str(" and more"),
            2 => drop(changing.remove(1)),
            3 => changing.push(page("new.html", "New", &[("", "New", "Words that were not there")])),
            _ => {}
        }
        let again = Host::new(
            rebuild(changing.clone().into(), None, &settings(), &mut memory, &|_, _, _| {}).unwrap(),
        );
        let fresh = Host::of(&changing);
        assert_eq!(again.manifest, fresh.manifest, "round {round}");
        assert_eq!(again.files, fresh.files, "round {round}");
    }
}

#[test]
fn files_are_those_of_the_manifest() {
    let host = Host::of(&pages());
    let named: Vec<&FileRef> = host.manifest.all_files().collect();
    assert_eq!(named.len(), host.files.len());
    for file in named {
        let stored = &host.files[&file.name];
        assert_eq!(stored.len() as u32, file.stored, "{}", file.name);
        let opened = open(&file.name, stored.clone(), file.bytes).unwrap();
        assert_eq!(check_file(file, &opened), Ok(()));
        assert!(sha256_hex(&opened) == file.sha256, "{}", file.name);
    }
    let kinds: std::collections::BTreeSet<&str> =
        host.files.keys().filter_map(|name| name.split('-').next()).collect();
    assert!(kinds.into_iter().eq([
        "auxiliary",
        "filters",
        "hashes",
        "links",
        "positions",
        "terms",
        "texts",
        "words"
    ]));
    assert_eq!((host.manifest.pages, host.manifest.sections, host.manifest.windows), (3, 6, 0));
}

#[test]
fn unchanged_texts_keep_their_file_names() {
    let long: Vec<Page> =
        (0..6).map(|at| page(&format!("{at}.html"), "T", &[("", "H", &varied(9_000, at))])).collect();
    let mut changed = long.clone();
    changed[5].sections[0].text.push_str("more");
    let texts = |pages: &[Page]| -> Vec<String> {
        Host::of(pages).files.into_keys().filter(|name| name.starts_with("texts-")).collect()
    };
    let (before, after) = (texts(&long), texts(&changed));
    assert!(before.len() > 2 && before.len() == after.len());
    assert_eq!(before.iter().filter(|name| !after.contains(name)).count(), 1);
}

fn places(also: Vec<Also>) -> Vec<FoundPlace> {
    also.into_iter().map(|Also { url, title, version }| FoundPlace { url, title, version }).collect()
}

#[test]
fn every_section_is_found_in_its_text_block() {
    let host = Host::of(&pages());
    let mut store = host.store();
    let missing = store.missing_texts((0..9).map(SectionId));
    assert_eq!(missing.len(), 2, "the long section fills a block");
    for part in missing {
        host.supply(&mut store, part);
    }
    assert!(store.missing_texts((0..9).map(SectionId)).is_empty());
    let mut section = 0;
    for (number, page) in (0u32..).zip(pages()) {
        for expected in page.sections {
            let Some((Slot::Ready(fragment), place)) = store.text(SectionId(section)) else {
                panic!("{section}")
            };
            let found = &fragment.sections[place];
            let of = &fragment.pages[found.page];
            assert_eq!((&of.url, &of.title, &of.meta), (&page.url, &page.title, &page.meta));
            assert_eq!(of.version, page.version);
            assert_eq!((&found.anchor, &found.text), (&expected.anchor, &expected.text));
            assert_eq!((&found.heading, &found.path), (&expected.heading, &expected.path));
            assert_eq!(found.also, places(expected.also));
            assert_eq!(found.other_editions, places(expected.other_editions));
            assert_eq!(store.directory().page_of(SectionId(section)), PageId(number));
            section += 1;
        }
    }
    assert!(store.text(SectionId(section)).is_none());
}

#[test]
fn blocks_fill_their_files_and_check() {
    let host = Host::of(&pages());
    let mut store = host.store();
    host.supply(&mut store, BlockKind::Auxiliary.block(0));
    let terms: Vec<BlockId> = store.blocks(BlockKind::Terms).collect();
    terms.into_iter().for_each(|id| host.supply(&mut store, id));
    let Slot::Ready(auxiliary) = store.auxiliary() else { panic!("supplied") };
    let directory = store.directory();
    let kinds = [
        (BlockKind::Terms, directory.block_count(BlockKind::Terms)),
        (BlockKind::Texts, directory.block_count(BlockKind::Texts)),
        (BlockKind::Positions, directory.block_count(BlockKind::Terms)),
        (BlockKind::Spelling, auxiliary.forward.blocks.len()),
        (BlockKind::SpellingBackward, auxiliary.backward.blocks.len()),
    ];
    let mut files_of_terms = 0;
    for (kind, count) in kinds {
        assert!(count > 0, "{kind:?}");
        let mut end = (String::new(), 0);
        for block in 0..count {
            let range = store.range(kind.block(block)).unwrap();
            assert!(!host.bring(&range).is_empty(), "{kind:?} {block}");
            let is_next = range.file != end.0;
            files_of_terms += usize::from(is_next && kind == BlockKind::Terms);
            let start = if is_next { crate::format::HEADER_BYTES as u32 } else { end.1 };
            assert_eq!(range.start, start, "blocks are contiguous");
            end = (range.file, range.end);
        }
        assert!(store.range(kind.block(count)).is_none());
        assert_eq!(host.files[&end.0].len() as u32, end.1, "the last block ends its file");
    }
    assert!(files_of_terms > 1);
}

#[test]
fn the_directory_locates_every_term() {
    let host = Host::of(&pages());
    let mut store = host.store();
    (0..store.directory().block_count(BlockKind::Terms))
        .for_each(|block| host.supply(&mut store, BlockKind::Terms.block(block)));
    let analyzer = crate::text::Analyzer::default();
    let mut section = 0;
    for page in pages() {
        for of_page in page.sections {
            analyzer.terms(&of_page.text, |term| {
                let block = store.directory().block_of(term.text).unwrap();
                let Slot::Ready(terms) = store.terms(block) else { panic!("supplied") };
                let entry = terms.find(term.text).unwrap().unwrap();
                let mut postings = entry.postings().unwrap().map(|posting| posting.unwrap().section.0);
                assert!(postings.any(|found| found == section), "{}", term.text);
            });
            section += 1;
        }
    }
}

#[test]
fn vectors_and_their_model_are_files_too() {
    let info = info();
    let sections = [SectionId(0), SectionId(1), SectionId(1)];
    let vectors = [1.0, 0.0, 0.0, 1.0, 0.6, 0.8];
    let input = dense_input(&sections, &vectors, &info);
    let host = Host::new(build(&pages(), Some(&input), &settings(), &|_, _, _| {}).unwrap());
    let model = host.manifest.model.as_ref().unwrap();
    assert_eq!((model.info.clone(), host.manifest.windows), (info.clone(), 3));
    let [part] = model.parts.as_slice() else { panic!("one part") };
    assert_eq!(host.files[&part.name], b"model");
    let mut store = host.store();
    let graph = [BlockKind::Graph.block(0), BlockKind::Graph.block(1)];
    assert_eq!(store.missing_graph(), graph);
    assert_eq!(store.file_of(graph[0]), store.file_of(graph[1]));
    let cluster = BlockKind::Cluster.block(0);
    assert_eq!((store.range(cluster), store.is_missing(cluster), store.vectors_work()), (None, false, true));
    // Nodes wait for the root.
    for id in [graph[1], graph[0]] {
        assert!(matches!(store.root(), Slot::Missing) && store.missing_clusters().is_empty());
        host.supply(&mut store, id);
    }
    let Slot::Ready(root) = store.root() else { panic!("supplied") };
    assert_eq!((root.nodes(), root.dimensions()), (1, 2));
    assert_eq!((store.missing_graph(), store.missing_clusters()), (vec![], vec![cluster]));
    assert!(store.file_of(cluster).starts_with("dense-"));
    host.supply(&mut store, cluster);
    assert!(matches!(store.cluster(0), Loaded::Ready(cluster) if cluster.len() == 3));
    assert!(store.missing_clusters().is_empty() && !store.is_missing(cluster));
    store.forget(BlockKind::Cluster);
    assert!(store.is_missing(cluster));
    let long = [2.0; 6];
    let wrong = DenseInput { vectors: &long, ..input };
    let error = build(&pages(), Some(&wrong), &settings(), &|_, _, _| {}).err().unwrap();
    assert!(matches!(error, BuildError::Dense(_)), "{error}");
}

/// One memory for all tests: what is remembered gives the same bytes.
fn memory() -> &'static ClusterMemory {
    static MEMORY: std::sync::LazyLock<ClusterMemory> = std::sync::LazyLock::new(ClusterMemory::default);
    &MEMORY
}

/// Input with a fake model of a few bytes.
pub(crate) fn dense_input<'a>(
    sections: &'a [SectionId],
    vectors: &'a [f32],
    info: &'a crate::model::ModelInfo,
) -> DenseInput<'a> {
    let encoder = Some(EncoderInput { model: b"model", rows: None, tokenizer: b"{}" });
    DenseInput { sections, vectors, dimensions: info.dimensions, encoder, info, clusters: memory() }
}

/// Metadata of a model that does not exist: tests make vectors by hand.
pub(crate) fn info() -> crate::model::ModelInfo {
    crate::model::ModelInfo {
        kind: crate::model::ModelKind::Encoder,
        name: "tiny".into(),
        dimensions: 2,
        max_tokens: 8,
        pooling: crate::model::Pooling::Mean,
        licence: None,
        languages: Vec::new(),
        onnx_sha256: sha256_hex(b"model"),
        query_sha256: None,
        tokenizer_sha256: sha256_hex(b"{}"),
        query_prompt: String::new(),
        passage_prompt: String::new(),
        source_sha256: sha256_hex(b""),
    }
}

#[test]
fn a_site_without_pages_has_an_index() {
    let host = Host::of(&[]);
    let store = host.store();
    assert_eq!((store.directory().page_count(), store.directory().section_count()), (0, 0));
    assert!(store.text(SectionId(0)).is_none() && !store.is_missing(BlockKind::Terms.block(0)));
    assert_ne!(store.directory().generation, Generation::default());
}

#[test]
fn progress_reaches_its_end() {
    let seen = std::sync::Mutex::new(vec![]);
    build(&pages(), None, &settings(), &|step, done, of| seen.lock().unwrap().push((step, done, of)))
        .unwrap();
    let seen = seen.into_inner().unwrap();
    assert!([Step::Texts, Step::Lexical].iter().all(|step| seen.contains(&(*step, 6, 6))));
    assert_eq!(seen.last(), Some(&(Step::Packing, 3, 3)));
    assert!(seen.iter().all(|(_, done, of)| done <= of));
}
