//! Blocks of index files, decompressed.

use docfuse::dense::{Cluster, Homes, Loaded, LoadedBlocks, Nodes, Root, Search, StoredVectors};
use docfuse::format::Cursor;
use docfuse::ids::SectionId;
use docfuse::index::Fragment;
use docfuse::lexical::{PhraseTerm, PositionBlock, SpellingBlock, TermBlock, phrase};
use docfuse::lexicon::{TermVectors, VectorShape};

use super::input::Input;

/// The parts of a dense index, each read by itself.
struct DenseParts {
    nodes: Vec<Nodes>,
    clusters: Vec<Cluster>,
}

impl LoadedBlocks for DenseParts {
    fn nodes(&self, block: usize) -> Loaded<'_, Nodes> {
        self.nodes.get(block).map_or(Loaded::Failed, Loaded::Ready)
    }

    fn cluster(&self, node: u32) -> Loaded<'_, Cluster> {
        self.clusters.get(node as usize).map_or(Loaded::Failed, Loaded::Ready)
    }
}

/// The root of a graph, a block of nodes and a cluster, behind the number of sections.
pub fn dense(bytes: &[u8]) {
    let mut input = Input(bytes);
    let sections = u32::from(input.byte());
    let [root, nodes, cluster] = [(); 3].map(|()| input.part());
    let Ok(root) = Root::read(root, 1) else { return };
    let nodes = Nodes::read(nodes, &root, 0).into_iter().collect();
    let clusters: Vec<Cluster> = Cluster::read(cluster, &root, sections).into_iter().collect();
    let mut stored = StoredVectors::new(&root);
    clusters.iter().for_each(|cluster| stored.add(cluster));
    stored.sort();
    for vector in (0..sections).flat_map(|section| stored.of(SectionId(section))) {
        assert!((vector.iter().map(|component| component * component).sum::<f32>() - 1.0).abs() < 1e-3);
    }
    let parts = DenseParts { nodes, clusters };
    let mut query = vec![0.0; root.dimensions()];
    query[0] = 1.0;
    for admits in [None, Some(&(|held: &[u32]| held.contains(&1)) as &dyn Fn(&[u32]) -> bool)] {
        let Ok(search) = Search::new(&root, &parts, &query, admits) else { return };
        let Ok(reached) = search.clusters(10, 20) else { panic!("nothing is missing") };
        let nodes: Vec<u32> = reached.clusters.iter().map(|near| near.node).collect();
        assert!(nodes.iter().chain(&search.loaded()).all(|node| *node < root.nodes()));
        let Ok(found) = search.sections(&nodes, sections) else { panic!("nothing is missing") };
        assert!(found.iter().all(|hit| hit.section.0 < sections));
    }
}

/// A block of homes of sections, behind the number of clusters.
pub fn homes(bytes: &[u8]) {
    let mut input = Input(bytes);
    let clusters = u32::from(input.number());
    let Ok(homes) = Homes::read(input.0, clusters) else { return };
    let mut count = 0;
    for place in 0..2_000 {
        let of = homes.of(place);
        assert!(of.iter().all(|number| *number < clusters) && of.windows(2).all(|pair| pair[0] < pair[1]));
        count += of.len();
    }
    assert!(2 * count < input.0.len());
}

/// A block of texts. The first byte is the number of sections.
pub fn fragment(bytes: &[u8]) {
    let mut input = Input(bytes);
    let sections = input.byte();
    let Ok(fragment) = Fragment::read(input.0, sections.into()) else { return };
    assert_eq!(fragment.sections.len(), usize::from(sections));
    assert!(fragment.sections.iter().all(|section| section.page < fragment.pages.len()));
    assert_eq!(Fragment::read(&fragment.write(), sections.into()), Ok(fragment));
}

/// Sections of the index that a block of positions belongs to.
const SECTIONS: u32 = 64;

/// A block of positions, read and used for a phrase, behind its block of terms.
pub fn position_block(bytes: &[u8]) {
    let mut input = Input(bytes);
    let terms = input.part();
    let (Ok(terms), Ok(positions)) =
        (TermBlock::read(terms.to_vec(), 0, SECTIONS), PositionBlock::read(input.0.to_vec()))
    else {
        return;
    };
    let term = |text: &str| -> PhraseTerm<'_> {
        terms.find(text).ok().flatten().map(|entry| (entry, &positions)).into_iter().collect()
    };
    for texts in [["a", "b"], ["owner", "scope"], ["message", "thread"]] {
        if let Ok(found) = phrase(&texts.map(term)) {
            assert!(found.iter().all(|(section, count)| section.0 < SECTIONS && *count > 0));
        }
    }
}

/// A block of the spelling dictionary, read in both directions.
pub fn spelling_block(bytes: &[u8]) {
    for backward in [false, true] {
        let block = SpellingBlock::new(bytes.to_vec(), backward);
        let mut found = Vec::new();
        let _ = block.near("thraed", "thraed", 2, &mut found);
        assert!(found.iter().all(|candidate| candidate.edits() <= 2));
        let _ = block.completions("th", &mut found);
        assert!(found.len() <= bytes.len());
        let _ = block.ending(&['t', 'h'], 1, &mut Vec::new());
    }
}

/// A block of term vectors and related words behind their shape.
pub fn term_vectors(bytes: &[u8]) {
    let mut cursor = Cursor::new(bytes);
    let Ok(shape) = VectorShape::read(&mut cursor) else { return };
    let Ok(vectors) = TermVectors::read(bytes[cursor.position()..].to_vec(), shape) else { return };
    let mut sum = vec![0.0; shape.dimensions];
    assert!((0..64).filter(|place| vectors.add(*place, 1.0, &mut sum)).count() <= 8 * bytes.len());
    assert!(!vectors.add(usize::MAX, 1.0, &mut sum));
    let related: Vec<&str> = (0..64).flat_map(|place| vectors.related(place)).collect();
    let text: usize = related.iter().map(|word| word.len()).sum();
    assert!(related.len() <= 4 * 64);
    assert!(text < bytes.len());
}

/// A block of terms with their postings. The first two bytes are the number of sections.
pub fn term_block(bytes: &[u8]) {
    let mut input = Input(bytes);
    let sections = u32::from(input.number());
    let Ok(block) = TermBlock::read(input.0.to_vec(), 0, sections) else { return };
    assert!(block.postings_and_rest().map_or(true, |(_, rest)| input.0.ends_with(rest)));
    let _ = block.names(&mut |name, section| assert!(name.len() <= 960 && section.0 < sections));
    for term in ["", "a", "thread", "owner", "os.path.join"] {
        let Ok(Some(entry)) = block.find(term) else { continue };
        assert!(entry.document_frequency <= sections);
        let Ok(postings) = entry.postings() else { continue };
        let mut next = 0;
        for posting in postings.map_while(Result::ok) {
            assert!(posting.section.0 >= next && posting.section.0 < sections);
            next = posting.section.0 + 1;
        }
    }
}
