"""Writes settings as TOML. Python reads TOML, but does not write it."""

from __future__ import annotations

import json
from collections.abc import Mapping


def document(settings: Mapping[str, object]) -> str:
    """Settings as a TOML document. Raises TypeError for a value that TOML does not have."""
    return "".join(f"{key(name)} = {value(content)}\n" for name, content in settings.items())


def key(name: object) -> str:
    """A key. A quoted one may have any character."""
    if not isinstance(name, str):
        raise TypeError(f"expected a text as the name of a setting, found {name!r}")
    return quoted(name)


def value(content: object) -> str:
    """A value on one line; a table is an inline table."""
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, (int, float)):
        return repr(content)
    if isinstance(content, str):
        return quoted(content)
    if isinstance(content, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(part)}" for name, part in content.items()) + " }"
    if isinstance(content, (list, tuple)):
        return "[" + ", ".join(value(part) for part in content) + "]"
    raise TypeError(f"expected a text, number, truth value, list or mapping as a setting, found {content!r}")


def quoted(text: str) -> str:
    """A basic string. JSON's escapes are TOML's too, but TOML also wants U+007F escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
