"""The sets of words that very many products have, in the file that has the sets of products.

They are read when they are searched, so a process that starts need not search the index for them: that
takes about 0.8 microseconds of processor time for each product.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping
from typing import TypeAlias

from pyroaring import BitMap
from tantivy import Searcher

from stallage.search.index.analysis import Analysis
from stallage.search.index.beginnings import common_beginnings
from stallage.search.index.schema import SEPARATOR

WordKey: TypeAlias = tuple[str, str]
"""A field of the index and a word or name in it, or BEGINNING and a prefix."""

BEGINNING = ""
"""In place of a field: the set of products with any word that begins like this."""

FREQUENT_LEAST = 5_000
"""Products from which on a set is stored. A smaller one is read from the index in 4 ms."""
MOST_WORDS = 300
"""Words of names, words at all, and values of attributes, whose sets are stored: those of most products."""


def frequent_words(searcher: Searcher, analysis: Analysis) -> list[WordKey]:
    """Return the words, names and beginnings of words that very many products have."""
    texts = [text for text, _ in searcher.terms_with_prefix("words", "", limit=MOST_WORDS)]
    found: dict[WordKey, None] = {
        (BEGINNING, prefix): None for prefix in common_beginnings(searcher, texts, FREQUENT_LEAST)
    }
    for value, _ in searcher.terms_with_prefix("attribute", "", limit=MOST_WORDS):
        texts += analysis.plain.analyze(value.partition(SEPARATOR)[2])
    for text in dict.fromkeys(texts):
        stem = analysis.stem(text)
        for key in (("all", stem), ("words", text), ("names", stem)):
            if searcher.doc_freq(*key) >= FREQUENT_LEAST:
                found[key] = None
    # Of descriptions and codes, too: almost all products may have the same part of a code.
    for text, number in searcher.terms_with_prefix("all", "", limit=MOST_WORDS):
        if number >= FREQUENT_LEAST:
            found["all", text] = None
    return list(found)


class StoredWords:
    """Reads sets from an open file, which may be replaced or deleted meanwhile."""

    def __init__(self, file: int, places: Mapping[WordKey, tuple[int, int]]) -> None:
        """`file`: the number of an open file, which is closed with this; `places`: offsets and sizes."""
        self._file = file
        self._places = places
        weakref.finalize(self, os.close, file)

    def get(self, key: WordKey) -> BitMap | None:
        """Return the products that had a word when the file was written."""
        place = self._places.get(key)
        if place is None:
            return None
        offset, size = place
        return BitMap.deserialize(os.pread(self._file, size, offset))
