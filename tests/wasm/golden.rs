/// `docfuse.json` of the golden index.
pub const MANIFEST: &str = include_str!("../fixtures/golden/docfuse.json");

/// Its other files by name, as stored; without the encoder's two files.
pub const FILES: &[(&str, &[u8])] = &[
    ("dense-b87132b5c39517f3.bin", include_bytes!("../fixtures/golden/dense-b87132b5c39517f3.bin")),
    ("directory-97da69ada819cbd4.bin", include_bytes!("../fixtures/golden/directory-97da69ada819cbd4.bin")),
    ("lexical-f5e96d119a125cb1.bin", include_bytes!("../fixtures/golden/lexical-f5e96d119a125cb1.bin")),
    ("links-380c89c4def10499.bin", include_bytes!("../fixtures/golden/links-380c89c4def10499.bin")),
    ("texts-52c7ed4df6727060.bin", include_bytes!("../fixtures/golden/texts-52c7ed4df6727060.bin")),
];
