import os
import re
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

from docfuse import DocfuseError, command, plugin
from docfuse.head import ignored, search_attributes, version_meta
from docfuse.plugin import Build

# Tells what it is asked, or fails.
FAKE = """#!{python}
import json, sys
print(json.dumps({{"protocol": 1}}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    params = asked["params"]
    for text in (" ".join(params["options"]), json.dumps(params.get("settings"))):
        print(json.dumps({{"id": asked["id"], "event": "line", "text": text}}))
    reply = {{"result": {{}}}}
    if params["site"] == "/failing":
        reply = {{"error": {{"code": "input", "message": "no page"}}}}
    print(json.dumps({{"id": asked["id"], **reply}}), flush=True)
"""


@unittest.skipIf(os.name == "nt", "the fake command is a script")
class TestBuild(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        fake = self.folder / "docfuse"
        fake.write_text(FAKE.format(python=sys.executable))
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        find = mock.patch.object(plugin, "find_command", return_value=str(fake))
        find.start()
        self.addCleanup(find.stop)

    def build(self, **options: object) -> list[str]:
        return Build(self.folder / "site", self.folder, **options).run()

    def test_arguments_are_passed_on(self) -> None:
        self.assertEqual(self.build(), ["--inject", "null"])
        self.assertEqual(self.build(inject=False, arguments=["--no-dense"]), ["--no-dense", "null"])

    def test_settings_and_language_are_passed_on(self) -> None:
        lines = self.build(settings={"dictionary": ["Node.js"], "site": {"ignore": [".ad"]}}, language="de")
        self.assertEqual(lines[1], '{"dictionary": ["Node.js"], "site": {"ignore": [".ad"], "language": "de"}}')
        stated = self.build(settings={"site": {"language": "fr"}}, language="de")
        self.assertEqual(stated[1], '{"site": {"language": "fr"}}')
        with self.assertRaisesRegex(DocfuseError, "values that JSON has expected, found others: <object"):
            self.build(settings={"a": object()})

    def test_the_authors_file_is_read_by_the_command(self) -> None:
        (self.folder / "docfuse.toml").write_text("")
        self.assertEqual(self.build(language="de")[1], "null")
        with self.assertRaisesRegex(DocfuseError, "in one place"):
            self.build(settings={"dictionary": []})

    def test_failures_have_the_words_of_the_command(self) -> None:
        with self.assertRaisesRegex(DocfuseError, "^no page$"):
            Build(Path("/failing"), self.folder).run()


class TestFindCommand(unittest.TestCase):
    def test_a_missing_command_is_named_with_its_cure(self) -> None:
        with (
            mock.patch.object(command.shutil, "which", return_value=None),
            self.assertRaisesRegex(DocfuseError, f"found none; {re.escape(command.INSTALL)}$"),
        ):
            command.find_command()


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
