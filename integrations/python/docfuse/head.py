"""What pages say about themselves for the search."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape


def version_meta(version: str) -> str:
    """The element by which a page states its version."""
    return f'<meta name="docsearch:version" content="{escape(version)}">'


def search_attributes(stated: object) -> str:
    """Attributes of `<body>` for `search` in front matter, as Material for MkDocs has it: `exclude`, `boost`."""
    if not isinstance(stated, Mapping):
        return ""
    if stated.get("exclude") is True:
        return ' data-docfuse-ignore="all"'
    boost = stated.get("boost")
    if isinstance(boost, (int, float)) and not isinstance(boost, bool):
        return f' data-docfuse-weight="{boost}"'
    return ""


def ignored(body: str) -> str:
    """The text of a page that is not searched."""
    return f'<div data-docfuse-ignore="all">{body}</div>'
