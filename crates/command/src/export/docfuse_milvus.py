#!/usr/bin/env python3
"""Loads what `docfuse export milvus` wrote into Milvus, and asks it by words and by meaning.

    pip install "pymilvus[milvus-lite]"
    python docfuse_milvus.py load --uri docs.db
    python docfuse_milvus.py ask --uri docs.db --index INDEX "how do I share data between threads"

`--uri` is a file for Milvus Lite, or the address of a server, such as http://localhost:19530. Queries get their vector
from `docfuse embed INDEX`, the encoder of the index, so no other model is needed. Without TEXT, `ask` reads a query
from each line of standard input. `--filter` takes an expression of Milvus: 'json_contains(filters, "kind=guide")'.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pymilvus import AnnSearchRequest, DataType, Function, FunctionType, MilvusClient, RRFRanker

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
BATCH = 256  # sections inserted at once
DEPTH = 100  # sections that each list gives to the fusion
MAX_TEXT = 65_535  # bytes of Milvus' longest text
SHOWN = ["url", "title", "path", "heading", "record", "kind", "version", "filters", "text"]

# Languages that Milvus stems. Milvus Lite does not, and passes over the filters.
STEMMED = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}


def analyzer(language: str) -> dict[str, Any]:
    """How Milvus finds words of a language: folded, and stemmed where it can."""
    filters: list[Any] = ["lowercase", "asciifolding"]
    name = STEMMED.get(language.split("-")[0])
    if name:
        filters.append({"type": "stemmer", "language": name})
    return {"tokenizer": "standard", "filter": filters}


def create(client: MilvusClient, name: str, export: dict[str, Any], words: dict[str, Any]) -> None:
    """Creates the collection: a text with its BM25 function, the vector, and what a hit shows."""
    schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=64)
    texts = ["url", "page", "anchor", "record", "language", "title", "heading", "kind", "text"]
    for field in texts:
        schema.add_field(field, DataType.VARCHAR, max_length=MAX_TEXT)
    for field in ["path", "names", "version", "filters", "meta", "also"]:
        schema.add_field(field, DataType.JSON)
    for field in ["edition", "edition_rank"]:
        schema.add_field(field, DataType.INT64, nullable=True)
    schema.add_field("searched", DataType.VARCHAR, max_length=MAX_TEXT, enable_analyzer=True, analyzer_params=words)
    schema.add_field("words", DataType.SPARSE_FLOAT_VECTOR)
    schema.add_function(
        Function(
            name="bm25",
            function_type=FunctionType.BM25,
            input_field_names=["searched"],
            output_field_names=["words"],
        )
    )
    indexes = client.prepare_index_params()
    indexes.add_index(field_name="words", index_type="SPARSE_INVERTED_INDEX", metric_type="BM25")
    if export["encoder"]:
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=export["encoder"]["dimensions"])
        indexes.add_index(field_name="vector", index_type="AUTOINDEX", metric_type="COSINE")
    client.create_collection(name, schema=schema, index_params=indexes)


def batches(path: Path) -> Iterator[list[dict[str, Any]]]:
    """The sections of a file, some at a time."""
    batch = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            batch.append(json.loads(line))
            if len(batch) == BATCH:
                yield batch
                batch = []
    if batch:
        yield batch


def load(client: MilvusClient, args: argparse.Namespace, export: dict[str, Any]) -> None:
    """Creates the collection, or takes the one that is there with --update, and puts in all sections."""
    exists = client.has_collection(args.collection)
    if exists and args.replace:
        client.drop_collection(args.collection)
    elif exists and not args.update:
        sys.exit(f"{args.uri}: collection {args.collection} exists; --update adds to it, --replace drops it first")
    if args.replace or not exists:
        words = json.loads(args.analyzer) if args.analyzer else analyzer(export["language"])
        create(client, args.collection, export, words)
    done = 0
    for batch in batches(args.export / "sections.jsonl"):
        client.upsert(args.collection, batch)
        done += len(batch)
        print(f"\r{done} of {export['sections']} sections", end="", file=sys.stderr)
    print(file=sys.stderr)
    client.flush(args.collection)
    client.load_collection(args.collection)


class Encoder:
    """Vectors of queries, by `docfuse embed`, which stays for all queries."""

    def __init__(self, command: str, index: str, expected: dict[str, Any]) -> None:
        """Starts the command."""
        self.expected = expected
        try:
            self.process = subprocess.Popen(
                [command, "embed", index], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            sys.exit(f"{command}: the docfuse command expected, {error}; --docfuse names it")

    def vector(self, text: str) -> list[float]:
        """The vector of a query."""
        assert self.process.stdin
        assert self.process.stdout
        line = ""
        # A command that failed has said why, and closed its end.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(" ".join(text.split()) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        if not line:
            sys.exit(f"docfuse embed gave no vector; {self.process.wait()} is its exit code")
        answer = json.loads(line)
        if answer["encoder"] != self.expected["sha256"]:
            sys.exit(f"the encoder {self.expected['name']} of the export expected; the index has another one")
        return answer["vector"]


def search(client: MilvusClient, args: argparse.Namespace, text: str, encoder: Encoder | None) -> list[dict[str, Any]]:
    """The hits of a query, best first."""
    depth = max(DEPTH, args.limit)
    requests = []
    if args.mode != "dense":
        requests.append(AnnSearchRequest([text], "words", {"metric_type": "BM25"}, depth, expr=args.filter))
    if encoder:
        param = {"metric_type": "COSINE"}
        requests.append(AnnSearchRequest([encoder.vector(text)], "vector", param, depth, expr=args.filter))
    found = client.hybrid_search(args.collection, requests, ranker=RRFRanker(60), limit=args.limit, output_fields=SHOWN)
    return [{"id": hit["id"], "score": hit["distance"], **hit["entity"]} for hit in found[0]]


def show(hits: list[dict[str, Any]]) -> None:
    """Prints hits for people."""
    for rank, hit in enumerate(hits, 1):
        heading = hit["heading"] if hit["heading"] != hit["title"] else ""
        print(f"{rank:>2}. {' > '.join(filter(None, [hit['title'], heading]))}\n    {hit['url'] or hit['record']}")
        print(f"    {' '.join(hit['text'].split())[:160]}")


def ask(client: MilvusClient, args: argparse.Namespace, export: dict[str, Any]) -> None:
    """Answers the query, or each line of standard input."""
    encoder = None
    if args.mode != "lexical" and export["encoder"]:
        if not args.index:
            sys.exit("--index INDEX expected, the index that was exported: its encoder gives queries their vector")
        encoder = Encoder(args.docfuse, args.index, export["encoder"])
    elif args.mode == "dense":
        sys.exit("the export has no vectors; --mode lexical asks by words")
    elif args.mode == "hybrid":
        print("note: the export has no vectors, so words alone are searched", file=sys.stderr)
    client.load_collection(args.collection)
    for text in [args.text] if args.text else filter(None, map(str.strip, sys.stdin)):
        hits = search(client, args, text, encoder)
        if args.json:
            print(json.dumps({"query": text, "hits": hits}, ensure_ascii=False), flush=True)
        else:
            show(hits)


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for run in (load, ask):
        command = commands.add_parser(run.__name__, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--uri", required=True, help="a file that ends in .db, or the address of a server")
        command.add_argument("--token", default="", help="USER:PASSWORD or a token, for a server")
        command.add_argument("--collection", default="docfuse")
        command.add_argument("--export", type=Path, default=HERE, help="folder of the export (that of this program)")
        if run is load:
            command.add_argument("--replace", action="store_true", help="drop a collection of this name first")
            command.add_argument("--update", action="store_true", help="replace and add sections in the collection")
            command.add_argument("--analyzer", help="analyzer_params of Milvus, as JSON")
        else:
            command.add_argument("text", nargs="?", metavar="TEXT")
            command.add_argument("--index", help="folder or address of the index that was exported")
            command.add_argument("--mode", choices=["hybrid", "lexical", "dense"], default="hybrid")
            command.add_argument("--limit", type=int, default=10)
            command.add_argument("--filter", default="", metavar="EXPRESSION")
            command.add_argument("--json", action="store_true")
            command.add_argument("--docfuse", default=os.environ.get("DOCFUSE", "docfuse"), help="the command")
    args = parser.parse_args()
    export = json.loads((args.export / "export.json").read_text(encoding="utf-8"))
    if export.get("engine") != "milvus":
        sys.exit(f"{args.export}: an export for Milvus expected; of several languages, name the folder of one")
    args.run(MilvusClient(uri=args.uri, token=args.token), args, export)


if __name__ == "__main__":
    main()
