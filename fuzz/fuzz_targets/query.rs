//! Any query text against an empty index: parsing and lookup must not panic.
#![no_main]

use docfuse::index::Directory;
use docfuse::search::{Engine, Outcome, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, &str, &str)| {
    let (prefix, minimum, text) = input;
    let mut engine = Engine::new(Directory::default());
    let request = Request {
        text: text.to_owned(),
        minimum_should_match: minimum.to_owned(),
        prefix,
        limit: 10,
        ..Request::default()
    };
    if let Ok(outcome) = engine.query(&request, None) {
        let Outcome::Answer(answer) = outcome else { panic!("an empty index needs nothing: {outcome:?}") };
        assert!(answer.hits.is_empty() && text.starts_with(&answer.query));
    }
});
