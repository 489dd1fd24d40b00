use serde_json::{Value, json};

use super::tiny;
use crate::word_pieces::{WordPieces, pack};

/// Loads the tokenizer of tests with another post-processor.
fn load(change: impl Fn(&mut Value)) -> Result<usize, String> {
    let mut tokenizer: Value = serde_json::from_slice(&tiny::tokenizer()).unwrap();
    change(&mut tokenizer["post_processor"]);
    let packed = pack(&serde_json::to_vec(&tokenizer).unwrap())?;
    let pieces = WordPieces::load(&packed, 16).map_err(|error| error.to_string())?;
    Ok(pieces.pair("a", "b").unwrap().0.len())
}

#[test]
fn templates_on_which_the_crate_panics_are_refused() {
    let piece = |name: &str| json!({"SpecialToken": {"id": name, "type_id": 0}});
    let second = json!({"Sequence": {"id": "B", "type_id": 0}});
    assert_eq!(load(|_| ()), Ok(2));
    for template in ["single", "pair"] {
        let unknown = load(|processor| processor[template][0] = piece("[NONE]")).unwrap_err();
        assert!(unknown.contains("[NONE]"), "{template}: {unknown}");
    }
    let two_texts = load(|processor| processor["single"][1] = second.clone()).unwrap_err();
    assert!(two_texts.contains("a second one found"), "{two_texts}");
    let twice = |processor: &mut Value| {
        *processor = json!({"type": "Sequence", "processors": [processor.clone(), processor.clone()]});
    };
    let two_templates = load(twice).unwrap_err();
    assert!(two_templates.contains("one template expected, 2 found"), "{two_templates}");
    let in_a_list = |processor: &mut Value| {
        *processor = json!({"type": "Sequence", "processors": [processor.clone()]});
    };
    assert_eq!(load(in_a_list), Ok(2));
}
