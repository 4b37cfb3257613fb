"""Lists in a cell, as Google's tables have them: commas between items, quotes around an item with one.

An item may have parts with colons between them, of which the last may contain further ones.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

_COLON = re.compile(r"(?<!\\):")
DETAIL_PARTS = 3


def split_list(text: str) -> list[str]:
    """Return the items of a list without outer blanks; empty ones are left out."""
    try:
        (items,) = csv.reader([text.replace("\n", " ")], skipinitialspace=True)
    except (csv.Error, ValueError):
        items = text.split(",")
    return [item.strip() for item in items if item.strip()]


def join_list(items: Iterable[str]) -> str:
    """Return the cell of a list."""
    return ",".join(quote_item(item) for item in items)


def quote_item(item: str) -> str:
    """Quote an item of a list if it has to be."""
    if not set(item) & set(',"') and item == item.strip():
        return item
    return '"' + item.replace('"', '""') + '"'


def split_detail(item: str) -> tuple[str, str, str] | None:
    """Return section, name and value of `Section:Name:Value` or `Name:Value`; None for anything else."""
    parts = [part.replace("\\:", ":").strip() for part in _COLON.split(item, DETAIL_PARTS - 1)]
    if len(parts) == DETAIL_PARTS - 1:
        parts.insert(0, "")
    if len(parts) != DETAIL_PARTS or not parts[1] or not parts[2]:
        return None
    return parts[0], parts[1], parts[2]


def join_detail(section: str, name: str, value: str) -> str:
    """Return `Section:Name:Value`."""
    head = ":".join(part.replace(":", "\\:") for part in (section, name))
    return f"{head}:{value}"
