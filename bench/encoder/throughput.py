#!/usr/bin/env python3
"""Embeds many texts in ONNX Runtime on two cores, as an index build would, and reports the time.

    throughput.py MODEL_DIR TEXTS OUT ONNX...            finds the fastest setting first
    throughput.py MODEL_DIR TEXTS OUT --like WAY         uses the setting that an earlier run found

TEXTS is a JSON array, MODEL_DIR the model folder with the tokenizer. Texts are sorted by length, so that batches hold
little padding. WAY is a setting: a model, a batch size, and two threads for one batch or two batches at a time. All
settings are tried on a sample of the texts. The time is from ids to vectors, without the tokenizer. Prints JSON: "ms",
"texts", "pieces", "way", "tried". Writes the vectors to OUT, little-endian f32 in the order of the texts.
"""

import concurrent.futures
import itertools
import json
import pathlib
import sys
import time

import numpy as np

from session import Encoder, WordPieces

BATCHES = (1, 4, 16, 32)
THREADS = (1, 2)
CORES = 2
# One in TRIAL texts, in order of length, is in the sample.
TRIAL = 10


def embed(encoder, rows, batch, at_a_time):
    """Milliseconds, and one vector per row of ids."""
    order = sorted(range(len(rows)), key=lambda at: -len(rows[at]))
    batches = [order[at : at + batch] for at in range(0, len(order), batch)]
    vectors = [None] * len(rows)

    def run(places):
        for place, vector in zip(places, encoder.run([rows[place] for place in places])):
            vectors[place] = vector

    started = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        for done in pool.map(run, batches):
            pass
    return (time.perf_counter() - started) * 1e3, vectors


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    folder, texts, out = map(pathlib.Path, sys.argv[1:4])
    tokens = WordPieces(folder)
    rows = [tokens.ids(text) for text in json.loads(texts.read_text())]
    tried = []
    if sys.argv[4] == "--like":
        way = json.loads(sys.argv[5])
    else:
        part = sorted(rows, key=len)[TRIAL // 2 :: TRIAL]
        for onnx, threads in itertools.product(sys.argv[4:], THREADS):
            encoder = Encoder(onnx, threads)
            encoder.run(part[:1])
            for batch in BATCHES:
                ms, _ = embed(encoder, part, batch, CORES // threads)
                tried.append({"onnx": onnx, "threads": threads, "batch": batch, "ms": ms})
        way = min(tried, key=lambda trial: trial["ms"])
    encoder = Encoder(way["onnx"], way["threads"])
    encoder.run(rows[:1])
    ms, vectors = embed(encoder, rows, way["batch"], CORES // way["threads"])
    out.write_bytes(np.stack(vectors).astype("<f4").tobytes())
    print(json.dumps({"ms": ms, "texts": len(rows), "pieces": sum(map(len, rows)), "way": way, "tried": tried}))


if __name__ == "__main__":
    main()
