/// `docfuse.json` of the golden index.
pub const MANIFEST: &str = include_str!("../fixtures/golden/docfuse.json");

/// Its other files by name, as stored; without the encoder's two files.
pub const FILES: &[(&str, &[u8])] = &[
    ("dense-647c952235117902.bin", include_bytes!("../fixtures/golden/dense-647c952235117902.bin")),
    ("directory-03ea6468c42f86a9.bin", include_bytes!("../fixtures/golden/directory-03ea6468c42f86a9.bin")),
    ("lexical-00615c17721014b4.bin", include_bytes!("../fixtures/golden/lexical-00615c17721014b4.bin")),
    ("links-2e692e68a7005783.bin", include_bytes!("../fixtures/golden/links-2e692e68a7005783.bin")),
    ("texts-52c7ed4df6727060.bin", include_bytes!("../fixtures/golden/texts-52c7ed4df6727060.bin")),
];
