//! libFuzzer with the target that the environment variable `DOCFUSE_FUZZ` names.
#![no_main]

use std::sync::OnceLock;

use docfuse_fuzz::targets::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<Target> = OnceLock::new();

fuzz_target!(
    init: {
        let name = std::env::var("DOCFUSE_FUZZ").unwrap_or_default();
        let names = TARGETS.map(|(name, _)| name).join(", ");
        match TARGETS.into_iter().find(|(known, _)| *known == name) {
            Some((_, target)) => TARGET.get_or_init(|| target),
            None => panic!("DOCFUSE_FUZZ must be one of {names}; \"{name}\" found"),
        };
    },
    |bytes: &[u8]| {
        if let Some(target) = TARGET.get() {
            target(bytes);
        }
    }
);
