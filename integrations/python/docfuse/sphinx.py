"""Sphinx extension: `extensions = ["docfuse.sphinx"]` in conf.py.

After each build of HTML pages it indexes them and puts the search box in place of the theme's search.

Values of conf.py:

- `docfuse_settings`: what `docfuse.toml` would say, as a dictionary. Without it, `docfuse.toml` beside conf.py is read.
- `docfuse_arguments`: further arguments of `docfuse build`.
- `docfuse_inject`: False leaves the pages alone, for templates with a box and a script of their own.
- `docfuse_version`: version of the pages; `version` by default, none if empty.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError
from sphinx.util import logging

from .error import DocfuseError
from .head import ignored, version_meta
from .plugin import Build

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

BUILDERS = ("html", "dirhtml", "singlehtml")

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_config_value("docfuse_settings", {}, "", [dict])
    app.add_config_value("docfuse_arguments", [], "", [list, tuple])
    app.add_config_value("docfuse_inject", True, "", [bool])
    app.add_config_value("docfuse_version", None, "html", [str])
    app.connect("html-page-context", state_version)
    app.connect("html-page-context", ignore_page)
    # Behind the other extensions that write pages.
    app.connect("build-finished", build_index, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def state_version(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Adds the version to the head of a page."""
    version = app.config.version if app.config.docfuse_version is None else app.config.docfuse_version
    if version and app.builder.name in BUILDERS:
        context["metatags"] = f"{context.get('metatags') or ''}\n{version_meta(version)}"


def ignore_page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Leaves out a page with the field `:no-search:`, as Sphinx' own search does."""
    fields = context.get("meta") or {}
    if context.get("body") and ("no-search" in fields or "nosearch" in fields):
        context["body"] = ignored(context["body"])


def build_index(app: Sphinx, exception: Exception | None) -> None:
    """Indexes the pages that were written."""
    if exception is not None or app.builder.name not in BUILDERS:
        return
    config = app.config
    build = Build(
        site=Path(app.outdir),
        folder=Path(app.confdir),
        settings=config.docfuse_settings,
        arguments=list(config.docfuse_arguments),
        language=config.language,
        inject=config.docfuse_inject,
    )
    logger.info("docfuse: indexing")
    try:
        for line in build.run():
            logger.info("docfuse: %s", line)
    except DocfuseError as error:
        raise ExtensionError(f"docfuse: {error}") from error
