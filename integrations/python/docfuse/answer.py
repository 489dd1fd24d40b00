"""What an index answers."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar


@dataclass(frozen=True)
class Place:
    """Another place of a hit: a near-duplicate, or the section in another version."""

    url: str
    title: str
    version: str = ""


@dataclass(frozen=True)
class Hit:
    """A section found. `highlights` are the matches in `excerpt`: start and end in UTF-16 code units."""

    url: str
    page: str
    title: str
    heading: str
    excerpt: str
    score: float
    path: tuple[str, ...] = ()
    id: str = ""
    kind: str = ""
    text: str = ""
    version: str = ""
    highlights: tuple[tuple[int, int], ...] = ()
    lists: tuple[str, ...] = ()
    also: tuple[Place, ...] = ()
    meta: dict[str, str] = field(default_factory=dict)
    # As `docfuse query --json` has it; only with `explain`.
    explanation: dict[str, Any] | None = None


@dataclass(frozen=True)
class Degraded:
    """A retriever that took no full part in an answer, and why."""

    retriever: str
    code: str
    message: str
    file: str = ""


@dataclass(frozen=True)
class Correction:
    """A word that no page contains, and the word of the site searched for instead."""

    # `from` is a word of the language.
    typed: str
    to: str


@dataclass(frozen=True)
class Answer:
    """The answer to a query, best hit first. `raw` is all of `docfuse query --json`."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    corrections: tuple[Correction, ...]
    degraded: tuple[Degraded, ...]
    missing: tuple[str, ...]
    # Pages found, by filter name and value; only if asked for.
    facets: dict[str, dict[str, int]] | None
    # `weak` if nothing comes close to the query.
    fit: str
    raw: dict[str, Any]


Kind = TypeVar("Kind")


def known(kind: type[Kind], found: dict[str, Any]) -> Kind:
    """A `kind` of the fields that this version knows; later commands may send others."""
    names = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    values = {name: value for name, value in found.items() if name in names}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def read_answer(found: dict[str, Any]) -> Answer:
    """The answer of `docfuse query --json`."""

    def hit(each: dict[str, Any]) -> Hit:
        also = tuple(known(Place, place) for place in each.get("also", ()))
        highlights = tuple((start, end) for start, end in each.get("highlights", ()))
        return known(Hit, {**each, "also": also, "highlights": highlights})

    return Answer(
        query=found["query"],
        total=found["total"],
        hits=tuple(hit(each) for each in found["hits"]),
        corrections=tuple(Correction(each["from"], each["to"]) for each in found["corrections"]),
        degraded=tuple(known(Degraded, each) for each in found["degraded"] or ()),
        missing=tuple(found.get("missing", ())),
        facets=found["facets"],
        fit=found.get("fit", ""),
        raw=found,
    )
