"""Product lists as plain values, with ids instead of slugs: their `repr` is a cache key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import unquote

from stallage.shop.rules.client_routes import ClientRoute, match_route

Sort: TypeAlias = Literal[
    "relevance", "newest", "price", "-price", "rating", "discount", "popularity"
]


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a list. A product must match all of them; the values of one filter are alternatives."""

    category_id: int | None = None
    collection_ids: tuple[int, ...] = ()
    """Collections of a sale, slider or tile. A product must be in all of them."""
    brand_ids: tuple[int, ...] = ()
    price: tuple[int | None, int | None] | None = None
    """Minimum and maximum, both inclusive, in minor units."""
    rating: int | None = None
    """Minimum stars."""
    in_stock: bool = False
    discount: int | None = None
    """Minimum per cent."""
    attributes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Attribute or option name → values."""
    product_ids: tuple[int, ...] | None = None
    """Only these products: those that match a search by criteria."""


_FOLDED = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})
_WORD = re.compile(r"[^\W_]+")


def fold_phrase(text: str) -> str:
    """Return the words of a text in lower case, without accents and punctuation, with single spaces."""
    characters = unicodedata.normalize("NFKD", text.casefold().translate(_FOLDED))
    return " ".join(
        _WORD.findall("".join(one for one in characters if not unicodedata.combining(one)))
    )


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Phrases that find other phrases too. Create it with `of`."""

    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Folded phrase → the phrases that it finds too."""
    longest: int = 0
    """Number of words of the longest phrase."""

    @staticmethod
    def of(alternatives: Mapping[str, Iterable[str]]) -> Synonyms:
        """Return synonyms that work in one direction: each phrase also finds its alternatives.

        A phrase may be given as the stems of its words: it is then found in each form.
        """
        folded: dict[str, tuple[str, ...]] = {}
        for phrase, others in alternatives.items():
            key = fold_phrase(phrase)
            folded[key] = tuple(dict.fromkeys((*folded.get(key, ()), *others)))
        folded.pop("", None)
        return Synonyms(folded, max((len(phrase.split()) for phrase in folded), default=0))

    def find(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return the alternatives of a phrase, in order."""
        return self.alternatives.get(fold_phrase(" ".join(words)), ())

    def has(self, phrase: str) -> bool:
        """Whether a phrase has alternatives."""
        return fold_phrase(phrase) in self.alternatives


@dataclass(frozen=True, slots=True)
class SynonymGroup:
    """Synonyms of a starter set, or those that operators entered for a phrase."""

    phrase: str
    """It names the group."""
    alternatives: tuple[str, ...]
    both_ways: bool
    """Whether each of them finds all others. Otherwise only the phrase finds the alternatives."""

    def pairs(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each phrase that finds others, with these."""
        if not self.both_ways:
            yield self.phrase, self.alternatives
            return
        phrases = (self.phrase, *self.alternatives)
        for phrase in phrases:
            yield phrase, tuple(one for one in phrases if one != phrase)


@dataclass(frozen=True, slots=True)
class WordRules:
    """How a shop understands search words."""

    language: str = "english"
    """The language of the search index."""
    synonyms: Synonyms = Synonyms()


ENGLISH = WordRules()
"""English without synonyms."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A list: its filters, search words and order."""

    filters: Filters = Filters()
    words: str | None = None
    """What the shopper typed; None if the list is not a search."""
    sort: Sort = "relevance"
    literal: bool = False
    """Words that do not occur are not corrected."""


@dataclass(frozen=True, slots=True)
class ListResult:
    """A page of a list: product ids in order, and the total of all pages."""

    ids: list[int]
    total: int


MAX_SEARCH_REDIRECTS = 1_000
MAX_TARGET = 500
"""Characters of the path that a search leads to."""
SEARCH_PAGE = "search"


def is_redirect_target(target: str) -> bool:
    """Whether a search may lead to this path: a page of the shop, but no search, which could lead back."""
    if not target.startswith("/") or not target.isprintable() or "\\" in target or " " in target:
        return False
    matched = route_of_target(target)
    return matched is not None and matched[0].name != SEARCH_PAGE


def route_of_target(target: str) -> tuple[ClientRoute, str] | None:
    """Return the route of a path that a search leads to, and its slug; None if it is no page."""
    inner = re.split(r"[?#]", target)[0][1:].removesuffix("/")
    matched = match_route(tuple(unquote(one) for one in inner.split("/")) if inner else ())
    return None if matched is None else (matched[0], "/".join(matched[1].values()))


MAX_SYNONYMS = 2_000
MAX_ALTERNATIVES = 10
"""Synonyms of a phrase."""
WHOLE_SET = ""
"""Stands for all groups of the starter set where a group is switched off."""

SHOWN_DAYS = 30
"""Days of searches that operators see and suggestions are made of."""
MAX_FAILED_QUERIES = 500
"""Different queries without result that are stored for a day."""
FAILED_SEARCH_DAYS = 90
"""How long searches without result are stored."""
MAX_FAILED_LENGTH = 60
MAX_FOUND_QUERIES = 2_000
"""Different queries with results that are stored for a day."""
MAX_EMPTY_LISTS = 500
"""Different lists without products that are stored for a day."""
MAX_FILTERS_LENGTH = 200
MIN_SHOPPERS = 3
"""Shoppers whose searches of SHOWN_DAYS make a query a suggestion."""
HALF_LIFE_DAYS = 10
"""After this time, a search counts half for the order of suggestions."""
MAX_SEARCHED = 5_000
"""Queries of shoppers that may be suggested."""
MAX_SUGGESTED_LENGTH = 40
MAX_HIDDEN = 2_000
"""Queries that operators hide."""
MIN_UNOPENED = 5
"""Shoppers who searched for what operators see as never opened."""
REBUILD_SHARE = 50
"""Rebuilding the lexicon takes at most one part in this many of the time."""
PERSONAL_QUERY = re.compile(r"@|(?:\d\W*){5,}|^[a-z]{2}-[a-z0-9]{4}-[a-z0-9]{4}", re.IGNORECASE)
"""Email addresses, phone and card numbers, and the numbers of orders."""


def failed_query(words: str) -> str | None:
    """The form in which a search without result is counted, or None if it must not be stored."""
    query = " ".join(words.lower().split())
    if not query or len(query) > MAX_FAILED_LENGTH or PERSONAL_QUERY.search(query):
        return None
    return query if query.isprintable() else None
