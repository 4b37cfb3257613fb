"""Clean texts from other sources: no control characters, no surrounding whitespace."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# Invalid in XML and unsafe in terminals: control characters and noncharacters.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]")
_BLOCK_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def clean_line(text: str) -> str:
    """Return a single line: no control characters, whitespace collapsed and trimmed."""
    if not text.isprintable():
        text = _CONTROLS.sub(" ", text)
    return " ".join(text.split())


def clean_text(text: str) -> str:
    """Return a text of several lines: LF newlines, no control characters except tabs, trimmed."""
    if not text.isprintable():
        text = _BLOCK_CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.strip()


def has_visible_text(text: str) -> bool:
    """Whether the text has visible characters, not only whitespace and invisible ones."""
    return any(unicodedata.category(character)[0] not in "ZC" for character in text)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the non-empty texts in order, without duplicates; case is ignored."""
    seen: dict[str, str] = {}
    for text in texts:
        if text:
            seen.setdefault(text.casefold(), text)
    return tuple(seen.values())
