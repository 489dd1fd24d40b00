"""Makes an index of pages, records and folders, and queries and measures it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from .answer import Answer, read_answer
from .command import find_command
from .pipe import PROTOCOL, Pipe

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType


@dataclass(frozen=True)
class Progress:
    """How far a step is."""

    step: str
    done: int
    total: int


@dataclass(frozen=True)
class Told:
    """A line that the command would print; `is_note` for warnings and notes."""

    text: str
    is_note: bool


Event = Union[Progress, Told]


@dataclass(frozen=True)
class LeftOut:
    """A page that is not in the index. `reason` is short and stable, such as `noindex`."""

    path: str
    reason: str
    message: str


@dataclass(frozen=True)
class LanguageIndex:
    """What the index of a language has."""

    language: str
    pages: int
    sections: int


@dataclass(frozen=True)
class IndexFile:
    """A file of an index folder."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Built:
    """What was built. `languages` begin with that of most pages; `files` are those of `build_files`."""

    languages: tuple[LanguageIndex, ...]
    left_out: tuple[LeftOut, ...]
    summary: tuple[str, ...]
    warnings: tuple[str, ...]
    files: tuple[IndexFile, ...] = ()


class Index:
    """An index that is being made; a context manager. All methods raise DocfuseError.

    `settings` say what `docfuse.toml` would, `config` is the path of such a file. `model`, `dense`, `cache`, `offline`
    and `precache_manifest` are as for `docfuse build`. Paths, and `docfuse.toml`, are looked up in `folder`, by default
    the current one. `command` is the path of a docfuse command, by default that of this environment. `on_event` gets
    progress.
    """

    def __init__(
        self,
        *,
        settings: Mapping[str, object] | None = None,
        config: str | os.PathLike[str] | None = None,
        model: str | os.PathLike[str] | None = None,
        dense: bool = True,
        cache: str | os.PathLike[str] | None = None,
        offline: bool = False,
        precache_manifest: bool = False,
        folder: str | os.PathLike[str] | None = None,
        command: str | None = None,
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        """Starts the command."""
        self._on_event = on_event
        self._pipe = Pipe(command or find_command(), None if folder is None else Path(folder))
        try:
            self._ask(
                "create",
                protocol=PROTOCOL,
                settings=settings,
                config=config,
                model=model,
                dense=dense,
                cache=cache,
                offline=offline,
                precache_manifest=precache_manifest,
            )
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Index:
        """The index itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Closes it."""
        self.close()

    def add_html(self, url: str, html: str) -> LeftOut | None:
        """Adds a page with its address: `guide/`, `guide/setup`. Returns why it will not be indexed, if it will not.

        A later page of the same address replaces it.
        """
        left_out = self._ask("add_html", url=url, html=html)["left_out"]
        return LeftOut(**left_out) if left_out else None

    def add_record(
        self,
        url: str,
        text: str,
        *,
        title: str | None = None,
        anchor: str | None = None,
        filters: Mapping[str, str | Sequence[str]] | None = None,
        sort: Mapping[str, str | Sequence[str]] | None = None,
        meta: Mapping[str, str] | None = None,
        language: str | None = None,
        weight: float | None = None,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """Adds text that is no HTML. Records of one address are the sections of one page."""
        fields = locals().copy()
        del fields["self"]
        self._ask("add_record", record=given(fields))

    def replace_record(
        self,
        url: str,
        text: str,
        *,
        title: str | None = None,
        anchor: str | None = None,
        filters: Mapping[str, str | Sequence[str]] | None = None,
        sort: Mapping[str, str | Sequence[str]] | None = None,
        meta: Mapping[str, str] | None = None,
        language: str | None = None,
        weight: float | None = None,
        id: str | None = None,  # noqa: A002
    ) -> bool:
        """Puts a record into the place of the one with its id, which is its address by default, or behind all others.

        Returns whether there was one.
        """
        fields = locals().copy()
        del fields["self"]
        replaced: bool = self._ask("replace_record", record=given(fields))["replaced"]
        return replaced

    def remove(self, *, id: str | None = None, url: str | None = None) -> int:  # noqa: A002
        """Removes a record by its id, or all of an address: its page and its records. What was not named stays.

        Returns how many were removed.
        """
        removed: int = self._ask("remove", id=id, url=url)["removed"]
        return removed

    def add_folder(self, path: str | os.PathLike[str], *, at: str = "", follow_links: bool = False) -> int:
        """Adds the HTML files of a folder, which is at `at` below the site's root. Returns how many were read."""
        files: int = self._ask("add_folder", path=path, at=at, follow_links=follow_links)["files"]
        return files

    def build(self, out: str | os.PathLike[str]) -> Built:
        """Writes the index of all that was added to a folder."""
        return summed(self._ask("build", out=out))

    def build_files(self) -> Built:
        """The same in memory: `files` are those of the folder."""
        files: list[IndexFile] = []
        pieces: list[bytes] = []

        def tell(event: dict[str, Any]) -> None:
            if event["event"] != "file":
                self._tell(event)
                return
            pieces.append(base64.b64decode(event["content"]))
            if event["last"]:
                files.append(IndexFile(event["name"], b"".join(pieces)))
                pieces.clear()

        return summed(self._pipe.ask("build", {"files": True}, tell), tuple(files))

    def query(
        self,
        text: str,
        *,
        mode: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_per_page: int | None = None,
        text_length: int | None = None,
        explain: bool | None = None,
        prefix: bool | None = None,
        minimum_should_match: str | int | None = None,
        match: str | None = None,
        filters: Mapping[str, str | Sequence[str | Mapping[str, Any]]] | None = None,
        sort: str | None = None,
        version: str | None = None,
        facets: bool | None = None,
        doc_aggregates: bool | None = None,
        min_score: float | None = None,
        similarity_threshold: float | None = None,
        language: str | None = None,
    ) -> Answer:
        """Asks the index that was built last."""
        found = self._ask(
            "query",
            text=text,
            mode=mode,
            limit=limit,
            offset=offset,
            max_per_page=max_per_page,
            text_length=text_length,
            explain=explain,
            prefix=prefix,
            minimum_should_match=None if minimum_should_match is None else str(minimum_should_match),
            match=match,
            filters=filters,
            sort=sort,
            version=version,
            facets=facets,
            doc_aggregates=doc_aggregates,
            min_score=min_score,
            similarity_threshold=similarity_threshold,
            language=language,
        )
        return read_answer(found)

    def evaluate(
        self,
        queries: Mapping[str, str | Sequence[str]] | Sequence[Mapping[str, str | Sequence[str]]],
        *,
        mode: str | None = None,
        language: str | None = None,
    ) -> dict[str, Any]:
        """Measures it on queries with known answers, as in queries.yml. Returns the report of `docfuse eval --json`."""
        return self._ask("evaluate", queries=queries, mode=mode, language=language)

    def close(self) -> None:
        """Ends the command."""
        self._pipe.close()

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        return self._pipe.ask(method, params, self._tell)

    def _tell(self, event: dict[str, Any]) -> None:
        if self._on_event is not None and (known := read_event(event)) is not None:
            self._on_event(known)


def build_site(
    site: str | os.PathLike[str],
    *,
    options: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    folder: str | os.PathLike[str] | None = None,
    command: str | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> None:
    """Runs `docfuse build` on the built site in a folder, with its options. Raises DocfuseError."""

    def tell(event: dict[str, Any]) -> None:
        if on_event is not None and (known := read_event(event)) is not None:
            on_event(known)

    pipe = Pipe(command or find_command(), None if folder is None else Path(folder))
    try:
        pipe.ask("build_site", {"site": site, "options": list(options), "settings": settings}, tell)
    finally:
        pipe.close()


def given(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def read_event(event: dict[str, Any]) -> Event | None:
    """An event of the protocol; None for one that later versions may add."""
    kind = event["event"]
    if kind == "progress":
        return Progress(event["step"], event["done"], event["total"])
    if kind in ("line", "note"):
        return Told(event["text"], kind == "note")
    return None


def summed(result: dict[str, Any], files: tuple[IndexFile, ...] = ()) -> Built:
    """The result of a build."""
    return Built(
        languages=tuple(LanguageIndex(**each) for each in result["languages"]),
        left_out=tuple(LeftOut(**each) for each in result["left_out"]),
        summary=tuple(result["summary"]),
        warnings=tuple(result["warnings"]),
        files=files,
    )
