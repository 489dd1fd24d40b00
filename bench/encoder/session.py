"""ONNX Runtime and the tokenizer, natively."""

import json

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


class WordPieces:
    """The tokenizer of a model folder: ids truncated to the model's limit, without padding."""

    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.max_tokens = json.loads((folder / "model.json").read_text())["max_tokens"]
        self.tokenizer.enable_truncation(self.max_tokens)

    def ids(self, text):
        return self.tokenizer.encode(text).ids


class Encoder:
    """An ONNX Runtime session."""

    def __init__(self, path, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def run(self, rows):
        """One vector per row of ids; rows are padded to the longest."""
        width = max(map(len, rows))
        ids, mask = np.zeros((2, len(rows), width), dtype=np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)], mask[at, : len(row)] = row, 1
        return self.session.run(["sentence_embedding"], {"input_ids": ids, "attention_mask": mask})[0]
