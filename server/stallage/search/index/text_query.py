"""Tantivy queries for search words.

Every word must match: by its stem, as the prefix of a longer word, or, if it does not occur in the
catalogue, with one or two typing errors. If few products match all words, products that match fewer
follow. Scores are in bands: in stock before sold out, and whole words before prefixes and typing errors.
Within a band products are ranked by BM25.
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
"""How much fields other than the best one add to a word's score."""

IN_STOCK_BAND = 4096.0
WHOLE_WORDS_BAND = 1024.0
"""Above any sum of BM25 scores, and low enough for a float to distinguish scores."""

MIN_PREFIX = 2
MIN_FUZZY = 4
MIN_TWO_ERRORS = 8
"""Minimum characters for prefix matches, and for matches with one and two typing errors."""

STOP_WORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on"}
    | {"or", "that", "the", "this", "to", "with", "without", "my", "your"}
)
"""Words that are ignored, unless nothing else was typed."""


@dataclass(frozen=True, slots=True)
class Word:
    """A search word and its stem."""

    text: str
    stem: str


def words_of(typed: str) -> list[Word]:
    """Return the distinct words of a text, without punctuation."""
    texts = list(dict.fromkeys(plain.analyze(typed[:MAX_CHARACTERS])))
    significant = [text for text in texts if text not in STOP_WORDS] or texts
    return [Word(text, "".join(stemmed.analyze(text)) or text) for text in significant[:MAX_WORDS]]


def variants_of(searcher: Searcher, words: list[Word]) -> list[list[Word]]:
    """Return the words, and variants with a pair joined that occurs in titles: head set, wi-fi."""
    variants = [words]
    for place in range(len(words) - 1):
        text = words[place].text + words[place + 1].text
        joined = Word(text, "".join(stemmed.analyze(text)) or text)
        if searcher.doc_freq("title", joined.stem):
            variants.append([*words[:place], joined, *words[place + 2 :]])
    return variants


def text_query(searcher: Searcher, words: list[Word], missing: int) -> Query:
    """Match products with all words except at most `missing`. `words` must not be empty."""
    variants = variants_of(searcher, words)
    matches = []
    whole = []
    for variant in variants:
        exact = [_exact(word) for word in variant]
        ways = [_matches(searcher, word, one) for word, one in zip(variant, exact, strict=True)]
        matches.append(_at_least(ways, max(1, len(variant) - missing)))
        whole.append(_at_least(exact, len(variant)))
    return Query.boolean_query(
        [
            (Occur.Must, Query.disjunction_max_query(matches, 0.0)),
            (Occur.Should, Query.const_score_query(_any_of(whole), WHOLE_WORDS_BAND)),
            (Occur.Should, Query.const_score_query(term("in_stock", 1), IN_STOCK_BAND)),
            *((Occur.Should, query) for query in _phrase(words)),
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


def _exact(word: Word) -> Query:
    fields = [
        Query.boost_query(Query.term_query(SCHEMA, name, word.stem, "freq"), weight)
        for name, weight in WEIGHTS.items()
    ]
    fields.append(Query.boost_query(term("codes", word.text), CODE_WEIGHT))
    return Query.disjunction_max_query(fields, TIE_BREAKER)


def _matches(searcher: Searcher, word: Word, exact: Query) -> Query:
    """Match the word itself, as a prefix, or with typing errors."""
    ways = [exact]
    if len(word.text) >= MIN_PREFIX:
        ways.append(Query.fuzzy_term_query(SCHEMA, "words", word.text, 0, prefix=True))
    if len(word.text) >= MIN_FUZZY and not is_known(searcher, word):
        errors = 2 if len(word.text) >= MIN_TWO_ERRORS else 1
        ways.append(
            Query.boost_query(Query.fuzzy_term_query(SCHEMA, "words", word.text, errors), 0.5)
        )
    return _any_of(ways)


def is_known(searcher: Searcher, word: Word) -> bool:
    """Whether the word occurs in the catalogue, also as a prefix."""
    return (
        any(searcher.doc_freq(name, word.stem) for name in TEXT_FIELDS)
        or searcher.doc_freq("codes", word.text) > 0
        or bool(searcher.terms_with_prefix("words", word.text, limit=1))
    )


def _phrase(words: list[Word]) -> list[Query]:
    """Rank titles that contain the words side by side a little higher."""
    if len(words) < 2:
        return []
    phrase = Query.phrase_query(SCHEMA, "title", [word.stem for word in words], 1)
    return [Query.boost_query(phrase, 2.0)]
