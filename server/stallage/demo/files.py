"""Reads the demo shop's data. Its formats are described beside it, in `data/README.md`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]

DATA = Path(__file__).parent / "data"
MEDIA = Path(__file__).parent / "media"


@dataclass(frozen=True, slots=True)
class Article:
    """A text with what stands above it."""

    about: Record
    markdown: str


def records(name: str, key: str) -> list[Record]:
    """The tables of a file, such as the `[[brand]]` of `brands.toml`."""
    found: list[Record] = tomllib.loads((DATA / name).read_text(encoding="utf-8"))[key]
    return found


def company() -> Record:
    """Who the shop is."""
    return tomllib.loads((DATA / "company.toml").read_text(encoding="utf-8"))


def products() -> list[Record]:
    """All products, in the order of their files."""
    return [
        product
        for path in sorted((DATA / "catalog").glob("*.toml"))
        for product in records(f"catalog/{path.name}", "product")
    ]


def articles(folder: str) -> list[Article]:
    """The texts of a folder: TOML between two lines of `+++`, then Markdown."""
    found = []
    for path in sorted((DATA / folder).glob("*.md")):
        _, about, markdown = path.read_text(encoding="utf-8").split("+++\n", 2)
        found.append(Article(tomllib.loads(about), markdown))
    return found


def drawing(name: str) -> bytes:
    """A drawing of the shop's own, such as its logo."""
    return (DATA / name).read_bytes()
