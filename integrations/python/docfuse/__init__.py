"""Docfuse: search in the reader's browser. `Index` makes an index from a program; the command `docfuse` does the work.

The wheel `docfuse-docs` adds `docfuse.sphinx` and `docfuse.mkdocs`.
"""

from .answer import Answer, Correction, Degraded, Hit, Place
from .error import DocfuseError
from .index import Built, Event, Index, IndexFile, LanguageIndex, LeftOut, Progress, Told, build_site

__all__ = [
    "Answer",
    "Built",
    "Correction",
    "Degraded",
    "DocfuseError",
    "Event",
    "Hit",
    "Index",
    "IndexFile",
    "LanguageIndex",
    "LeftOut",
    "Place",
    "Progress",
    "Told",
    "build_site",
]
