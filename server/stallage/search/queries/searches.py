"""What shoppers searched for, for operators."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import parse_qsl

from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.search.index.words import stems_of
from stallage.search.queries.facets import chosen_price_label
from stallage.search.queries.synonyms import synonyms_of_shop
from stallage.search.rules import MIN_UNOPENED, SHOWN_DAYS
from stallage.search.schemas.searches import (
    EmptyFilters,
    FilterPair,
    MissedSales,
    SuggestedQueries,
    SuggestedQuery,
    UnopenedSearch,
)
from stallage.shop.rules import links

MAX_ROWS = 100
LOCALE = "en-US"
"""Of the back office."""

SUGGESTED = """
    SELECT l.term AS query, coalesce((
        SELECT sum(f.shoppers)::bigint FROM found_searches f
        WHERE f.day >= $1 AND f.query = l.term), 0) AS shoppers
    FROM lexicon l
    WHERE l.kind = 'searched' AND NOT EXISTS (
        SELECT FROM hidden_queries h WHERE h.folded = l.folded)
    ORDER BY l.weight DESC, l.term LIMIT $2
"""
HIDDEN = "SELECT query FROM hidden_queries ORDER BY query"
UNOPENED = """
    SELECT query, sum(shoppers)::bigint AS shoppers, sum(opened)::bigint AS opened
    FROM found_searches WHERE day >= $1
    GROUP BY query HAVING sum(shoppers) >= $2 AND sum(opened) = 0
    ORDER BY sum(shoppers) DESC, query LIMIT $3
"""
EMPTY = """
    SELECT list, filters, sum(times)::bigint AS times FROM empty_lists WHERE day >= $1
    GROUP BY list, filters ORDER BY sum(times) DESC, list, filters LIMIT $2
"""
CATEGORY_TITLES = "SELECT slug, title AS name FROM categories_view WHERE slug = ANY($1::text[])"
BRAND_NAMES = "SELECT slug, name FROM brands_view WHERE slug = ANY($1::text[])"


async def suggested_queries(connection: Connection, today: date) -> SuggestedQueries:
    """Return the queries of shoppers that others are suggested, and the hidden ones."""
    rows = await connection.fetch(SUGGESTED, _first_day(today), MAX_ROWS)
    return SuggestedQueries(
        days=SHOWN_DAYS,
        suggested=[SuggestedQuery(**row) for row in rows],
        hidden=[row["query"] for row in await connection.fetch(HIDDEN)],
    )


async def missed_sales(
    connection: Connection, today: date, currency: Currency, language: str
) -> MissedSales:
    """Return searches whose results nobody opened, and filters that left nothing of a list."""
    first = _first_day(today)
    unopened = await connection.fetch(UNOPENED, first, MIN_UNOPENED, MAX_ROWS)
    synonyms = await synonyms_of_shop(connection, language)
    rows = await connection.fetch(EMPTY, first, MAX_ROWS)
    lists = [(*_named(row["list"]), parse_qsl(row["filters"]), row["times"]) for row in rows]
    pairs = [(kind, name) for kind, name, _filters, _times in lists]
    pairs += [pair for _kind, _name, filters, _times in lists for pair in filters]
    titles = await _names(connection, CATEGORY_TITLES, _values(pairs, "category"))
    brands = await _names(connection, BRAND_NAMES, _values(pairs, "brand"))

    def shown(parameter: str, value: str) -> str:
        match parameter:
            case "category":
                return str(titles.get(value, value))
            case "brand":
                return str(brands.get(value, value))
            case "price":
                return _price(value, currency)
        return value

    empty = [
        EmptyFilters(
            title="" if kind == "q" else shown(kind, name),
            query=name if kind == "q" else None,
            filters=[
                FilterPair(parameter=parameter, value=shown(parameter, value))
                for parameter, value in filters
            ],
            link=_link(kind, name, row["filters"]),
            times=times,
        )
        for row, (kind, name, filters, times) in zip(rows, lists, strict=True)
    ]
    return MissedSales(
        days=SHOWN_DAYS,
        unopened=[
            UnopenedSearch(**row, has_synonyms=synonyms.has(stems_of(row["query"], language)))
            for row in unopened
        ],
        empty=empty,
    )


async def _names(connection: Connection, statement: str, slugs: list[str]) -> dict[str, str]:
    return {row["slug"]: row["name"] for row in await connection.fetch(statement, slugs)}


def _first_day(today: date) -> date:
    return today - timedelta(days=SHOWN_DAYS - 1)


def _named(name: str) -> tuple[str, str]:
    return parse_qsl(name)[0] if name else ("", "")


def _values(pairs: list[tuple[str, str]], parameter: str) -> list[str]:
    return sorted({value for name, value in pairs if name == parameter})


def _price(value: str, currency: Currency) -> str:
    low, _dots, high = value.partition("..")
    return chosen_price_label(
        int(low) if low else None, int(high) if high else None, currency, LOCALE
    )


def _link(kind: str, name: str, filters: str) -> str:
    """Return the path of a list with its filters."""
    match kind:
        case "q":
            return f"{links.search(name)}&{filters}"
        case "category":
            path = links.category(name)
        case "sale":
            path = links.sale(name)
        case "slider":
            path = links.slider(name)
        case "collection":
            path = links.collection(name)
        case "section":
            section, _slash, slug = name.partition("/")
            path = links.tile(int(section), slug)
        case _:
            path = links.search_page()
    return f"{path}?{filters}"
