"""What the audit log shows and finds, as pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

MAX_SEARCH = 2000
"""Characters of an entry that a text search finds."""
MIN_SEARCH = 3
"""Characters that a text search needs at least: the index holds groups of three."""


def search_text(
    facts: Iterable[str | None], before: Mapping[str, object] | None, after: object
) -> str:
    """Return the text that a search compares with, in lower case."""
    parts = [fact for fact in facts if fact]
    parts += _texts(before)
    parts += _texts(after)
    return " ".join(parts).lower()[:MAX_SEARCH]


def _texts(value: object) -> Iterator[str]:
    """Yield the texts and numbers in a JSON value."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        yield str(value)


def like_pattern(text: str) -> str:
    """Return the LIKE pattern of texts that contain this one."""
    escaped = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
