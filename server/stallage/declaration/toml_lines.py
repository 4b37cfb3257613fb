"""Find line numbers in a TOML file.

The standard library's parser returns no positions. But each statement of a document, a header or a key
with its value, is a valid document: parsing them one by one yields the line of each.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Such as `("delivery", 0, "price")`."""


def parse(text: str) -> dict[str, Any]:
    """Parse a TOML document with exact numbers. Raises tomllib.TOMLDecodeError."""
    return tomllib.loads(text, parse_float=Decimal)


def find_line(text: str, path: Path) -> int:
    """Return the line of a value or, if it is missing, of its table. Lines start at 1."""
    lines = _lines(text)
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def find_error_line(text: str) -> int:
    """Return the first line of the first invalid statement."""
    broken = (number for number, statement in _statements(text) if statement is None)
    return next(broken, 1)


@functools.lru_cache(maxsize=16)
def _lines(text: str) -> dict[Path, int]:
    """Return the line of everything in a document, by path."""
    result: dict[Path, int] = {}
    table: Path = ()
    lengths: dict[Path, int] = {}
    for number, statement in _statements(text):
        if statement is None:
            break
        content = parse(statement)
        if statement.lstrip().startswith("["):
            table = _table(content, lengths)
            result.setdefault(table, number)
        else:
            for below in _paths(content):
                result.setdefault((*table, *below), number)
    return result


def _statements(text: str) -> Iterator[tuple[int, str | None]]:
    """Yield the statements with their first lines; None for one without an end."""
    lines = text.splitlines(keepends=True)
    number = 0
    while number < len(lines):
        if not lines[number].strip() or lines[number].lstrip().startswith("#"):
            number += 1
            continue
        for end in range(number + 1, len(lines) + 1):
            statement = "".join(lines[number:end])
            try:
                parse(statement)
            except tomllib.TOMLDecodeError:
                continue
            yield number + 1, statement
            number = end
            break
        else:
            yield number + 1, None
            return


def _table(header: dict[str, Any], lengths: dict[Path, int]) -> Path:
    """Return the path of a header's table; `lengths` counts the tables of each array so far."""
    path: Path = ()
    value: Any = header
    while isinstance(value, dict) and value:
        ((name, value),) = value.items()
        path = (*path, name)
        if isinstance(value, list):
            lengths[path] = lengths.get(path, 0) + 1
            return (*path, lengths[path] - 1)
        if value and path in lengths:
            path = (*path, lengths[path] - 1)
    return path


def _paths(value: Any) -> Iterator[Path]:
    """Yield the paths of everything inside a value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, below in inner:
        yield (step,)
        for path in _paths(below):
            yield (step, *path)
