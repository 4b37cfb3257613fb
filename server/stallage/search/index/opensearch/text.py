"""Search words as queries of OpenSearch, with the rules and bands of `text_query`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from stallage.core.json_types import JsonObject
from stallage.search.index.beginnings import MIN_PREFIX
from stallage.search.index.opensearch.lists import all_of, any_query, constant, term
from stallage.search.index.part_matches import PREFIX_SCORE
from stallage.search.index.ranking import AS_TYPED_BAND, IN_STOCK_BAND, NAME_BAND, WHOLE_WORDS_BAND
from stallage.search.index.text_query import (
    AS_TYPED_SCORE,
    CODE_WEIGHT,
    JOINED_WEIGHT,
    MAX_COMBINED,
    MIN_SHARE,
    SYNONYM_WEIGHT,
    WEIGHTS,
)
from stallage.search.index.words import Part, Word, parts_of, unknown_words
from stallage.search.rules import WordRules


@dataclass(slots=True)
class Lookups:
    """How many products match single words, as far as it is known.

    `missing` gathers what was looked up without being known, to be read from the server together.
    """

    num_docs: int = 0
    known: dict[str, int] = field(default_factory=dict)
    missing: dict[str, JsonObject] = field(default_factory=dict)

    def count(self, key: str, query: JsonObject) -> int:
        """Return the number of products that match; 0 until it is known."""
        if key not in self.known:
            self.missing[key] = query
        return self.known.get(key, 0)

    def doc_freq(self, field_name: str, value: str) -> int:
        """Return the number of products that have a term in a field."""
        return self.count(f"{field_name}={value}", term(field_name, value))


@dataclass(frozen=True, slots=True)
class Matches:
    """How a part of the text can be matched."""

    exact: JsonObject | None
    """By whole words; None if no product does."""
    as_typed: JsonObject | None
    """By whole words without synonyms; None if no product does."""
    loose: tuple[JsonObject, ...]
    """By prefixes."""
    information: float
    """Inverse document frequency of its rarest word."""

    @property
    def query(self) -> JsonObject:
        """Match in any way."""
        return any_query([*(() if self.exact is None else (self.exact,)), *self.loose])

    @property
    def is_possible(self) -> bool:
        """Whether a product can match."""
        return self.exact is not None or bool(self.loose)


class TextQuery:
    """The queries of a text, given what is known about its words."""

    def __init__(self, lookups: Lookups, typed: str, rules: WordRules) -> None:
        self.parts = parts_of(lookups, typed, rules)
        self.matches = [_match_part(lookups, part) for part in self.parts]
        self._known = [one for one in self.matches if one.is_possible]

    @property
    def unknown(self) -> list[str]:
        """Words that no product has, not even as the beginning of a word."""
        return unknown_words(self.parts, (one.is_possible for one in self.matches))

    def strict(self) -> JsonObject:
        """Match products that have all parts."""
        if len(self._known) < len(self.parts):
            return {"match_none": {}}
        return all_of(one.query for one in self.matches)

    def wider(self) -> list[JsonObject]:
        """Return looser queries, the strictest first: without unknown words, then with missing ones."""
        found: list[JsonObject] = []
        if len(self.parts) > len(self._known) >= len(self.parts) / 2:
            found.append(all_of(one.query for one in self._known))
        ranked = sorted(self._known, key=lambda one: -one.information)[:MAX_COMBINED]
        least = sum(one.information for one in ranked) * MIN_SHARE * (1 - 1e-6)
        for needed in range(len(ranked) - 1, 0, -1):
            some = [
                all_of(one.query for one in each)
                for each in combinations(ranked, needed)
                if sum(one.information for one in each) >= least
            ]
            if some:
                found.append(any_query(some))
        return found

    def any_part(self) -> JsonObject:
        """Match products that have one of the parts; none if most parts are not in the catalogue."""
        if not self._known or len(self._known) * 2 < len(self.parts):
            return {"match_none": {}}
        return any_query([one.query for one in self._known])

    def ranked(self, matching: JsonObject) -> JsonObject:
        """Rank the products that match a query."""
        name = " ".join(word.stem for part in self.parts for word in part.words)
        scores = [constant(term("names", name), NAME_BAND)]
        scores += [constant(term("in_stock", 1), IN_STOCK_BAND)]
        exact = [one.exact for one in self.matches if one.exact is not None]
        if len(exact) == len(self.matches):
            scores.append(constant(all_of(exact), WHOLE_WORDS_BAND))
        typed = [one.as_typed for one in self.matches if one.as_typed is not None]
        has_synonyms = any(one.exact is not one.as_typed for one in self.matches)
        if has_synonyms and len(typed) == len(self.matches):
            scores.append(constant(all_of(typed), AS_TYPED_BAND))
        for part, one in zip(self.parts, self.matches, strict=True):
            scores += [*_scores_of_part(part), *one.loose]
        return {"bool": {"filter": [matching], "should": scores, "minimum_should_match": 0}}


def _scores_of_part(part: Part) -> Iterable[JsonObject]:
    for word in part.words:
        yield from _scores_of_word(word, 1.0)
        yield constant(term("words", word.text), AS_TYPED_SCORE)
    if part.joined is not None:
        yield from _scores_of_word(part.joined, 1.0)
    for synonym in part.synonyms:
        for word in synonym:
            yield from _scores_of_word(word, SYNONYM_WEIGHT)


def _scores_of_word(word: Word, factor: float) -> Iterable[JsonObject]:
    weights = {**WEIGHTS, "joined": JOINED_WEIGHT}
    if any(map(str.isdigit, word.text)):
        weights["codes"] = CODE_WEIGHT
    for name, weight in weights.items():
        yield {"term": {name: {"value": word.stem, "boost": weight * factor}}}


def _match_part(lookups: Lookups, part: Part) -> Matches:
    words = [_match_word(lookups, word) for word in part.words]
    exact: list[JsonObject] = []
    loose: list[JsonObject] = []
    if all(one.exact is not None for one in words):
        exact.append(all_of(one.exact for one in words if one.exact is not None))
    if any(one.loose for one in words) and all(one.is_possible for one in words):
        loose += words[0].loose if len(words) == 1 else (all_of(one.query for one in words),)
    if part.joined is not None and lookups.doc_freq("all", part.joined.stem):
        exact.append(term("all", part.joined.stem))
    as_typed = any_query(exact) if exact else None
    synonyms = [
        all_of(term("all", word.stem) for word in one)
        for one in part.synonyms
        if min([lookups.doc_freq("all", word.stem) for word in one])
    ]
    either = any_query([*exact, *synonyms]) if synonyms else as_typed
    information = max(one.information for one in words)
    return Matches(either, as_typed, tuple(loose), information)


def _match_word(lookups: Lookups, word: Word) -> Matches:
    frequency = lookups.doc_freq("all", word.stem)
    loose = list(_prefixes(lookups, word)) if word.is_last or not frequency else []
    information = math.log(1 + lookups.num_docs / (1 + frequency))
    exact = term("all", word.stem) if frequency else None
    return Matches(exact, exact, tuple(loose), information)


def _prefixes(lookups: Lookups, word: Word) -> Iterable[JsonObject]:
    """Match longer words that begin with a word."""
    query: JsonObject = {"prefix": {"words": {"value": word.text}}}
    if len(word.text) >= MIN_PREFIX and lookups.count(f"{word.text}*", query):
        yield constant(query, PREFIX_SCORE)
