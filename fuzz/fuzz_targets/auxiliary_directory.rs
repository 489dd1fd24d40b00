//! The auxiliary directory. The first byte of the input is the number of term blocks.
#![no_main]

use docfuse::format::{FileKind, Generation, Writer, write_header};
use docfuse::index::AuxiliaryDirectory;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (blocks, payload) = input;
    let mut file = Writer::new();
    write_header(&mut file, FileKind::Auxiliary, Generation::default());
    file.bytes(payload);
    let Ok(auxiliary) = AuxiliaryDirectory::read(&file.finish(), Generation::default(), blocks.into()) else {
        return;
    };
    for table in [&auxiliary.forward, &auxiliary.backward] {
        assert!(table.keys.blocks_with_prefix("th").end <= table.blocks.len());
        assert!((0..table.blocks.len()).all(|block| table.blocks.range("words", block).is_some()));
    }
});
