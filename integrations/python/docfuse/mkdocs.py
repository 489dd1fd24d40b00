"""MkDocs plugin: `plugins: [docfuse]` in mkdocs.yml.

After each build, also those of `mkdocs serve`, it indexes the pages and puts the search box in place of the theme's
search. Options:

- `settings`: what `docfuse.toml` would say. Without them, `docfuse.toml` beside mkdocs.yml is read.
- `arguments`: further arguments of `docfuse build`.
- `inject`: false leaves the pages alone, for templates with a box and a script of their own.
- `version`: version of the pages; that of mike by default.
"""

from __future__ import annotations

import json
import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config import base
from mkdocs.config import config_options as options
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority

from .error import DocfuseError
from .head import search_attributes, version_meta
from .plugin import Build

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

logger = logging.getLogger("mkdocs.plugins.docfuse")


class DocfuseConfig(base.Config):
    """The options."""

    settings = options.Type(dict, default={})
    arguments = options.ListOfItems(options.Type(str), default=[])
    inject = options.Type(bool, default=True)
    version = options.Optional(options.Type(str))


class DocfusePlugin(BasePlugin[DocfuseConfig]):
    """The plugin."""

    @property
    def version(self) -> str | None:
        """Version of the pages."""
        return self.config.version if self.config.version is not None else mike_version()

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Adds what the page's front matter says of the search, and the version to its head."""
        if attributes := search_attributes(page.meta.get("search")):
            output = re.sub(r"<body\b", f"<body{attributes}", output, count=1)
        version = self.version
        return output.replace("</head>", f"{version_meta(version)}</head>", 1) if version else output

    # Behind the other plugins that write pages.
    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Indexes the pages that were written."""
        file = config.config_file_path
        language = config.theme.get("language") or config.theme.get("locale")
        build = Build(
            site=Path(config.site_dir),
            folder=Path(file).resolve().parent if file else Path.cwd(),
            settings=self.config.settings,
            arguments=self.config.arguments,
            language=None if language is None else str(language).replace("_", "-"),
            inject=self.config.inject,
        )
        try:
            for line in build.run():
                logger.info(line)
        except DocfuseError as error:
            raise PluginError(f"docfuse: {error}") from error


def mike_version() -> str | None:
    """The version that mike is deploying, which it states in the environment as JSON."""
    try:
        stated = json.loads(os.environ.get("MIKE_DOCS_VERSION", "null"))
    except ValueError:
        return None
    version = stated.get("version") if isinstance(stated, dict) else stated
    return version if isinstance(version, str) and version else None
