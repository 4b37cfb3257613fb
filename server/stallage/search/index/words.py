"""What a shopper typed, as words and as the parts of the text that products must match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from stallage.search.index.analysis import Analysis, analysis_of, measures
from stallage.search.rules import MAX_ALTERNATIVES, WordRules

MAX_CHARACTERS = 400
MAX_WORDS = 12
MAX_JOINED = 3
"""Words that are joined, as in KT-100.2."""
MAX_SEARCHED = 2 * MAX_ALTERNATIVES
"""Synonyms of a phrase that are searched: its own, and as many that name it in both directions."""

NAMING_FIELDS = ("title", "kind", "codes", "attributes")
"""Where a joined word must occur to be understood as one word."""


class Frequencies(Protocol):
    """Knows how many products have a word."""

    def doc_freq(self, field_name: str, field_value: str, /) -> int:
        """Return the number of products that have a word in a field."""
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """A search word and its stem."""

    text: str
    stem: str
    is_last: bool = False
    """It may be the beginning of a word that is still being typed."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the text that a product must match: one word, or several that belong together."""

    words: tuple[Word, ...]
    joined: Word | None = None
    """The words written as one, if the catalogue has such a word."""
    synonyms: tuple[tuple[Word, ...], ...] = ()


def words_of(typed: str, analysis: Analysis) -> list[Word]:
    """Return the distinct words of a text, without punctuation."""
    texts = list(dict.fromkeys(analysis.plain.analyze(typed[:MAX_CHARACTERS])))
    significant = [text for text in texts if not analysis.is_stop_word(text)] or texts
    significant = significant[:MAX_WORDS]
    return [
        Word(text, analysis.stem(text), text == texts[-1] and typed[-1:].isalnum())
        for text in significant
    ]


@lru_cache(maxsize=8192)
def _words_of_phrase(phrase: str, language: str) -> tuple[Word, ...]:
    return tuple(words_of(phrase, analysis_of(language)))


def stems_of(phrase: str, language: str) -> str:
    """Return the stems of the words of a phrase, by which synonyms are looked up."""
    return " ".join(word.stem for word in _words_of_phrase(phrase, language))


def unknown_words(parts: Sequence[Part], are_possible: Iterable[bool]) -> list[str]:
    """Return the words that no product has, not even as the beginning of a word."""
    pairs = zip(parts, are_possible, strict=True)
    return [part.words[0].text for part, known in pairs if len(part.words) == 1 and not known]


def parts_of(index: Frequencies, typed: str, rules: WordRules) -> list[Part]:
    """Return the parts of a text; none if it has no words."""
    analysis = analysis_of(rules.language)
    words = words_of(_with_measures(index, typed[:MAX_CHARACTERS], analysis), analysis)
    parts: list[Part] = []
    while words:
        part = (
            _with_synonyms(index, words, rules, analysis)
            or _joined(index, words, analysis)
            or Part((words[0],))
        )
        parts.append(part)
        words = words[len(part.words) :]
    return parts


def _with_measures(index: Frequencies, typed: str, analysis: Analysis) -> str:
    """Replace measures that products have by their word: `15.6 inch` by `15p6in`."""
    written: list[str] = []
    end = 0
    for start, stop, token in measures(typed):
        if index.doc_freq("joined", analysis.stem(token)):
            written += [typed[end:start], token]
            end = stop
    return "".join([*written, typed[end:]])


def _with_synonyms(
    index: Frequencies, words: list[Word], rules: WordRules, analysis: Analysis
) -> Part | None:
    """Return the longest phrase at the beginning that has synonyms."""
    for length in range(min(rules.synonyms.longest, len(words)), 0, -1):
        phrase = words[:length]
        found = rules.synonyms.find(one.stem for one in phrase)
        found = found or rules.synonyms.find(one.text for one in phrase)
        synonyms = [_words_of_phrase(one, rules.language) for one in found[:MAX_SEARCHED]]
        if any(synonyms):
            joined = _joined(index, phrase, analysis)
            part = joined if joined is not None and len(joined.words) == length else None
            return replace(
                part or Part(tuple(phrase)), synonyms=tuple(one for one in synonyms if one)
            )
    return None


def _joined(index: Frequencies, words: list[Word], analysis: Analysis) -> Part | None:
    """Return the first words if the catalogue has them as one: head set, wi-fi, TN-2110.

    Words that products have only side by side are one if there is a digit, like a model number.
    """
    for length in range(min(MAX_JOINED, len(words)), 1, -1):
        text = "".join(word.text for word in words[:length])
        stem = analysis.stem(text)
        fields = (*NAMING_FIELDS, "joined") if any(map(str.isdigit, text)) else NAMING_FIELDS
        if any(index.doc_freq(name, stem) for name in fields):
            return Part(tuple(words[:length]), joined=Word(text, stem))
    return None
