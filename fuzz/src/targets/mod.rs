//! A target for each reader of untrusted bytes. Each asserts what the rest of the code relies on, besides that nothing
//! panics. The fuzzer runs them, and so does an ordinary test with the corpus: nothing here needs libFuzzer.

mod blocks;
mod files;
mod input;
mod models;
mod parts;
mod texts;

/// Reads one test case; panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets, by the name of their folder in `fuzz/corpus`.
pub const TARGETS: [(&str, Target); 27] = [
    ("auxiliary_directory", files::auxiliary_directory),
    ("dense", blocks::dense),
    ("directory", files::directory),
    ("filters", files::filters),
    ("first_rows", models::first_rows),
    ("fragment", blocks::fragment),
    ("homes", blocks::homes),
    ("import", models::import_model),
    ("leaf", files::leaf),
    ("links", files::links),
    ("manifest", files::manifest),
    ("model", models::model),
    ("page", texts::page),
    ("part", parts::part),
    ("position_block", blocks::position_block),
    ("queries", texts::queries),
    ("query", texts::query),
    ("records", texts::records),
    ("row_files", models::row_files),
    ("search", files::search),
    ("settings", texts::settings),
    ("spelling_block", blocks::spelling_block),
    ("term_block", blocks::term_block),
    ("term_vectors", blocks::term_vectors),
    ("tokenizer", models::tokenizer),
    ("unigram", models::unigram),
    ("nano_e5", models::nano_e5_model),
];
