"""What a shopper typed → a tantivy query.

Every word must be found: as it is (by its stem), as the beginning of a longer word, or, where the
catalogue does not know it at all, within one or two typing errors. Where few products have all words,
those with fewer of them follow. Scores come in bands: what can be had before what is sold out,
whole words before beginnings before near misses; within a band BM25 decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from tantivy import Occur, Query, Searcher

from stallage.search.index.filters import term
from stallage.search.index.schema import SCHEMA, TEXT_FIELDS, plain, stemmed

MAX_CHARACTERS = 400
MAX_WORDS = 12

WEIGHTS = dict(zip(TEXT_FIELDS, (3.0, 2.0, 1.6, 1.0, 0.7), strict=True))
CODE_WEIGHT = 6.0
TIE_BREAKER = 0.4
"""How much the fields beside the best one add to a word's score."""

IN_STOCK_BAND = 4096.0
WHOLE_WORDS_BAND = 1024.0
"""Above any sum of BM25 scores, and low enough that a float still tells these apart."""

PREFIX_FROM = 2
NEAR_FROM = 4
"""Letters a word must have to be completed, or to be looked for with a typing error."""
TWO_ERRORS_FROM = 8

SMALL_WORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on"}
    | {"or", "that", "the", "this", "to", "with", "without", "my", "your"}
)
"""Words that a product need not have, unless nothing else was typed."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that was typed, and its stem."""

    text: str
    stem: str


def words_of(typed: str) -> list[Word]:
    """The words of what was typed, each once. Signs and punctuation are no words."""
    texts = list(dict.fromkeys(plain.analyze(typed[:MAX_CHARACTERS])))
    telling = [text for text in texts if text not in SMALL_WORDS] or texts
    return [Word(text, "".join(stemmed.analyze(text)) or text) for text in telling[:MAX_WORDS]]


def readings_of(searcher: Searcher, words: list[Word]) -> list[list[Word]]:
    """The words as typed, and with a pair joined where the catalogue knows it so: head set, wi-fi."""
    readings = [words]
    for place in range(len(words) - 1):
        text = words[place].text + words[place + 1].text
        joined = Word(text, "".join(stemmed.analyze(text)) or text)
        if searcher.doc_freq("title", joined.stem):
            readings.append([*words[:place], joined, *words[place + 2 :]])
    return readings


def text_query(searcher: Searcher, words: list[Word], missing: int) -> Query:
    """Products with all of the words but `missing` at most, scored. `words` is not empty."""
    readings = readings_of(searcher, words)
    found = []
    whole = []
    for reading in readings:
        exact = [_exactly(word) for word in reading]
        ways = [_found(searcher, word, one) for word, one in zip(reading, exact, strict=True)]
        found.append(_at_least(ways, max(1, len(reading) - missing)))
        whole.append(_at_least(exact, len(reading)))
    return Query.boolean_query(
        [
            (Occur.Must, Query.disjunction_max_query(found, 0.0)),
            (Occur.Should, Query.const_score_query(_any_of(whole), WHOLE_WORDS_BAND)),
            (Occur.Should, Query.const_score_query(term("in_stock", 1), IN_STOCK_BAND)),
            *((Occur.Should, query) for query in _as_typed(words)),
        ]
    )


def _any_of(queries: list[Query]) -> Query:
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _at_least(queries: list[Query], needed: int) -> Query:
    if len(queries) == 1:
        return queries[0]
    if needed == len(queries):
        return Query.boolean_query([(Occur.Must, query) for query in queries])
    return Query.boolean_query([(Occur.Should, query) for query in queries], needed)


def _exactly(word: Word) -> Query:
    fields = [
        Query.boost_query(Query.term_query(SCHEMA, name, word.stem, "freq"), weight)
        for name, weight in WEIGHTS.items()
    ]
    fields.append(Query.boost_query(term("codes", word.text), CODE_WEIGHT))
    return Query.disjunction_max_query(fields, TIE_BREAKER)


def _found(searcher: Searcher, word: Word, exact: Query) -> Query:
    """The word as it is, completed, or with typing errors."""
    ways = [exact]
    if len(word.text) >= PREFIX_FROM:
        ways.append(Query.fuzzy_term_query(SCHEMA, "words", word.text, 0, prefix=True))
    if len(word.text) >= NEAR_FROM and not is_known(searcher, word):
        errors = 2 if len(word.text) >= TWO_ERRORS_FROM else 1
        ways.append(
            Query.boost_query(Query.fuzzy_term_query(SCHEMA, "words", word.text, errors), 0.5)
        )
    return _any_of(ways)


def is_known(searcher: Searcher, word: Word) -> bool:
    """Whether some product has the word or a longer one that begins with it."""
    return (
        any(searcher.doc_freq(name, word.stem) for name in TEXT_FIELDS)
        or searcher.doc_freq("codes", word.text) > 0
        or bool(searcher.terms_with_prefix("words", word.text, limit=1))
    )


def _as_typed(words: list[Word]) -> list[Query]:
    """Titles in which the words stand side by side, as typed, come a little earlier."""
    if len(words) < 2:
        return []
    phrase = Query.phrase_query(SCHEMA, "title", [word.stem for word in words], 1)
    return [Query.boost_query(phrase, 2.0)]
