"""Docfuse: search in the reader's browser. `Index` makes an index from a program; the command `docfuse` does the work.

The wheel `docfuse-docs` adds `docfuse.sphinx` and `docfuse.mkdocs`.
"""

from .error import DocfuseError
from .index import Built, Event, Index, IndexFile, LanguageIndex, LeftOut, Progress, Told, build_site

__all__ = [
    "Built",
    "DocfuseError",
    "Event",
    "Index",
    "IndexFile",
    "LanguageIndex",
    "LeftOut",
    "Progress",
    "Told",
    "build_site",
]
