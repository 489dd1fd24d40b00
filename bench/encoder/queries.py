#!/usr/bin/env python3
"""Compares the encoder of queries with the f32 model: both search the vectors that an index stores.

    queries.py DOCFUSE F32_DIR INDEX=SET...

F32_DIR is what models.py wrote to OUT/f32, SET a folder with queries.jsonl and qrels.tsv. Every vector of the index is
compared with every query, without clusters. Prints nDCG@10 by page, and the cosines of the queries' vectors.
"""

import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from session import Encoder, WordPieces

DEPTH = 10


def stored(docfuse, index):
    """The vectors of all windows, of length 1, and the page of each."""
    vectors, pages = [], []
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([docfuse, "export", "opensearch", index, "--out", out], check=True, stdout=subprocess.DEVNULL)
        for path in sorted(pathlib.Path(out).glob("*.ndjson")):
            for line in path.read_text().splitlines():
                section = json.loads(line)
                # Lines between the sections name what is done with them.
                for window in section.get("windows", []):
                    vectors.append(window["vector"])
                    pages.append(section["record"] or section["page"])
    return unit(np.array(vectors, dtype=np.float32)), pages


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def judged(folder):
    """The queries that have grades, by id, and the grades of their pages."""
    grades = collections.defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text().splitlines()[1:]:
        query, page, grade = line.split("\t")
        grades[query][page] = float(grade)
    queries = map(json.loads, (folder / "queries.jsonl").read_text().splitlines())
    return {query["_id"]: " ".join(query["text"].split()) for query in queries if query["_id"] in grades}, grades


def embedded(docfuse, index, texts):
    """The queries' vectors by the index's own encoder."""
    run = subprocess.run([docfuse, "embed", index], input="\n".join(texts), text=True, check=True, capture_output=True)
    return unit(np.array([json.loads(line)["vector"] for line in run.stdout.splitlines()], dtype=np.float32))


def gain(grades):
    return sum(grade / math.log2(at + 2) for at, grade in enumerate(grades))


def ndcg(similarities, pages, grades):
    """nDCG@10 of pages, each at the rank of its nearest window."""
    nearest = dict.fromkeys(pages[window] for window in np.argsort(-similarities, kind="stable"))
    found = [grades.get(page, 0) for page, _ in zip(nearest, range(DEPTH))]
    return gain(found) / gain(sorted(grades.values(), reverse=True)[:DEPTH])


def main():
    if len(sys.argv) < 4 or any("=" not in pair for pair in sys.argv[3:]):
        sys.exit(__doc__)
    docfuse, folder, *pairs = sys.argv[1:]
    encoder, tokens = Encoder(pathlib.Path(folder) / "model.onnx", threads=2), WordPieces(pathlib.Path(folder))
    losses = []
    print("| set | dense, own | f32 | cosine | least |\n|---|---|---|---|---|")
    for index, name in (pair.split("=") for pair in pairs):
        queries, grades = judged(pathlib.Path(name))
        vectors, pages = stored(docfuse, index)
        own = embedded(docfuse, index, list(queries.values()))
        f32 = unit(np.concatenate([encoder.run([tokens.ids(text)]) for text in queries.values()]))
        means = [
            np.mean([ndcg(row, pages, grades[query]) for query, row in zip(queries, asked @ vectors.T)])
            for asked in (own, f32)
        ]
        losses.append(means[0] - means[1])
        cosines = (own * f32).sum(axis=1)
        print(f"| {pathlib.Path(name).name} ({len(queries)}) | {means[0]:.4f} | {means[1]:.4f} "
              f"| {cosines.mean():.4f} | {cosines.min():.4f} |")
    print(f"\nMean difference: {np.mean(losses):+.4f}.")


if __name__ == "__main__":
    main()
