#!/usr/bin/env python3
"""Embeds texts in ONNX Runtime one at a time, like queries.

    vectors.py ONNX MODEL_DIR TEXTS OUT

ONNX is the model, MODEL_DIR the model folder with the tokenizer, TEXTS a JSON array. Writes OUT.json, the word piece ids
of each text, and OUT.f32, one vector of little-endian f32 per text.
"""

import json
import pathlib
import sys

import numpy as np

from session import Encoder, WordPieces


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    onnx, folder, texts, out = map(pathlib.Path, sys.argv[1:])
    tokens, encoder = WordPieces(folder), Encoder(onnx, threads=2)
    ids = [tokens.ids(text) for text in json.loads(texts.read_text())]
    vectors = np.concatenate([encoder.run([row]) for row in ids])
    out.with_suffix(".json").write_text(json.dumps(ids))
    out.with_suffix(".f32").write_bytes(vectors.astype("<f4").tobytes())


if __name__ == "__main__":
    main()
