"""`docfuse.Index` with the command that was built: DOCFUSE_BIN."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from docfuse import Correction, DocfuseError, Event, Index, LanguageIndex, Progress, Told, build_site

ROOT = Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("DOCFUSE_BIN", str(ROOT / "target" / "release" / "docfuse"))


def page(title: str, text: str) -> str:
    return f"<html lang=en><title>{title}</title><main><h1>{title}</h1><p>{text}</main>"


class TestIndex(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.options = {"command": COMMAND, "cache": self.folder / "cache", "folder": self.folder}

    def test_pages_and_records_become_files_and_are_found_and_measured(self) -> None:
        events: list[Event] = []
        with Index(settings={"dictionary": ["Node.js"]}, dense=False, on_event=events.append, **self.options) as index:
            self.assertIsNone(index.add_html("guide/", page("Guide", "Owls hunt in the woods.")))
            left_out = index.add_html("secret", '<meta name="robots" content="noindex"><p>x')
            self.assertEqual(left_out.reason, "noindex")
            filters, sort = {"kind": ["note"]}, {"size": "1"}
            index.add_record("notes/1", "Larks sing.\u2028", title="Note", filters=filters, sort=sort)
            (self.folder / "api").mkdir()
            (self.folder / "api" / "index.html").write_text(page("API", "Kites as a service."))
            self.assertEqual(index.add_folder("api", at="api/"), 1)
            built = index.build_files()
            self.assertEqual(built.languages, (LanguageIndex("en", 3, 3),))
            self.assertEqual([left.path for left in built.left_out], ["secret.html"])
            self.assertTrue(any(isinstance(event, Progress) and event.step == "texts" for event in events))
            index.build("out")
            written = {file.name: file.read_bytes() for file in (self.folder / "out").iterdir()}
            self.assertEqual({file.name: file.content for file in built.files}, written)
            found = index.query("lark", limit=5, filters={"kind": ["note"]}, minimum_should_match=1)
            self.assertEqual([(hit.url, hit.lists) for hit in found.hits], [("notes/1", ("lexical",))])
            hit, raw = found.hits[0], found.raw["hits"][0]
            found_marks = [list(mark) for mark in hit.highlights]
            self.assertEqual((hit.excerpt, found_marks), (raw["excerpt"], raw["highlights"]))
            self.assertEqual(index.query("owlz").corrections, (Correction("owlz", "owls"),))
            self.assertEqual(index.query("lark", facets=True).facets, {"kind": {"note": 1}})
            self.assertEqual(index.query("", sort="size").hits[0].url, "notes/1")
            self.assertTrue(index.replace_record("notes/1", "Robins sing."))
            self.assertEqual((index.remove(url="guide/"), index.remove(id="none")), (1, 0))
            index.build("out")
            self.assertEqual([index.query(text).total for text in ("robins", "larks", "woods")], [1, 0, 0])
            index.add_html("guide/", page("Guide", "Owls hunt in the woods."))
            index.build("out")
            report = index.evaluate({"owls": "guide/", "kites": ["api/", "guide/"]})
            self.assertEqual(report["modes"]["lexical"]["success@1"], 1)
        with self.assertRaises(DocfuseError) as closed:
            index.query("owls")
        self.assertEqual(closed.exception.code, "ended")

    def test_failures_have_codes(self) -> None:
        for code, options in (
            ("start", {"command": "/nowhere/docfuse"}),
            ("ended", {"command": sys.executable, "folder": self.folder}),
            ("settings", {**self.options, "settings": {"bm25": {"k1": -1}}}),
            ("params", {**self.options, "settings": {"bm25": float("nan")}}),
            ("input", {**self.options, "config": "nowhere.toml"}),
        ):
            with self.assertRaises(DocfuseError) as raised:
                Index(**options)
            self.assertEqual(raised.exception.code, code, raised.exception)
        with Index(dense=False, **self.options) as index:
            for code, call in (
                ("order", lambda: index.query("owls")),
                ("params", lambda: index.add_html("../up", "x")),
                ("file", lambda: index.add_folder("nowhere")),
                ("input", lambda: index.build("out")),
            ):
                with self.assertRaises(DocfuseError) as raised:
                    call()
                self.assertEqual(raised.exception.code, code, raised.exception)

    def test_a_site_is_built_with_the_options_of_the_command(self) -> None:
        site = self.folder / "site"
        site.mkdir()
        (site / "index.html").write_text(page("Start", "Owls."))
        events: list[Event] = []
        build_site(
            "site",
            options=["--no-dense", "--inject", "--cache", str(self.folder / "cache")],
            folder=self.folder,
            command=COMMAND,
            on_event=events.append,
        )
        lines = [event.text for event in events if isinstance(event, Told)]
        self.assertRegex("\n".join(lines), r"(?m)^en: 1 page")
        self.assertTrue((site / "docfuse" / "docfuse.json").exists())


if __name__ == "__main__":
    unittest.main()
