"""Tantivy queries for search words. `docs/search.md` explains the steps.

Which products match is looked up in one field that has all words of a product (`part_matches`); how they
rank (`ranking`) is computed from the separate fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from tantivy import Query

from stallage.search.index.filters import term
from stallage.search.index.part_matches import match_part
from stallage.search.index.ranking import (
    AS_TYPED_BAND,
    IN_STOCK_BAND,
    NAME_BAND,
    UNRANKED,
    WHOLE_WORDS_BAND,
    Band,
    Ranking,
    Scores,
)
from stallage.search.index.schema import SCHEMA, TEXT_FIELDS
from stallage.search.index.word_sets import NOTHING, Match, WordSets, either, every
from stallage.search.index.words import Part, Word, unknown_words

WEIGHTS = dict(zip(TEXT_FIELDS, (2.0, 2.0, 1.5, 0.5, 0.4), strict=True))
CODE_WEIGHT = 3.0
"""Weight of codes for words with a digit. Others do not count as codes."""
JOINED_WEIGHT = 0.5
SYNONYM_WEIGHT = 0.5
AS_TYPED_SCORE = 2.0
"""Added if a name has the word as it was typed: a plural before its singular."""

MIN_SHARE = 0.5
"""Share of the text's information that a looser match has: the sum of the words' inverse frequencies."""
MAX_COMBINED = 4
"""Parts whose combinations are tried when not all match."""


class TextQuery:
    """The queries of a text. `parts` must not be empty. `weights`: of the text fields."""

    def __init__(
        self, index: WordSets, parts: Sequence[Part], weights: Mapping[str, float] = WEIGHTS
    ) -> None:
        self.index = index
        self.searcher = index.searcher
        self.parts = parts
        self.weights = weights
        self.matches = [match_part(index, part) for part in parts]
        # Of the matches above only, so that ids stay theirs.
        self._together: dict[tuple[int, ...], Match] = {}

    @property
    def unknown(self) -> list[str]:
        """Words that no product has, not even as the beginning of a word."""
        return unknown_words(self.parts, (one.is_possible for one in self.matches))

    def strict(self) -> Match:
        """Match products that have all parts."""
        return self._every([one.any_way for one in self.matches])

    def _every(self, matches: Sequence[Match]) -> Match:
        """Match products that match all of these, which are often the same in several ways."""
        key = tuple(map(id, matches))
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = every(matches)
        return found

    def without_unknown(self) -> Match | None:
        """Match products that have all parts that occur in the catalogue, unless most parts do not."""
        known = [one.any_way for one in self.matches if one.is_possible]
        if len(known) == len(self.parts) or len(known) * 2 < len(self.parts):
            return None
        return self._every(known)

    def looser(self, missing: int) -> Match | None:
        """Match products that lack this number of parts, but have those with most information."""
        ranked = sorted(
            (one for one in self.matches if one.is_possible), key=lambda one: -one.information
        )[:MAX_COMBINED]
        needed = len(ranked) - missing
        least = sum(one.information for one in ranked) * MIN_SHARE
        if needed < 1:
            return None
        found = [
            self._every([one.any_way for one in some])
            for some in combinations(ranked, needed)
            if sum(one.information for one in some) >= least * (1 - 1e-6)
        ]
        return either(found) if found else None

    def any_part(self) -> Match:
        """Match products that have one of the parts; none if most parts are not in the catalogue."""
        known = [one.any_way for one in self.matches if one.is_possible]
        if len(known) * 2 < len(self.parts):
            return NOTHING
        return either(known)

    @cached_property
    def ranking(self) -> Ranking:
        """How products that match the text are ranked. The beginning of one word says nothing about it."""
        one_word = len(self.parts) == 1 and len(self.parts[0].words) == 1
        if one_word and self.matches[0].exact is None:
            return UNRANKED
        in_stock = Match(term("in_stock", 1), self.index.sets.of("inStock", True))
        bands = [Band(IN_STOCK_BAND, in_stock)]
        exact = [one.exact for one in self.matches if one.exact is not None]
        if len(exact) == len(self.matches):
            bands.append(Band(WHOLE_WORDS_BAND, self._every(exact), has_all_words=True))
        typed = [one.as_typed for one in self.matches if one.as_typed is not None]
        if len(typed) == len(self.matches):
            bands.append(Band(AS_TYPED_BAND, self._every(typed), has_all_words=True))
        words = " ".join(word.stem for part in self.parts for word in part.words)
        name = self.index.having("names", words)
        if name is not None:
            bands.append(Band(NAME_BAND, name))
        return Ranking(lambda: self.scores, bands, lambda: self.in_names)

    @cached_property
    def in_names(self) -> Match | None:
        """Match products that have all parts in their names; None if no product has one of them there."""
        found = []
        for part, one in zip(self.parts, self.matches, strict=True):
            ways = [*one.loose]
            words = [self._in_names(word) for word in part.words]
            if all(words):
                ways.append(every([word for word in words if word is not None]))
            if part.joined is not None and (joined := self._in_names(part.joined)) is not None:
                ways.append(joined)
            if not ways:
                return None
            found.append(either(ways))
        return every(found)

    def _in_names(self, word: Word) -> Match | None:
        texts = dict.fromkeys((word.text, word.stem))
        found = [one for text in texts if (one := self.index.having("words", text)) is not None]
        return either(found) if found else None

    @cached_property
    def scores(self) -> Scores:
        """The scores of all words in all fields."""
        scores: list[Query] = []
        postings = 0
        for part, one in zip(self.parts, self.matches, strict=True):
            for scored in self._scores_of_part(part):
                scores += scored.queries
                postings += scored.postings
            scores += [prefix.query for prefix in one.loose]
        return Scores(scores, postings)

    def _scores_of_part(self, part: Part) -> Iterator[Scores]:
        for word in part.words:
            yield self._scores_of_word(word, 1.0)
            if self.index.doc_freq("words", word.text):
                as_typed = Query.const_score_query(term("words", word.text), AS_TYPED_SCORE)
                yield Scores([as_typed])
        if part.joined is not None:
            yield self._scores_of_word(part.joined, 1.0)
        for synonym in part.synonyms:
            for word in synonym:
                yield self._scores_of_word(word, SYNONYM_WEIGHT)

    def _scores_of_word(self, word: Word, factor: float) -> Scores:
        weights = {**self.weights, "joined": JOINED_WEIGHT}
        if any(map(str.isdigit, word.text)):
            weights["codes"] = CODE_WEIGHT
        queries, postings = [], 0
        for name, weight in weights.items():
            frequency = self.index.doc_freq(name, word.stem)
            if frequency:
                postings += frequency
                queries.append(Query.boost_query(_scored_term(name, word.stem), weight * factor))
        return Scores(queries, postings)


def _scored_term(field: str, stem: str) -> Query:
    option = "freq" if field in WEIGHTS else "basic"
    return Query.term_query(SCHEMA, field, stem, option)
