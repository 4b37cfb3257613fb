"""Reads the starter sets of synonyms, which are files of the package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from stallage.search.rules import SynonymGroup

FOLDER = Path(__file__).parent / "starter_synonyms"


@cache
def starter_synonyms(language: str) -> tuple[SynonymGroup, ...]:
    """Return the starter set of a language of the search index; empty if there is none."""
    path = FOLDER / f"{language}.txt"
    return tuple(parse_synonyms(path.read_text("utf-8"))) if path.is_file() else ()


def parse_synonyms(text: str) -> Iterator[SynonymGroup]:
    """Yield the groups of a file: `a = b = c` in all directions, `a > b, c` in one.

    Empty lines and those that begin with `#` are left out. Raises ValueError with the number of a wrong line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        first, one_way, others = line.partition(">")
        phrases = [first, *others.split(",")] if one_way else line.split("=")
        phrases = [one.strip() for one in phrases]
        if len(phrases) < 2 or not all(phrases):
            raise ValueError(f"Line {number} is not a group of synonyms: {line}")
        yield SynonymGroup(phrases[0], tuple(phrases[1:]), both_ways=not one_way)
