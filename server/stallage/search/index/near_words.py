"""Words of the catalogue near to a word that does not occur: what a shopper probably meant."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from tantivy import Order, Query, Searcher

from stallage.search.index.analysis import Analysis
from stallage.search.index.schema import SCHEMA

MIN_ONE_ERROR = 4
MIN_TWO_ERRORS = 6
"""Minimum characters of words that are corrected with one and with two typing errors."""
MAX_READ = 50
"""Products whose names are read for near words: the most popular ones."""

_WORD = re.compile(r"[^\W_]+")


def corrected_text(
    searcher: Searcher, typed: str, unknown: Iterable[str], analysis: Analysis
) -> str | None:
    """Return a text with near words instead of unknown ones; None if none of them has a near word."""
    near = {word: found for word in unknown if (found := near_word(searcher, word, analysis))}
    return with_near_words(typed, near, analysis) if near else None


def near_word(searcher: Searcher, word: str, analysis: Analysis) -> str | None:
    """Return the most frequent word that differs by one typing error, else by two, as the shop writes it.

    Words with a digit have none: another model number is another product.
    """
    for errors in tolerated_errors(word):
        query = Query.fuzzy_term_query(SCHEMA, "words", word, errors)
        result = searcher.search(query, MAX_READ, order_by_field="by_popularity", order=Order.Desc)
        documents = (searcher.doc(address) for _, address in result.hits)
        names = (name for one in documents for name in one.get_all("words"))
        spellings = near_spellings(names, word, errors, analysis)
        if spellings:
            return best_spelling(spellings, lambda one: searcher.doc_freq("words", one))
    return None


def tolerated_errors(word: str) -> Iterator[int]:
    """Yield the numbers of typing errors with which near words are looked for, one after the other."""
    if any(one.isdigit() for one in word):
        return
    for errors, least in ((1, MIN_ONE_ERROR), (2, MIN_TWO_ERRORS)):
        if len(word) >= least:
            yield errors


def near_spellings(
    names: Iterable[str], word: str, errors: int, analysis: Analysis
) -> Mapping[str, Counter[str]]:
    """Return the near words in names of popular products → how these names write it."""
    written = Counter(
        token
        for name in names
        for token in _WORD.findall(name)
        if abs(len(token) - len(word)) <= errors
    )
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for token, times in written.items():
        plain = "".join(analysis.plain.analyze(token))
        if not analysis.is_stop_word(plain) and distance(word, plain) <= errors:
            spellings[plain][token] += times
    return spellings


def best_spelling(spellings: Mapping[str, Counter[str]], frequency: Callable[[str], int]) -> str:
    """Return the most frequent word as the shop writes it. `frequency`: products that have a word."""
    best = min(spellings, key=lambda one: (-frequency(one), one))
    spelling = min(spellings[best].items(), key=lambda one: (-one[1], one[0]))[0]
    return spelling.lower() if spelling[1:].islower() else spelling


def with_near_words(typed: str, near: Mapping[str, str], analysis: Analysis) -> str:
    """Replace words in a text; the rest stays as it was typed."""

    def replacement(match: re.Match[str]) -> str:
        return near.get("".join(analysis.plain.analyze(match[0])), match[0])

    return " ".join(_WORD.sub(replacement, typed).split())


def distance(one: str, other: str) -> int:
    """Return the number of characters to add, leave out, replace or swap with the next one."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        next_row = [place]
        for column, against in enumerate(other, 1):
            cost = min(row[column] + 1, next_row[-1] + 1, row[column - 1] + (character != against))
            is_swap = place > 1 and column > 1 and character == other[column - 2]
            if is_swap and one[place - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            next_row.append(cost)
        before, row = row, next_row
    return row[-1]
