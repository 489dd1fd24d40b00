#!/usr/bin/env python3
"""Loads exports into Milvus Lite with the program that `docfuse export milvus` writes, and asks it.

    milvus_check.py DOCFUSE [MODEL_DIR]

DOCFUSE is the command, MODEL_DIR an encoder. Needs pymilvus and milvus-lite: tests/scripts/milvus.sh gets them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DOCFUSE = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "docfuse"
MODEL = sys.argv[2] if len(sys.argv) > 2 else None

TEXTS = {
    "threads": "Threads run side by side. Wrap the value in an Arc and clone it for each thread.",
    "errors": "Use catch_unwind at the border only. A panic unwinds the stack.",
    "owls": "Owls hunt at night and sleep during the day.",
    "larks": "Larks sing at dawn, high above the fields.",
}
PAGE = "<title>{title}</title><main data-docfuse-filter=kind:{kind}><h1>{title}</h1><p>{text}</main>"


def run(*command: str | Path, **options: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    env = {**os.environ, "DOCFUSE": DOCFUSE}
    return subprocess.run(
        [str(part) for part in command], text=True, capture_output=True, env=env, check=False, **options
    )


class Milvus(unittest.TestCase):
    """A small site, exported with vectors and without."""

    @classmethod
    def setUpClass(cls) -> None:
        """Builds and loads both."""
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        site = cls.folder / "site"
        site.mkdir()
        for name, text in TEXTS.items():
            kind = "bird" if name in ("owls", "larks") else "code"
            page = PAGE.format(title=name.capitalize(), kind=kind, text=text)
            (site / f"{name}.html").write_text(page, encoding="utf-8")
        # A page of headings has no vector.
        (site / "empty.html").write_text("<title>Contents</title><main><h1>Contents</h1></main>", encoding="utf-8")
        builds = {"words": ["--no-dense"]}
        if MODEL:
            builds["hybrid"] = ["--model", MODEL]
        for name, options in builds.items():
            index, out = cls.folder / f"{name}-index", cls.folder / name
            for command in (
                [DOCFUSE, "build", site, "--out", index, "--cache", cls.folder / "cache", *options],
                [DOCFUSE, "export", "milvus", index, "--out", out],
                [sys.executable, out / "docfuse_milvus.py", "load", "--uri", cls.folder / f"{name}.db"],
            ):
                done = run(*command)
                if done.returncode:
                    raise AssertionError(f"{command}: {done.stdout}{done.stderr}")

    @classmethod
    def tearDownClass(cls) -> None:
        """Deletes all."""
        cls.scratch.cleanup()

    def program(self, name: str, *arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
        """Runs the program of an export."""
        verb, *rest = arguments
        program = self.folder / name / "docfuse_milvus.py"
        return run(sys.executable, program, verb, "--uri", self.folder / f"{name}.db", *rest, **options)

    def ask(self, name: str, *arguments: str, **options: str) -> list[list[str]]:
        """The addresses of the hits of each query."""
        done = self.program(name, "ask", "--json", *arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [[hit["url"] for hit in json.loads(line)["hits"]] for line in done.stdout.splitlines()]

    def test_words_alone(self) -> None:
        """Without vectors, BM25 answers, and the program says so."""
        self.assertEqual(self.ask("words", "stack of a panic")[0][0], "errors.html")
        self.assertIn("words alone", self.program("words", "ask", "owls").stderr)
        self.assertIn("no vectors", self.program("words", "ask", "--mode", "dense", "owls").stderr)
        found = self.ask("words", "--filter", 'json_contains(filters, "kind=code")', "thread night")[0]
        self.assertEqual(found, ["threads.html"])
        found = self.ask("words", "--filter", 'json_contains(names, "owls")', "night")[0]
        self.assertEqual(found, ["owls.html"])

    def test_a_collection_is_replaced_on_demand_alone(self) -> None:
        """Loading again needs an option; ids stay the same, so no section is there twice."""
        self.assertIn("--replace", self.program("words", "load").stderr)
        for option in ("--update", "--replace"):
            done = self.program("words", "load", option)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.ask("words", "panic")[0], ["errors.html"])

    @unittest.skipUnless(MODEL, "no encoder named")
    def test_words_and_meaning(self) -> None:
        """Queries get their vector from the command; one process embeds all lines."""
        index = str(self.folder / "hybrid-index")
        queries = "animals active after dark\ncatch_unwind\n"
        found = self.ask("hybrid", "--index", index, input=queries)
        self.assertEqual([hits[0] for hits in found], ["owls.html", "errors.html"])
        dense = self.ask("hybrid", "--index", index, "--mode", "dense", "birds singing in the morning")[0]
        self.assertEqual(dense[0], "larks.html")
        self.assertEqual(len(dense), len(TEXTS) + 1)
        # Zeros are near to nothing, so only texts that point away come behind them.
        self.assertIn("empty.html", dense[1:])
        self.assertEqual(self.ask("hybrid", "--mode", "lexical", "panic")[0], ["errors.html"])
        self.assertIn("--index INDEX expected", self.program("hybrid", "ask", "owls").stderr)
        failed = self.program("hybrid", "ask", "--index", str(self.folder / "words-index"), "owls")
        self.assertIn("gave no vector", failed.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
