//! Files of an index: those that are read as a whole, the manifest, and a search over all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use docfuse::filters::Filters;
use docfuse::format::{FileKind, Generation, Writer, write_header};
use docfuse::ids::{PageId, SectionId};
use docfuse::index::{AuxiliaryDirectory, BlockKind, BlockRequest, Directory, Manifest, open};
use docfuse::links::LinkGraph;
use docfuse::search::{Engine, Mode, Outcome, Request};

use super::input::Input;

/// A file of a kind with this content.
fn file(kind: FileKind, content: &[u8]) -> Vec<u8> {
    let mut file = Writer::new();
    write_header(&mut file, kind, Generation::default());
    file.bytes(content);
    file.finish()
}

/// The auxiliary directory.
pub fn auxiliary_directory(bytes: &[u8]) {
    let file = file(FileKind::Auxiliary, bytes);
    let Ok(auxiliary) = AuxiliaryDirectory::read(&file, Generation::default()) else { return };
    for table in [&auxiliary.forward, &auxiliary.backward] {
        assert!(table.keys.blocks_with_prefix("th").end <= table.blocks.len());
        assert!((0..table.blocks.len()).all(|block| table.blocks.range("words", block).is_some()));
    }
}

/// The directory inside the manifest.
pub fn directory(bytes: &[u8]) {
    if let Ok(directory) = Directory::read(&file(FileKind::Directory, bytes)) {
        check_directory(directory);
    }
}

fn check_directory(directory: Directory) {
    check_located(&directory);
    assert_eq!(Directory::read(&directory.write()), Ok(directory));
}

fn check_located(directory: &Directory) {
    for section in [0, 1, directory.section_count()].map(SectionId) {
        directory.page_of(section);
        let located = directory.locate(section);
        assert_eq!(located.is_some(), section.0 < directory.section_count());
        assert!(located.is_none_or(|(block, _)| block < directory.block_count(BlockKind::Texts)));
    }
    for key in ["", "a", "thread"] {
        assert!(directory.block_of(key).is_none_or(|block| block < directory.block_count(BlockKind::Terms)));
    }
}

/// A leaf of a directory: the directory after its length, the leaf's number, then the leaf.
pub fn leaf(bytes: &[u8]) {
    let mut input = Input(bytes);
    let directory = input.part();
    let directory = Directory::read(&file(FileKind::Directory, directory));
    let (Ok(mut directory), number) = (directory, input.byte().into()) else { return };
    let before = directory.clone();
    if directory.read_leaf(number, input.0).is_err() {
        assert_eq!(directory, before, "what is refused changes nothing");
    }
    check_located(&directory);
}

/// The filters file. The first byte is the number of pages.
pub fn filters(bytes: &[u8]) {
    let mut input = Input(bytes);
    let pages = input.byte().into();
    let file = file(FileKind::Filters, input.0);
    let Ok(filters) = Filters::read(&file, Generation::default(), pages) else { return };
    let values = || filters.filters.iter().flat_map(|filter| &filter.values);
    assert!(values().all(|value| value.pages.is_sorted_by(|a, b| a < b)));
    assert!(values().flat_map(|value| &value.pages).all(|page| *page < pages));
    filters.admits(&[("a".to_owned(), vec!["b".to_owned()])], 0);
}

/// The link graph. The first byte is the number of pages.
pub fn links(bytes: &[u8]) {
    let mut input = Input(bytes);
    let pages = input.byte().into();
    let file = file(FileKind::Links, input.0);
    let Ok(graph) = LinkGraph::read(&file, Generation::default(), pages) else { return };
    for page in (0..=pages).map(PageId) {
        let near = graph.neighbours(page);
        assert!(near.iter().all(|near| near.page.0 < pages && near.page != page));
    }
}

/// `docfuse.json`, with the list of files that it names as its own.
pub fn manifest(bytes: &[u8]) {
    let Ok(mut manifest) = serde_json::from_slice::<Manifest>(bytes) else { return };
    let _ = manifest.read_hashes(b"[]");
    manifest.fitting_language("pt-BR");
    if let Ok(directory) = manifest.directory() {
        assert!(manifest.all_files().all(|file| !file.name.contains(['/', '\\', ':'])));
        check_directory(directory);
    }
}

/// The files of the stored index in `tests/fixtures`, by name.
static GOLDEN: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    // The fuzzer is a crate in a folder of the main one.
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = crates.map(|at| at.join("tests/fixtures/golden")).find(|at| at.is_dir());
    let files = fs::read_dir(folder.expect("the stored index is there")).expect("its folder is readable");
    let files = files.map(|entry| {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
        (name, fs::read(path).expect("a readable file"))
    });
    files.collect()
});

/// A query to a small index of which one block is damaged: which block, where and how, options, then the text.
pub fn search(bytes: &[u8]) {
    let mut input = Input(bytes);
    let [damaged, options] = [input.byte(), input.byte()];
    let (place, altered) = (usize::from(input.number()), input.byte());
    let manifest: Manifest =
        serde_json::from_slice(&GOLDEN["docfuse.json"]).expect("the stored manifest is JSON");
    let mut engine = Engine::new(manifest.directory().expect("the stored directory is readable"));
    let request = Request {
        text: input.text(),
        mode: if options & 1 == 0 { Mode::Lexical } else { Mode::Hybrid },
        limit: 10,
        prefix: options & 2 != 0,
        facets: options & 4 != 0,
        explain: options & 8 != 0,
        doc_aggregates: options & 16 != 0,
        filters: if options & 32 != 0 { vec![("kind".into(), vec!["guide".into()])] } else { vec![] },
        text_length: 40,
        ..Request::default()
    };
    let mut trips = 0;
    let mut blocks = 0;
    let answer = loop {
        match engine.query(&request, None) {
            Ok(Outcome::Answer(answer)) => break answer,
            Ok(Outcome::Need(need)) => {
                for asked in need {
                    blocks += 1;
                    let mut content = content(&asked);
                    if blocks == damaged
                        && let Some(byte) = content.get_mut(place)
                    {
                        *byte ^= altered;
                    }
                    let _ = engine.supply(asked.id, content);
                }
            }
            Ok(other) => panic!("no vector and no reranker was promised: {other:?}"),
            Err(_) => return,
        }
        trips += 1;
        assert!(trips < 32, "the engine never answers");
    };
    assert!(answer.hits.len() <= request.limit && request.text.starts_with(&answer.query));
}

fn content(asked: &BlockRequest) -> Vec<u8> {
    let range = &asked.range;
    let file = GOLDEN.get(&range.file).expect("a file of the index");
    let stored = file.get(range.start as usize..range.end as usize).expect("a range of the file");
    open(&range.file, stored.to_vec(), range.bytes).expect("an undamaged block")
}
