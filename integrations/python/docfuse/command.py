"""Runs `docfuse build` on a site that was just built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .toml import document

SETTINGS_FILE = "docfuse.toml"
# release: message-python
INSTALL = "install the wheels that ./pkg-build.sh dist made of a checkout"
# /release


class DocfuseError(Exception):
    """The index could not be built; the message says why and what to do."""


@dataclass(frozen=True)
class Build:
    """One run of `docfuse build`.

    `folder` is where the author's configuration is: relative paths and `docfuse.toml` are looked up there. `settings`
    take the place of that file. `language` is that of pages which do not state theirs.
    """

    site: Path
    folder: Path
    settings: Mapping[str, object] = field(default_factory=dict)
    arguments: Sequence[str] = ()
    language: str | None = None
    inject: bool = True

    def run(self) -> list[str]:
        """Builds the index; returns the lines of the command's summary. Raises DocfuseError."""
        with tempfile.TemporaryDirectory(prefix="docfuse-") as temporary:
            line = [find_command(), "build", str(self.site.resolve()), *self.arguments]
            if self.inject:
                line.append("--inject")
            settings = self.all_settings()
            if settings:
                config = Path(temporary) / SETTINGS_FILE
                config.write_text(document(settings), encoding="utf-8")
                line += ["--config", str(config)]
            return run(line, self.folder)

    def all_settings(self) -> Mapping[str, object]:
        """The settings to pass on; none if the command reads a file."""
        names_a_file = any(argument.split("=")[0] == "--config" for argument in self.arguments)
        if names_a_file or (self.folder / SETTINGS_FILE).exists():
            if self.settings:
                raise DocfuseError(
                    "expected settings in one place, found them in the configuration and in a settings file; "
                    "keep those of one"
                )
            return {}
        site = self.settings.get("site", {})
        if not self.language or not isinstance(site, Mapping) or "language" in site:
            return self.settings
        return {**self.settings, "site": {**site, "language": self.language}}


def find_command() -> str:
    """The path of the command: that of this environment, else the first on the PATH. Raises DocfuseError."""
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    found = shutil.which("docfuse", path=os.pathsep.join(folders))
    if found is None:
        raise DocfuseError(
            f"expected the command docfuse in this environment or on the PATH, found none; {INSTALL}"
        )
    return found


def run(line: Sequence[str], folder: Path) -> list[str]:
    """Runs a command in a folder; returns the lines that it prints. Raises DocfuseError with its last words."""
    try:
        done = subprocess.run(
            line, cwd=folder, check=False, capture_output=True, text=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise DocfuseError(f"cannot start {line[0]}: {error}") from error
    if done.returncode != 0:
        raise DocfuseError(done.stderr.strip() or f"{line[0]} ended with status {done.returncode}")
    return [text for text in (done.stdout + done.stderr).splitlines() if text.strip()]
