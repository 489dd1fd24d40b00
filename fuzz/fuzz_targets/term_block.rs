//! A block of terms with their postings. The first two bytes of the input are the number of sections.
#![no_main]

use docfuse::lexical::TermBlock;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (sections, bytes) = input;
    let Ok(block) = TermBlock::read(bytes.to_vec(), 0, sections.into()) else { return };
    for term in ["", "a", "thread", "os.path.join"] {
        let Ok(Some(entry)) = block.find(term) else { continue };
        assert!(entry.document_frequency <= sections.into());
        let Ok(postings) = entry.postings() else { continue };
        let mut next = 0;
        for posting in postings.map_while(Result::ok) {
            assert!(posting.section.0 >= next && posting.section.0 < sections.into());
            next = posting.section.0 + 1;
        }
    }
});
