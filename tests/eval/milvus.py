#!/usr/bin/env python3
"""Measures nDCG@10 of exports in Milvus Lite, beside Docfuse's own.

    milvus.py DOCFUSE INDEX=SET ...

SET is a folder with queries.jsonl and qrels.tsv, as in BEIR. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

MODES = ("lexical", "dense", "hybrid")


def ndcg(found: list[str], known: dict[str, float]) -> float:
    """nDCG@10 with the gain 2^grade - 1."""
    pages = list(dict.fromkeys(found))[:10]
    gain = sum((2 ** known.get(page, 0) - 1) / math.log2(rank + 2) for rank, page in enumerate(pages))
    best = sorted(known.values(), reverse=True)[:10]
    return gain / sum((2**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(best))


def judged(folder: Path) -> list[tuple[str, dict[str, float]]]:
    """Queries with the grades of their answers."""
    known: dict[str, dict[str, float]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, page, grade = line.split("\t")[:3]
        if float(grade) > 0:
            known.setdefault(query, {})[page] = float(grade)
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line) for line in lines]
    return [(query["text"], known[query["_id"]]) for query in queries if query["_id"] in known]


def program_of(export: Path) -> ModuleType:
    """The program in the folder of an export."""
    spec = importlib.util.spec_from_file_location("docfuse_milvus", export / "docfuse_milvus.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def milvus(docfuse: str, index: str, queries: list[tuple[str, dict[str, float]]], folder: Path) -> dict[str, float]:
    """The means of an export, loaded and asked by its own program."""
    export = folder / "export"
    subprocess.run([docfuse, "export", "milvus", index, "--out", str(export)], check=True, stdout=sys.stderr)
    program = program_of(export)
    description = json.loads((export / "export.json").read_text(encoding="utf-8"))
    client = program.MilvusClient(uri=str(folder / "docs.db"))
    arguments: dict[str, Any] = {"uri": "docs.db", "collection": "docfuse", "export": export, "filter": "", "limit": 10}
    program.load(client, argparse.Namespace(**arguments, replace=False, update=False, analyzer=None), description)
    encoder = program.Encoder(docfuse, index, description["encoder"])
    vectors = {text: encoder.vector(text) for text, _ in queries}
    encoder.vector = vectors.__getitem__
    means = {}
    for mode in MODES:
        args = argparse.Namespace(**arguments, mode=mode)
        hits = [program.search(client, args, text, None if mode == "lexical" else encoder) for text, _ in queries]
        found = [[hit["record"] or hit["page"] for hit in found] for found in hits]
        means[mode] = sum(ndcg(pages, known) for pages, (_, known) in zip(found, queries)) / len(queries)
    client.close()
    return means


def own(docfuse: str, index: str, folder: Path) -> dict[str, float]:
    """What `docfuse eval` says of the index."""
    sets = ["--queries", str(folder / "queries.jsonl"), "--qrels", str(folder / "qrels.tsv"), "--json"]
    done = subprocess.run([docfuse, "eval", index, *sets], check=True, stdout=subprocess.PIPE, text=True)
    report = json.loads(done.stdout)["queries"]
    return {mode: sum(query["modes"][mode]["ndcg@10"] for query in report) / len(report) for mode in MODES}


def main() -> None:
    """Measures each index."""
    docfuse, *pairs = sys.argv[1:] or sys.exit(__doc__)
    print("| set | engine | " + " | ".join(MODES) + " |\n|---|---|---|---|---|")
    for pair in pairs:
        index, _, place = pair.partition("=")
        queries = judged(Path(place))
        with tempfile.TemporaryDirectory() as folder:
            measured = {
                "Docfuse": own(docfuse, index, Path(place)),
                "Milvus Lite": milvus(docfuse, index, queries, Path(folder)),
            }
        for engine, means in measured.items():
            shown = " | ".join(f"{means[mode]:.4f}".removeprefix("0") for mode in MODES)
            print(f"| {Path(place).name} ({len(queries)}) | {engine} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
