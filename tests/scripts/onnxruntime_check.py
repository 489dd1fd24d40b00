#!/usr/bin/env python3
"""Runs an imported model in ONNX Runtime and compares it with the reference vectors.

    onnxruntime_check.py MODEL_DIR

MODEL_DIR is what `docfuse model import` wrote from all-MiniLM-L6-v2. Fails unless the vector of each text in
tests/fixtures/embed has a cosine of at least 0.95 to the f32 model's (of the encoder of queries 0.9), one text at a time
and in one padded batch. The bar is lower than that of docfuse's own operators: ONNX Runtime quantizes the input of a layer with one scale for all
rows of all texts, docfuse's operators with one scale per row.
Needs numpy, onnxruntime and tokenizers.
"""

import json
import pathlib
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "embed"
BARS = {"model.onnx": 0.95, "query.onnx": 0.9}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    model_dir = pathlib.Path(sys.argv[1])
    info = json.loads((model_dir / "model.json").read_text())
    texts = json.loads((FIXTURES / "reference_texts.json").read_text())
    expected = np.fromfile(FIXTURES / "reference_vectors.f32", dtype="<f4").reshape(len(texts), info["dimensions"])

    tokenizer = Tokenizer.from_file(str(model_dir / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(info["max_tokens"])
    ids = [tokenizer.encode(text).ids for text in texts]
    failed = False
    for file, bar in BARS.items():
        session = onnxruntime.InferenceSession(str(model_dir / file), providers=["CPUExecutionProvider"])

        def run(rows):
            """One vector per row of ids; rows are padded to the longest."""
            width = max(map(len, rows))
            inputs = {
                "input_ids": np.array([row + [0] * (width - len(row)) for row in rows], dtype=np.int64),
                "attention_mask": np.array(
                    [[1] * len(row) + [0] * (width - len(row)) for row in rows], dtype=np.int64
                ),
            }
            return session.run(["sentence_embedding"], inputs)[0]

        for name, vectors in [("one by one", np.concatenate([run([row]) for row in ids])), ("one batch", run(ids))]:
            lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(expected, axis=1)
            cosines = (vectors * expected).sum(axis=1) / lengths
            least, mean = cosines.min(), cosines.mean()
            print(f"{file}, {name}: {len(cosines)} texts, cosine to f32 at least {least:.5f}, mean {mean:.5f}")
            for text, cosine in zip(texts, cosines):
                if not cosine >= bar:
                    failed = True
                    print(f"  {cosine:.5f} below {bar}: {text[:60]!r}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
