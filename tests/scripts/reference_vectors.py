#!/usr/bin/env python3
"""Computes the reference vectors of the encoder test from the f32 model, in plain numpy.

    reference_vectors.py HF_DIR [OUT]

HF_DIR is the sentence-transformers folder of all-MiniLM-L6-v2 (mean pooling, unit length). Embeds the texts of
tests/fixtures/embed/reference_texts.json and writes one vector of little-endian f32 per text to OUT (by default
reference_vectors.f32 beside them). Shares no code with the product: a BERT forward pass in f64, after the paper. Needs
numpy, safetensors and tokenizers.
"""

import json
import math
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "embed"


def encode(texts, model_dir, max_tokens):
    """The word piece ids of each text, truncated to max_tokens, without padding."""
    tokenizer = Tokenizer.from_file(str(model_dir / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return [tokenizer.encode(text).ids for text in texts]


def layer_norm(x, weights, name, epsilon):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def linear(x, weights, name):
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def gelu(x):
    return 0.5 * x * (1.0 + np.vectorize(math.erf)(x / math.sqrt(2.0)))


def embed(ids, weights, config):
    """The unit vector of one text."""
    heads = config["num_attention_heads"]
    size = config["hidden_size"] // heads
    epsilon = config["layer_norm_eps"]
    x = (
        weights["embeddings.word_embeddings.weight"][ids]
        + weights["embeddings.position_embeddings.weight"][: len(ids)]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    x = layer_norm(x, weights, "embeddings.LayerNorm", epsilon)
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, weights, f"{name}.attention.self.{part}").reshape(len(ids), heads, size).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(size)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        context = (shares @ value).transpose(1, 0, 2).reshape(len(ids), -1)
        attended = linear(context, weights, f"{name}.attention.output.dense")
        x = layer_norm(x + attended, weights, f"{name}.attention.output.LayerNorm", epsilon)
        inner = gelu(linear(x, weights, f"{name}.intermediate.dense"))
        x = layer_norm(x + linear(inner, weights, f"{name}.output.dense"), weights, f"{name}.output.LayerNorm", epsilon)
    vector = x.mean(axis=0)
    return vector / np.linalg.norm(vector)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    model_dir = pathlib.Path(sys.argv[1])
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else FIXTURES / "reference_vectors.f32"
    config = json.loads((model_dir / "config.json").read_text())
    max_tokens = json.loads((model_dir / "sentence_bert_config.json").read_text())["max_seq_length"]
    weights = {
        name: tensor.astype(np.float64)
        for name, tensor in load_file(model_dir / "model.safetensors").items()
        if tensor.dtype.kind == "f"
    }
    texts = json.loads((FIXTURES / "reference_texts.json").read_text())
    vectors = [embed(ids, weights, config) for ids in encode(texts, model_dir, max_tokens)]
    out.write_bytes(np.asarray(vectors, dtype="<f4").tobytes())
    print(f"{out}: {len(vectors)} vectors of {len(vectors[0])} dimensions")


if __name__ == "__main__":
    main()
