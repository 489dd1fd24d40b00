#!/usr/bin/env python3
"""Writes the models that the encoder is compared with, from the f32 weights.

    models.py HF_DIR MODEL_DIR OUT

HF_DIR is the sentence-transformers folder of all-MiniLM-L6-v2, MODEL_DIR what `docfuse model import` wrote from it.
Writes

    OUT/f32/            a model folder like MODEL_DIR whose ONNX file is the f32 graph of standard operators
    OUT/int8.onnx       that graph after onnxruntime.quantization.quantize_dynamic, one scale per output channel
    OUT/int8-fused.onnx the same from a graph with ONNX Runtime's own fused operators

and checks each against the reference vectors in tests/fixtures/embed, which are computed without ONNX. The f32 graphs
must match them, the quantized ones come close.
"""

import hashlib
import json
import pathlib
import shutil
import sys
import tempfile

import numpy as np
import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

from graph import build
from session import Encoder, WordPieces

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "embed"
# Minimum cosine of each text to the reference. CLOSE only detects wrong graphs: the benchmark measures the cost of
# quantization.
SAME, CLOSE = 0.99999, 0.9


def check(path, tokens, texts, expected, least):
    """Exits unless the model gives the expected vectors, one text at a time and in a padded batch."""
    encoder = Encoder(path, threads=2)
    ids = [tokens.ids(text) for text in texts]
    for vectors in (np.concatenate([encoder.run([row]) for row in ids]), encoder.run(ids)):
        cosines = (vectors * expected).sum(axis=1) / np.linalg.norm(vectors, axis=1) / np.linalg.norm(expected, axis=1)
        print(f"{path.name}: cosine to the reference at least {cosines.min():.6f}, mean {cosines.mean():.6f}")
        if not cosines.min() >= least:
            sys.exit(f"{path}: a cosine of at least {least} expected; this graph is not the model")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    source, imported, out = map(pathlib.Path, sys.argv[1:])
    config = json.loads((source / "config.json").read_text())
    info = json.loads((imported / "model.json").read_text())
    weights_file = source / "model.safetensors"
    if hashlib.sha256(weights_file.read_bytes()).hexdigest() != info["source_sha256"]:
        sys.exit(f"{imported} was not made from {weights_file}")
    tensors = load_file(weights_file)
    weights = {name: tensor.astype(np.float32) for name, tensor in tensors.items() if tensor.dtype.kind == "f"}
    tokens = WordPieces(imported)
    texts = json.loads((FIXTURES / "reference_texts.json").read_text())
    expected = np.fromfile(FIXTURES / "reference_vectors.f32", dtype="<f4").reshape(len(texts), -1)

    folder = out / "f32"
    folder.mkdir(parents=True, exist_ok=True)
    plain = folder / "model.onnx"
    onnx.save(build(weights, config, info["max_tokens"], fused=False), plain)
    check(plain, tokens, texts, expected, SAME)
    digest = hashlib.sha256(plain.read_bytes()).hexdigest()
    (folder / "model.json").write_text(json.dumps({**info, "name": f"{info['name']}, f32", "onnx_sha256": digest}))
    # As Docfuse reads it, and as ONNX Runtime's side does.
    for name in ("tokenizer.bin", "tokenizer.json"):
        shutil.copyfile(imported / name, folder / name)

    with tempfile.TemporaryDirectory() as scratch:
        fused = pathlib.Path(scratch) / "fused.onnx"
        onnx.save(build(weights, config, info["max_tokens"], fused=True), fused)
        check(fused, tokens, texts, expected, SAME)
        # Shape inference does not know the output types of the fused operators.
        options = {"DefaultTensorType": onnx.TensorProto.FLOAT}
        for model, quantized in ((plain, out / "int8.onnx"), (fused, out / "int8-fused.onnx")):
            quantize_dynamic(model, quantized, per_channel=True, weight_type=QuantType.QInt8, extra_options=options)
            check(quantized, tokens, texts, expected, CLOSE)


if __name__ == "__main__":
    main()
