"""Makes the wheels of a release.

    python3 packaging/wheel.py command FILE TAG OUT [SHARE]   the native command FILE, for the platform TAG, the module
                                                              docfuse, and the man pages and completions in SHARE
    python3 packaging/wheel.py encoder MODEL OUT              the encoder in the folder MODEL
    python3 packaging/wheel.py docs OUT                       the Sphinx extension and the MkDocs plugin

pip puts the command into the environment's bin/, what is in SHARE into its share/, and the encoder into its
share/docfuse/models/, where the command looks.
The same input gives the same bytes.
"""

import base64
import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VERSION = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]
SUMMARY = re.search(r'^description = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]
ENCODER = "docfuse-all-minilm-l6-v2"
RELEASE = json.loads((HERE / "release.json").read_text())
ADDRESSES = [
    f"Project-URL: {label}, {RELEASE[name]}"
    for label, name in (("Repository", "repository"), ("Homepage", "homepage"), ("Reports", "reports"))
    if RELEASE[name]
]
PYTHON = ROOT / "integrations" / "python"
# Modules of `docfuse-docs`. The package `docfuse` itself, with the others, belongs to the wheel of the command.
DOCS_MODULES = ("head.py", "mkdocs.py", "plugin.py", "sphinx.py")
# The earliest time that a zip file can state.
TIME = (1980, 1, 1, 0, 0, 0)


class Wheel:
    """A wheel that is being written; `name` is the name of the project."""

    def __init__(self, name, tag, out):
        self.base = f"{name.replace('-', '_')}-{VERSION}"
        self.tag = tag
        out.mkdir(parents=True, exist_ok=True)
        self.path = out / f"{self.base}-{tag}.whl"
        self.zip = zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, content, mode=0o644):
        info = zipfile.ZipInfo(name, TIME)
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, content, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self, metadata, readme, licences):
        info = f"{self.base}.dist-info"
        fields = [*metadata, *ADDRESSES, *(f"License-File: {licence.name}" for licence in licences)]
        fields.append("Description-Content-Type: text/markdown")
        lines = "".join(f"{field}\n" for field in fields)
        self.add(f"{info}/METADATA", f"Metadata-Version: 2.4\n{lines}\n{readme}".encode())
        # A tag may name several platforms, of which each is a line here.
        python, abi, platforms = self.tag.split("-")
        tags = "".join(f"Tag: {python}-{abi}-{platform}\n" for platform in platforms.split("."))
        purelib = "true" if platforms == "any" else "false"
        wheel = f"Wheel-Version: 1.0\nGenerator: docfuse\nRoot-Is-Purelib: {purelib}\n{tags}"
        self.add(f"{info}/WHEEL", wheel.encode())
        for licence in licences:
            self.add(f"{info}/licenses/{licence.name}", licence.read_bytes())
        self.record.append(f"{info}/RECORD,,\n")
        record = zipfile.ZipInfo(f"{info}/RECORD", TIME)
        record.external_attr = 0o100644 << 16
        self.zip.writestr(record, "".join(self.record))
        self.zip.close()
        print(self.path)


def modules():
    """The files of the package."""
    files = sorted((PYTHON / "docfuse").iterdir())
    return [file for file in files if file.suffix == ".py" or file.name == "py.typed"]


def command(file, tag, out, share=None):
    file = Path(file)
    wheel = Wheel("docfuse", f"py3-none-{tag}", Path(out))
    wheel.add(f"{wheel.base}.data/scripts/{file.name}", file.read_bytes(), 0o755)
    for module in modules():
        if module.name not in DOCS_MODULES:
            # Where `docfuse-docs` is, also on systems with another folder for what is native.
            wheel.add(f"{wheel.base}.data/purelib/docfuse/{module.name}", module.read_bytes())
    for page in sorted(path for path in Path(share).rglob("*") if path.is_file()) if share else ():
        name = page.relative_to(share).as_posix()
        wheel.add(f"{wheel.base}.data/data/share/{name}", page.read_bytes())
    wheel.close(
        [
            "Name: docfuse",
            f"Version: {VERSION}",
            f"Summary: {SUMMARY}",
            "License-Expression: MIT OR Apache-2.0",
            "Requires-Python: >=3.9",
            "Provides-Extra: encoder",
            f"Requires-Dist: {ENCODER}=={VERSION}; extra == 'encoder'",
        ],
        (ROOT / "README.md").read_text(),
        [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"],
    )


def encoder(model, out):
    wheel = Wheel(ENCODER, "py3-none-any", Path(out))
    for name in ("model.json", "model.onnx", "query.onnx", "tokenizer.bin"):
        target = f"{wheel.base}.data/data/share/docfuse/models/all-MiniLM-L6-v2/{name}"
        wheel.add(target, (Path(model) / name).read_bytes())
    wheel.close(
        [
            f"Name: {ENCODER}",
            f"Version: {VERSION}",
            "Summary: The encoder all-MiniLM-L6-v2, quantized for docfuse, which finds it without any setting",
            "License-Expression: Apache-2.0",
            "Requires-Python: >=3.8",
        ],
        (HERE / "encoder.md").read_text(),
        [ROOT / "LICENSE-APACHE"],
    )


def docs(out):
    wheel = Wheel("docfuse-docs", "py3-none-any", Path(out))
    for module in modules():
        if module.name in DOCS_MODULES:
            wheel.add(f"docfuse/{module.name}", module.read_bytes())
    plugins = "[mkdocs.plugins]\ndocfuse = docfuse.mkdocs:DocfusePlugin\n"
    wheel.add(f"{wheel.base}.dist-info/entry_points.txt", plugins.encode())
    wheel.close(
        [
            "Name: docfuse-docs",
            f"Version: {VERSION}",
            "Summary: Search in the reader's browser for sites made by Sphinx or MkDocs",
            "Keywords: sphinx,mkdocs,search,documentation",
            "License-Expression: MIT OR Apache-2.0",
            "Requires-Python: >=3.9",
            f"Requires-Dist: docfuse=={VERSION}",
            "Provides-Extra: encoder",
            f"Requires-Dist: {ENCODER}=={VERSION}; extra == 'encoder'",
        ],
        (PYTHON / "README.md").read_text(),
        [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"],
    )


if __name__ == "__main__":
    kinds = {"command": (command, (3, 4)), "encoder": (encoder, (2,)), "docs": (docs, (1,))}
    function, counts = kinds.get(sys.argv[1] if len(sys.argv) > 1 else "", (None, ()))
    if len(sys.argv) - 2 not in counts:
        sys.exit(__doc__)
    function(*sys.argv[2:])
