"""Finds the line of a TOML file on which something stands.

The standard library's parser tells no positions of values. It can be asked, though, how much of a file
it takes for a value to be there: the statement that brings it ends on the line where it first is. That
takes some parsing, which is done for errors alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, TypeAlias

Path: TypeAlias = Sequence[str | int]
"""Such as `("delivery", 0, "price")`."""


def parse(text: str) -> dict[str, Any]:
    """A TOML document with exact numbers. Raises tomllib.TOMLDecodeError."""
    return tomllib.loads(text, parse_float=Decimal)


def line_of(text: str, path: Path) -> int:
    """The line of a value or, where it is missing, of the table that lacks it; from 1."""
    lines = text.splitlines(keepends=True)
    while path and not _holds(parse(text), path):
        path = path[:-1]
    if not path:
        return 1
    low, high = 0, len(lines)
    while high - low > 1:
        middle = (low + high) // 2
        if _holds(_start(lines, middle)[1], path):
            high = middle
        else:
            low = middle
    before, _ = _start(lines, high - 1)
    return _first_of_statement(lines, high, before)


def first_unreadable(text: str) -> int:
    """The first line of the statement by which a document ceases to be one."""
    lines = text.splitlines(keepends=True)
    good, _ = _start(lines, len(lines))
    return _first_of_statement(lines, min(good + 1, len(lines)), good)


def _first_of_statement(lines: list[str], last: int, before: int) -> int:
    """The first line of the statement that ends on line `last`; what stands before ends on `before`."""
    for number in range(before + 1, last):
        content = lines[number - 1].strip()
        if content and not content.startswith("#"):
            return number
    return last


def _start(lines: list[str], count: int) -> tuple[int, dict[str, Any]]:
    """As many of the first `count` lines as make a document, and that document."""
    while count:
        try:
            return count, parse("".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            count -= 1
    return 0, {}


def _holds(value: Any, path: Path) -> bool:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
