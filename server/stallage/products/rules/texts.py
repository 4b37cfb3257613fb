"""Texts from elsewhere, made fit to be kept: no control characters, no blanks outside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# What XML and terminals do not bear: control characters and noncharacters.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]")
_BLOCK_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def one_line(text: str) -> str:
    """Without control characters, runs of blanks as one, none outside."""
    if not text.isprintable():
        text = _CONTROLS.sub(" ", text)
    return " ".join(text.split())


def block(text: str) -> str:
    """Several lines: newlines as LF, no other control characters but tabs, no blanks outside."""
    if not text.isprintable():
        text = _BLOCK_CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.strip()


def has_ink(text: str) -> bool:
    """Whether anything of it can be seen: blanks and invisible characters cannot."""
    return any(unicodedata.category(character)[0] not in "ZC" for character in text)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Each text once, whatever its case, in order, without empty ones."""
    seen: dict[str, str] = {}
    for text in texts:
        if text:
            seen.setdefault(text.casefold(), text)
    return tuple(seen.values())
