//! Reading all texts of an index in pieces.

use super::IndexFolder;
use docfuse::ids::SectionId;
use docfuse::index::{BlockId, BlockKind, ByteRange, Fragment, PageText, SectionText};

/// Blocks of texts that are read at once where all are.
const SCANNED_BLOCKS: usize = 256;

impl IndexFolder {
    /// Reads all texts, some blocks at a time, and keeps none. Calls `each` with every section, until it returns true.
    /// Skips blocks that cannot be read.
    pub fn each_text(&self, each: &mut dyn FnMut(SectionId, &SectionText, &PageText) -> bool) {
        let store = self.store();
        let blocks: Vec<BlockId> = store.blocks(BlockKind::Texts).collect();
        for blocks in blocks.chunks(SCANNED_BLOCKS) {
            let requests = store.requests(blocks);
            let ranges: Vec<&ByteRange> = requests.iter().map(|request| &request.range).collect();
            for (request, content) in requests.iter().zip(self.source.blocks(&ranges)) {
                let numbers = store.directory().text_sections(request.id.number);
                let count = numbers.len() as u32;
                let fragment = content.ok().and_then(|content| Fragment::read(&content, count).ok());
                let sections = fragment.iter().flat_map(|fragment| {
                    fragment.sections.iter().map(|text| (text, fragment.pages.get(text.page)))
                });
                for ((text, page), section) in sections.zip(numbers) {
                    if page.is_some_and(|page| each(SectionId(section), text, page)) {
                        return;
                    }
                }
            }
        }
    }
}
