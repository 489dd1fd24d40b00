"""What the plugins share: a run of `docfuse build` on a site that was just built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .command import find_command
from .error import DocfuseError
from .index import Event, Told, build_site

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS_FILE = "docfuse.toml"


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
        lines: list[str] = []

        def hear(event: Event) -> None:
            if isinstance(event, Told) and event.text.strip():
                lines.append(event.text)

        build_site(
            self.site.resolve(),
            options=[*self.arguments, *(["--inject"] if self.inject else [])],
            settings=self.all_settings() or None,
            folder=self.folder,
            command=find_command(),
            on_event=hear,
        )
        return lines

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
