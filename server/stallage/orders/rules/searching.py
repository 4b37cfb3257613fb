"""The text that operators search orders by, and what they type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_WORDS = 6
TRIGRAM = 3
"""Words of fewer characters cannot use the index."""
INDEXED = 6
_NUMBER = re.compile(r"^\+?[0-9()./ \-]{4,}$")
_NOT_DIGITS = re.compile(r"[^0-9]")


def plain(text: str) -> str:
    """A text in lower case and without accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def search_text(parts: Iterable[str | None]) -> str:
    """The searchable text of an order. Numbers with hyphens can also be typed without."""
    words = [plain(" ".join(part.split())) for part in parts if part]
    joined = [word.replace("-", "") for word in words if "-" in word and " " not in word]
    return "\n".join(dict.fromkeys([*words, *joined]))


def searched_words(text: str) -> list[str]:
    """The words of a search; all have to occur. A phone number is one word of digits."""
    text = plain(text.strip())
    if _NUMBER.match(text):
        return [_NOT_DIGITS.sub("", text)]
    return list(dict.fromkeys(text.split()))[:MAX_WORDS]


def indexed_part(word: str) -> str:
    """The part of a word that the index looks up.

    Reading the index takes longer with each common trigram, and most are common at the beginning of phone
    and tracking numbers and in the domains of emails.
    """
    return word.partition("@")[0][-INDEXED:] or word[-INDEXED:]


def like_pattern(word: str) -> str:
    """A pattern for LIKE that finds a word anywhere in a text."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"
