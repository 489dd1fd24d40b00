"""What pages say about themselves for the search."""

from __future__ import annotations

from html import escape


def version_meta(version: str) -> str:
    """The element by which a page states its version."""
    return f'<meta name="docsearch:version" content="{escape(version)}">'
