use std::fs;

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

/// Each target takes all test cases of its folder in `fuzz/corpus`, and each folder is of a target.
#[test]
fn every_target_takes_its_corpus() {
    let corpus = crate::command::repository().join("fuzz/corpus");
    for (name, target) in targets::TARGETS {
        let folder = corpus.join(name);
        let mut cases = 0;
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            // Shown if the test fails.
            println!("{}", path.display());
            target(&bytes);
            cases += 1;
        }
        assert!(cases > 0, "{} is empty", folder.display());
    }
    let named = |name: String| targets::TARGETS.iter().any(|(known, _)| *known == name);
    for entry in fs::read_dir(&corpus).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(named(name.clone()), "fuzz/corpus/{name} is of no target");
    }
}
