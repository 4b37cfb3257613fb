"""Searches of an OpenSearch index: lists with facets, similar products and counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject
from stallage.core.paging import Page
from stallage.search.index.analysis import Analysis, analysis_of
from stallage.search.index.engine import ListOptions, ProductTraits
from stallage.search.index.find import (
    ENOUGH,
    FEW,
    MAX_LOOSE,
    RANKED_BY_POPULARITY,
    popular_first,
)
from stallage.search.index.lists import LARGEST_COLLECTION, IndexedList
from stallage.search.index.memberships import FIELDS, Memberships
from stallage.search.index.near_words import (
    MAX_READ,
    best_spelling,
    near_spellings,
    tolerated_errors,
    with_near_words,
)
from stallage.search.index.opensearch.client import OpenSearchClient
from stallage.search.index.opensearch.documents import MAX_WINDOW, WITHOUT_STATE
from stallage.search.index.opensearch.lists import (
    NEWEST_ID,
    NOTHING,
    SORTS,
    aggregations,
    all_of,
    any_of,
    between,
    buckets_of,
    clauses,
    constant,
    facet_filters,
    read_counts,
    term,
    terms_of,
)
from stallage.search.index.opensearch.text import Lookups, TextQuery
from stallage.search.index.relaxed import most_first, removable
from stallage.search.index.schema import SEPARATOR
from stallage.search.index.similar import MAX_VALUES
from stallage.search.rules import ListQuery, ListResult, WordRules

MAX_EXPANSIONS = 200
"""Words that a word with a typing error is compared with."""
ROUNDS = 4
"""Requests that read about words, at most: what is found may raise further questions."""


@dataclass(frozen=True, slots=True)
class WordsQuery:
    """The queries of the search words."""

    matching: JsonObject
    ranked: JsonObject
    correction: str | None = None
    """The text with near words instead of words that do not occur. Searched unless the search is literal."""
    lacks_words: bool = False
    """No product has all words; these have some."""


class OpenSearchReader:
    """Reads the active index of a client. All functions raise NotReady if there is none."""

    def __init__(self, client: OpenSearchClient) -> None:
        self._client = client

    async def find(
        self, list_query: ListQuery, page: Page, rules: WordRules, options: ListOptions
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        words = await self._words(list_query, rules)
        is_collection = options.of_collection and words is None and list_query.sort == "relevance"
        start, limit = (0, LARGEST_COLLECTION) if is_collection else (page.offset, page.size)
        filters = clauses(list_query.filters)
        filtered: Sequence[str] = ()
        body: JsonObject = {}
        if options.with_facets:
            filtered = facet_filters(filters, category_is_source=options.category_is_source)
            body = {
                "post_filter": all_of(filters[one] for one in filtered),
                "aggs": aggregations(filters, filtered),
            }
        conditions = [query for name, query in filters.items() if name not in filtered]
        response = await self._listed(list_query, words, conditions, (start, limit), body)
        result = _result(response, list_query, words, start, limit)
        if is_collection and result.total > LARGEST_COLLECTION:
            is_collection = False
            first = result.ids[page.offset : page.offset + page.size]
            if page.offset + page.size > LARGEST_COLLECTION:
                conditions = list(filters.values())
                window = (page.offset, page.size)
                later = await self._listed(list_query, words, conditions, window)
                first = _result(later, list_query, words, page.offset, page.size).ids
            result = ListResult(first, result.total)
        counts = None
        if options.with_facets:
            counts = read_counts(response["aggregations"], filtered)
        relaxed: Mapping[str, int] = {}
        if not result.total:
            relaxed = await self._relaxed(
                filters, words, category_is_source=options.category_is_source
            )
        return IndexedList(
            result,
            is_collection,
            counts,
            correction=None if words is None else words.correction,
            lacks_words=words is not None and words.lacks_words and result.total > 0,
            relaxed=relaxed,
        )

    async def first(self, list_query: ListQuery, limit: int, rules: WordRules) -> ListResult:
        """Return the first ids of a list, and its total."""
        words = await self._words(list_query, rules)
        conditions = list(clauses(list_query.filters).values())
        response = await self._listed(list_query, words, conditions, (0, limit))
        return _result(response, list_query, words, 0, limit)

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock."""
        similar: list[JsonObject] = []
        if traits.category_id:
            similar.append(constant(term("category", traits.category_id), 4))
        if traits.brand_id:
            similar.append(constant(term("brand_id", traits.brand_id), 2))
        values = [
            f"{name}{SEPARATOR}{one}" for name, each in traits.attributes.items() for one in each
        ]
        similar += [constant(term("attribute", one), 1) for one in values[:MAX_VALUES]]
        if not similar:
            return []
        scores = [*similar]
        if traits.price:
            # A price alone makes no product similar.
            close = between("price", traits.price * 2 // 3, traits.price * 3 // 2)
            scores.append(constant(close, 1))
        query: JsonObject = {
            "bool": {
                "filter": [
                    {"bool": {"should": similar, "minimum_should_match": 1}},
                    term("in_stock", 1),
                ],
                "must_not": [term("id", traits.product_id)],
                "should": scores,
                "minimum_should_match": 0,
            }
        }
        sort = [{"_score": "desc"}, {"id": "asc"}]
        response = await self._search({"query": query, "size": limit, "sort": sort})
        return [int(hit["_id"]) for hit in response["hits"]["hits"]]

    async def values(self, facet: str) -> Mapping[str | int, int]:
        """Return the number of products by value of a facet."""
        body = {"size": 0, "aggs": {facet: terms_of(facet)}}
        return buckets_of((await self._search(body))["aggregations"][facet])

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        if not product_ids:
            return Memberships({}, {})
        size = terms_of("category")["terms"]["size"]
        body: JsonObject = {
            "size": 0,
            "query": any_of("id", sorted(product_ids)),
            "aggs": {name: {"terms": {"field": name, "size": size}} for name in FIELDS},
        }
        found = (await self._search(body))["aggregations"]
        categories, collections = (buckets_of(found[name]) for name in FIELDS)
        return Memberships(categories, collections)

    async def _search(self, body: JsonObject) -> JsonObject:
        matching = body.get("query", {"match_all": {}})
        query = {"bool": {"must": [matching], "filter": [WITHOUT_STATE]}}
        body = {"track_total_hits": True, "_source": False, **body, "query": query}
        path = f"/{self._client.name}/_search"
        # A rebuild may delete the index that the alias led to when the search began.
        response = await self._client.find("POST", path, body) or await self._client.find(
            "POST", path, body
        )
        if response is None or not _is_result(response, body):
            raise NotReady
        return response

    async def _listed(
        self,
        list_query: ListQuery,
        words: WordsQuery | None,
        conditions: Sequence[JsonObject],
        window: tuple[int, int],
        more: JsonObject | None = None,
    ) -> JsonObject:
        """Search for a page. `window`: its offset and size. `more`: further members of the body."""
        offset, limit = window
        if _is_ranked(list_query, words) and words is not None:
            query: JsonObject = {"bool": {"must": [words.ranked], "filter": list(conditions)}}
            sort: Sequence[JsonObject] = ({"_score": "desc"}, {"popularity": "desc"}, NEWEST_ID)
            if offset < RANKED_BY_POPULARITY:
                offset, limit = 0, max(offset + limit, RANKED_BY_POPULARITY)
        else:
            query = all_of([*conditions, *(() if words is None else (words.matching,))])
            sort = SORTS[list_query.sort]
        if offset + limit > MAX_WINDOW:
            offset, limit = 0, 0
        page = {"query": query, "from": offset, "size": limit, "sort": list(sort)}
        return await self._search({**page, **(more or {})})

    async def _words(self, list_query: ListQuery, rules: WordRules) -> WordsQuery | None:
        """Return the queries for the search words, as `find.words_query` does; None without words."""
        if list_query.words is None or not list_query.words.strip():
            return None
        text = await self._understood(list_query.words, rules)
        if not text.parts:
            return WordsQuery(NOTHING, NOTHING)
        correction = None
        if text.unknown:
            analysis = analysis_of(rules.language)
            correction = await self._corrected(list_query.words, text.unknown, analysis)
            if correction is not None and not list_query.literal:
                text = await self._understood(correction, rules)
        matching, lacks_words = text.strict(), False
        if len(text.parts) > 1:
            matching, lacks_words = await self._widened(text)
        return WordsQuery(matching, text.ranked(matching), correction, lacks_words)

    async def _corrected(
        self, typed: str, unknown: Sequence[str], analysis: Analysis
    ) -> str | None:
        """Return a text with near words instead of unknown ones; None if none of them has a near word."""
        words = list(dict.fromkeys(unknown))
        found = await asyncio.gather(*(self._near_spellings(one, analysis) for one in words))
        candidates = sorted({plain for one in found for plain in one})
        if not candidates:
            return None
        _, counts = await self._counted([term("words", one) for one in candidates])
        frequency = dict(zip(candidates, counts, strict=True))
        near = {
            word: best_spelling(spellings, frequency.__getitem__)
            for word, spellings in zip(words, found, strict=True)
            if spellings
        }
        return with_near_words(typed, near, analysis)

    async def _near_spellings(self, word: str, analysis: Analysis) -> Mapping[str, Counter[str]]:
        """Return the near words in names of popular products → how these names write it."""
        for errors in tolerated_errors(word):
            options = {"value": word, "fuzziness": errors, "max_expansions": MAX_EXPANSIONS}
            body: JsonObject = {
                "query": all_of([{"fuzzy": {"words": options}}]),
                "size": MAX_READ,
                "sort": [{"popularity": "desc"}, NEWEST_ID],
                "_source": ["written"],
            }
            hits = (await self._search(body))["hits"]["hits"]
            names = [name for hit in hits for name in hit["_source"].get("written", [])]
            spellings = near_spellings(names, word, errors, analysis)
            if spellings:
                return spellings
        return {}

    async def _relaxed(
        self,
        filters: Mapping[str, JsonObject],
        words: WordsQuery | None,
        *,
        category_is_source: bool,
    ) -> Mapping[str, int]:
        """Return the parameters that alone leave nothing over → products without them, most first."""
        names = removable(filters, category_is_source=category_is_source)
        if not names:
            return {}
        shared = [] if words is None else [words.matching]
        queries = [
            all_of([*(query for other, query in filters.items() if other != name), *shared])
            for name in names
        ]
        _, counts = await self._counted(queries)
        return most_first(zip(names, counts, strict=True))

    async def _understood(self, typed: str, rules: WordRules) -> TextQuery:
        """Return the queries of a text after reading how many products have its words."""
        lookups = Lookups()
        for _ in range(ROUNDS):
            lookups.missing.clear()
            text = TextQuery(lookups, typed, rules)
            if not lookups.missing:
                break
            keys = list(lookups.missing)
            total, counts = await self._counted([lookups.missing[one] for one in keys])
            lookups.num_docs = total
            lookups.known.update(zip(keys, counts, strict=True))
        return text

    async def _widened(self, text: TextQuery) -> tuple[JsonObject, bool]:
        """Return the strictest query that finds enough products, or the one that finds most.

        The other value: whether no product has all words.
        """
        queries = [text.strict(), *text.wider(), text.any_part()]
        _, totals = await self._counted(queries)
        if totals[0] >= ENOUGH:
            return queries[0], False
        lacks_words = totals[0] == 0
        widest = 0
        for place in range(1, len(queries) - 1):
            if totals[widest] >= ENOUGH:
                break
            widest = place
        if totals[widest] >= FEW:
            return queries[widest], lacks_words
        if totals[-1] <= MAX_LOOSE:
            return queries[-1], lacks_words
        # The total must not count all products that match badly.
        sort = [{"_score": "desc"}, NEWEST_ID]
        body = {"query": text.ranked(queries[-1]), "size": MAX_LOOSE, "sort": sort}
        response = await self._search(body)
        best = [int(hit["_id"]) for hit in response["hits"]["hits"]]
        return any_of("id", best), lacks_words

    async def _counted(self, queries: Sequence[JsonObject]) -> tuple[int, list[int]]:
        """Return the number of all products, and of those that match each query."""
        filters = {"filters": {"filters": list(queries)}}
        response = await self._search({"size": 0, "aggs": {"counts": filters}})
        buckets = response["aggregations"]["counts"]["buckets"]
        return response["hits"]["total"]["value"], [one["doc_count"] for one in buckets]


def _is_result(response: JsonObject, body: JsonObject) -> bool:
    """Whether a response is one to a search: a proxy may answer with an object of its own."""
    match response:
        case {"hits": {"hits": list(), "total": {"value": int()}}}:
            return "aggs" not in body or isinstance(response.get("aggregations"), dict)
        case _:
            return False


def _is_ranked(list_query: ListQuery, words: WordsQuery | None) -> bool:
    return words is not None and list_query.sort == "relevance"


def _result(
    response: JsonObject,
    list_query: ListQuery,
    words: WordsQuery | None,
    offset: int,
    limit: int,
) -> ListResult:
    """Return the page of a response to `_listed`."""
    hits = response["hits"]["hits"]
    total = response["hits"]["total"]["value"]
    ids = [int(hit["_id"]) for hit in hits]
    if not _is_ranked(list_query, words) or offset >= RANKED_BY_POPULARITY:
        return ListResult(ids, total)
    best = [hit["sort"] for hit in hits[:RANKED_BY_POPULARITY]]
    order = popular_first([score for score, _, _ in best], [sold for _, sold, _ in best])
    ids[: len(order)] = [ids[place] for place in order]
    return ListResult(ids[offset : offset + limit], total)
