"""Searching by criteria, as integrators do: plain SQL, exact, without ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from stallage.catalog.schemas import Operation, ProductCriterion, ProductSearch
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message

MAX_NUMBER = 2**53 - 1
_DECIMAL = re.compile(r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$")

TEXT: frozenset[Operation] = frozenset({"cn", "nc", "eq", "ne"})
NUMBER: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range"})
TIME: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range", "after", "before"})

STOCK = "(SELECT coalesce(sum(s.stock), 0) FROM skus s WHERE s.product_id = p.id AND s.active)"

SORTS = {
    "title": "lower(p.title)",
    "price": "p.price",
    "createdAt": "p.created_at",
    "stock": STOCK,
    "popularity": "p.popularity",
    "rating": "p.rating_sum::numeric / nullif(p.rating_count, 0)",
}
DIRECTIONS = {"asc": "ASC NULLS FIRST", "desc": "DESC NULLS LAST"}

# A text key is a condition on `v.value` over what the product has of it.
TEXTS = {
    "title": "(SELECT p.title AS value)",
    "brand": "(SELECT unnest(ARRAY[b.name, b.slug]) AS value FROM brands b WHERE b.id = p.brand_id)",
    "category": """(SELECT unnest(ARRAY[above.title, above.slug]) AS value
        FROM product_categories pc JOIN categories own ON own.id = pc.category_id
        JOIN categories above ON above.id = ANY(own.path) WHERE pc.product_id = p.id)""",
}


class _Broken(Exception):
    """A value breaks a rule."""

    def __init__(self, rule: str, **parameters: Any) -> None:
        super().__init__(rule)
        self.rule, self.parameters = rule, parameters


@dataclass
class _Conditions:
    """SQL with numbered parameters, put together condition by condition."""

    parameters: list[Any] = field(default_factory=list)

    def put(self, value: Any) -> str:
        """A parameter's number for a value."""
        self.parameters.append(value)
        return f"${len(self.parameters)}"


async def search_products(connection: Connection, asked: ProductSearch) -> tuple[list[Any], int]:
    """A page of cards that meet the criteria, and how many there are.

    Raises InvalidFields where an operation or a value does not fit its key.
    """
    made = _Conditions()
    conditions = [_condition(one, place, made) for place, one in enumerate(asked.criteria)]
    word = " AND " if asked.match == "all" else " OR "
    where = word.join(f"({one})" for one in conditions) or "true"
    total: int = await connection.fetchval(
        f"SELECT count(*) FROM products p WHERE p.card IS NOT NULL AND ({where})", *made.parameters
    )
    limit = made.put(asked.page_size)
    offset = made.put((asked.page - 1) * asked.page_size)
    rows = await connection.fetch(
        f"SELECT p.card FROM products p WHERE p.card IS NOT NULL AND ({where})"
        f" ORDER BY {SORTS[asked.sort.key]} {DIRECTIONS[asked.sort.direction]}, p.id DESC"
        f" LIMIT {limit} OFFSET {offset}",
        *made.parameters,
    )
    return [orjson.loads(row["card"]) for row in rows], total


def _condition(criterion: ProductCriterion, place: int, made: _Conditions) -> str:
    key, operation = criterion.key, criterion.operation
    allowed: Mapping[str, frozenset[Operation]] = {
        "price": NUMBER,
        "stock": NUMBER,
        "createdAt": TIME,
    }
    if operation not in allowed.get(key, TEXT):
        raise _refused(place, "operation")
    match key:
        case "price" | "stock":
            column = "p.price" if key == "price" else STOCK
            return _compared(column, "bigint", operation, _values(criterion, place, _number), made)
        case "createdAt":
            values = _values(criterion, place, _moment)
            return _compared("p.created_at", "timestamptz", operation, values, made)
        case _:
            return _text(key, operation, [str(value) for value in criterion.value], made)


def _refused(place: int, name: str, rule: str = "invalid", **parameters: Any) -> InvalidFields:
    return InvalidFields(fields={f"criteria.{place}.{name}": [message(rule, name, **parameters)]})


def _number(value: str | int) -> int:
    """A price in minor units, or a number of pieces. Raises `_Broken`."""
    if not isinstance(value, int) and not _DECIMAL.match(value.strip()):
        raise _Broken("decimal")
    try:
        number = int(value)
    except ValueError as error:
        raise _Broken("integer") from error
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise _Broken("between", min=-MAX_NUMBER, max=MAX_NUMBER)
    return number


def _moment(value: str | int) -> datetime:
    moment = datetime.fromisoformat(str(value))
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _values(criterion: ProductCriterion, place: int, read: Callable[[str | int], Any]) -> list[Any]:
    """The values in their type, as many as the operation takes."""
    try:
        values = [read(value) for value in criterion.value]
    except _Broken as broken:
        raise _refused(place, "value", broken.rule, **broken.parameters) from broken
    except (ValueError, OverflowError) as error:
        raise _refused(place, "value") from error
    wanted = {"eq": None, "ne": None, "range": 2}.get(criterion.operation, 1)
    if wanted is not None and len(values) != wanted:
        raise _refused(place, "value")
    return values


def _compared(
    column: str, kind: str, operation: Operation, values: list[Any], made: _Conditions
) -> str:
    match operation:
        case "eq":
            return f"{column} = ANY({made.put(values)}::{kind}[])"
        case "ne":
            return f"{column} <> ALL({made.put(values)}::{kind}[])"
        case "range":
            low, high = made.put(values[0]), made.put(values[1])
            return f"{column} BETWEEN {low}::{kind} AND {high}::{kind}"
        case "gt" | "after":
            return f"{column} > {made.put(values[0])}::{kind}"
        case _:
            return f"{column} < {made.put(values[0])}::{kind}"


def _text(key: str, operation: Operation, values: list[str], made: _Conditions) -> str:
    if key.startswith("attr."):
        name = made.put(key.removeprefix("attr."))
        of = f"(SELECT jsonb_array_elements_text(p.attributes -> {name}) AS value)"
    else:
        of = TEXTS[key]
    wanted = made.put([value.lower() for value in values])
    if operation in ("eq", "ne"):
        matches = f"lower(v.value) = ANY({wanted}::text[])"
    else:
        matches = (
            f"EXISTS (SELECT FROM unnest({wanted}::text[]) w (part)"
            " WHERE strpos(lower(v.value), w.part) > 0)"
        )
    found = f"EXISTS (SELECT FROM {of} v WHERE {matches})"
    return found if operation in ("cn", "eq") else f"NOT {found}"
