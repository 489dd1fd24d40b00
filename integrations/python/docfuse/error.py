"""What is raised when the command cannot do something."""

from __future__ import annotations


class DocfuseError(Exception):
    """The message says what was expected, what was found, and what to do.

    `code` is `start`, `ended` or `protocol` where the command cannot be talked with; else a code of the protocol, such
    as `params`, `input`, `settings` or `file`.
    """

    def __init__(self, message: str, code: str = "input") -> None:
        """An error with its code."""
        super().__init__(message)
        self.message = message
        self.code = code
