"""A running `docfuse pipe`: requests, their events and results. docs/program.md has the protocol."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .error import DocfuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

PROTOCOL = 1

# Most bytes read of what the command wrote to standard error, for the error of one that ended.
MOST_WORDS = 4096


class Pipe:
    """The process. One request at a time, also from several threads."""

    def __init__(self, command: str, folder: Path | None) -> None:
        """Starts the command in a folder, by default the current one. Raises DocfuseError."""
        self._command = command
        self._lock = threading.Lock()
        self._last = 0
        # A file needs nobody who reads it meanwhile.
        self._words = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                [command, "pipe"],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._words,
            )
        except OSError as error:
            self._words.close()
            raise DocfuseError(f"cannot start {command}: {error}", "start") from error
        try:
            found = self._read().get("protocol")
            if found != PROTOCOL:
                raise DocfuseError(
                    f"expected a command with protocol {PROTOCOL}, found {found}; install both in one version",
                    "protocol",
                )
        except DocfuseError:
            self.close()
            raise

    def ask(
        self, method: str, params: Mapping[str, object], tell: Callable[[dict[str, Any]], None] | None = None
    ) -> dict[str, Any]:
        """The result of a request; `tell` gets its events. Raises DocfuseError."""
        given = {name: value for name, value in params.items() if value is not None}
        with self._lock:
            self._last += 1
            request = {"id": self._last, "method": method, "params": given}
            try:
                line = json.dumps(request, allow_nan=False, default=plain)
            except (TypeError, ValueError) as error:
                message = f"{method}: values that JSON has expected, found others: {error}"
                raise DocfuseError(message, "params") from error
            self._write(line)
            while True:
                message = self._read()
                if message.get("id") != self._last:
                    continue
                if "event" not in message:
                    break
                if tell is not None:
                    tell(message)
        if "error" in message:
            raise DocfuseError(message["error"]["message"], message["error"]["code"])
        result: dict[str, Any] = message["result"]
        return result

    def close(self) -> None:
        """Ends the command."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                # It may have ended.
                with suppress(OSError):
                    stream.close()
        self._process.wait()
        self._words.close()

    def _write(self, line: str) -> None:
        stream = self._process.stdin
        if stream is None or stream.closed:
            raise DocfuseError("an open index expected, a closed one found", "ended")
        try:
            stream.write(f"{line}\n".encode())
            stream.flush()
        except OSError as error:
            raise self._ended() from error

    def _read(self) -> dict[str, Any]:
        stream = self._process.stdout
        line = stream.readline() if stream is not None else b""
        if not line:
            raise self._ended()
        try:
            message = json.loads(line)
        except ValueError as error:
            raise DocfuseError(f"expected messages of docfuse, found {line[:80]!r}", "protocol") from error
        if not isinstance(message, dict):
            raise DocfuseError(f"expected messages of docfuse, found {line[:80]!r}", "protocol")
        return message

    def _ended(self) -> DocfuseError:
        status = self._process.wait()
        self._words.seek(0, 2)
        self._words.seek(max(0, self._words.tell() - MOST_WORDS))
        words = self._words.read().decode("utf-8", "replace").strip()
        return DocfuseError(words or f"{self._command} ended with status {status}", "ended")


def plain(value: object) -> object:
    """Values that JSON does not have but everybody takes for a text, such as paths. Raises TypeError for others."""
    if hasattr(value, "__fspath__"):
        return str(value)
    raise TypeError(f"{value!r}")
