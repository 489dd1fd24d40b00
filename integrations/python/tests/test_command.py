import os
import re
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

from docfuse import command
from docfuse.command import Build, DocfuseError
from docfuse.head import ignored, search_attributes, version_meta
from docfuse.toml import document

# Prints its arguments and the settings file, or fails.
FAKE = """#!/bin/sh
[ "$2" = "/failing" ] && { echo "docfuse: no page" >&2; exit 1; }
echo "$@"
while [ "$#" -gt 0 ]; do [ "$1" = --config ] && cat "$2"; shift; done
"""


@unittest.skipIf(os.name == "nt", "the fake command is a shell script")
class TestBuild(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        fake = self.folder / "docfuse"
        fake.write_text(FAKE)
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        find = mock.patch.object(command, "find_command", return_value=str(fake))
        find.start()
        self.addCleanup(find.stop)

    def build(self, **options: object) -> list[str]:
        return Build(self.folder / "site", self.folder, **options).run()

    def test_arguments_are_passed_on(self) -> None:
        site = self.folder / "site"
        self.assertEqual(self.build(), [f"build {site} --inject"])
        self.assertEqual(self.build(inject=False, arguments=["--no-dense"]), [f"build {site} --no-dense"])

    def test_settings_and_language_become_a_file(self) -> None:
        lines = self.build(settings={"dictionary": ["Node.js"], "site": {"ignore": [".ad"]}}, language="de")
        self.assertEqual(
            lines[1:], ['"dictionary" = ["Node.js"]', '"site" = { "ignore" = [".ad"], "language" = "de" }']
        )
        stated = self.build(settings={"site": {"language": "fr"}}, language="de")
        self.assertEqual(stated[1:], ['"site" = { "language" = "fr" }'])

    def test_the_authors_file_is_read_by_the_command(self) -> None:
        (self.folder / "docfuse.toml").write_text("")
        self.assertNotIn("--config", self.build(language="de")[0])
        with self.assertRaisesRegex(DocfuseError, "in one place"):
            self.build(settings={"dictionary": []})

    def test_failures_have_the_words_of_the_command(self) -> None:
        with self.assertRaisesRegex(DocfuseError, "^docfuse: no page$"):
            Build(Path("/failing"), self.folder).run()


class TestFindCommand(unittest.TestCase):
    def test_a_missing_command_is_named_with_its_cure(self) -> None:
        with (
            mock.patch.object(command.shutil, "which", return_value=None),
            self.assertRaisesRegex(DocfuseError, f"found none; {re.escape(command.INSTALL)}$"),
        ):
            command.find_command()


class TestToml(unittest.TestCase):
    def test_values(self) -> None:
        settings = {"a b": 'x"\n\x7f', "n": 1.5, "yes": True, "list": [1, "two"], "table": {"inner": {}}}
        expected = (
            '"a b" = "x\\"\\n\\u007f"\n"n" = 1.5\n"yes" = true\n"list" = [1, "two"]\n"table" = { "inner" = {  } }\n'
        )
        self.assertEqual(document(settings), expected)
        for wrong in ({"a": None}, {"a": object()}, {1: "a"}):
            with self.assertRaises(TypeError):
                document(wrong)

    def test_python_reads_what_is_written(self) -> None:
        try:
            import tomllib
        except ImportError:
            self.skipTest("Python 3.11 reads TOML")
        settings = {"text": "ä\\\t\x01", "site": {"weight": [{"path": "a/*", "weight": 0.5}]}, "none": []}
        self.assertEqual(tomllib.loads(document(settings)), settings)


class TestHead(unittest.TestCase):
    def test_versions_are_escaped(self) -> None:
        self.assertEqual(version_meta('1"<'), '<meta name="docsearch:version" content="1&quot;&lt;">')

    def test_front_matter_becomes_attributes(self) -> None:
        for stated, expected in (
            ({"boost": 2}, ' data-docfuse-weight="2"'),
            ({"boost": 0.5, "exclude": False}, ' data-docfuse-weight="0.5"'),
            ({"boost": 2, "exclude": True}, ' data-docfuse-ignore="all"'),
            ({"boost": '"><script>'}, ""),
            ({"boost": True}, ""),
            (["exclude"], ""),
            (None, ""),
        ):
            self.assertEqual(search_attributes(stated), expected)

    def test_a_page_that_is_not_searched(self) -> None:
        self.assertEqual(ignored("<p>x"), '<div data-docfuse-ignore="all"><p>x</div>')


if __name__ == "__main__":
    unittest.main()
