"""Rules of reviews: public names, search criteria, average rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.reviews.schemas import (
    CommentCriterion,
    Key,
    Operation,
)

COLUMNS: Mapping[Key, str] = {
    "skuId": "r.sku_id",
    "productSlug": "p.slug",
    "ratingStar": "r.rating_star",
    "createdAt": "r.created_at",
    "imageCount": "jsonb_array_length(r.images)",
    "text": "(r.title || ' ' || r.comment)",
}
TEXT: frozenset[Operation] = frozenset({"cn", "nc", "eq", "ne"})
NUMBER: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range"})
TIME: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range", "after", "before"})
ALLOWED: Mapping[Key, frozenset[Operation]] = {
    "skuId": NUMBER,
    "productSlug": TEXT,
    "ratingStar": NUMBER,
    "createdAt": TIME,
    "imageCount": NUMBER,
    "text": frozenset({"cn", "nc"}),
}
MAX_NUMBER = 2**53 - 1
ANONYMOUS = "A customer"
"""Shown for customers without a name and for forgotten ones."""


def public_name(first_name: str | None, last_name: str | None) -> str:
    """Return the name to publish: `Maya`, `Rivera` → `Maya R.`"""
    first, last = (first_name or "").strip(), (last_name or "").strip()
    initial = f"{last[0].upper()}." if last else ""
    return f"{first} {initial}".strip() or ANONYMOUS


def average(stars: Mapping[int, int]) -> float:
    """Return the mean of a histogram of stars, to one decimal; 0 without ratings."""
    count = sum(stars.values())
    if count == 0:
        return 0.0
    # Integers up to the last step, so that 4.25 and 4.35 are rounded the same way on every machine.
    tenths = (20 * sum(star * number for star, number in stars.items()) + count) // (2 * count)
    return tenths / 10


@dataclass(frozen=True, slots=True)
class Condition:
    """A criterion as SQL, with `{}` for the number of each parameter, and the parameters."""

    sql: str
    values: tuple[Any, ...]


def _number(value: str | int) -> int:
    number = int(value)
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise ValueError
    return number


def _moment(value: str | int) -> datetime:
    moment = datetime.fromisoformat(str(value))
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _typed(key: Key, value: str | int) -> str | int | datetime:
    if key in ("productSlug", "text"):
        return str(value)
    return _moment(value) if key == "createdAt" else _number(value)


def _array(key: Key) -> str:
    return {"productSlug": "text[]", "createdAt": "timestamptz[]"}.get(key, "bigint[]")


def _pattern(value: str | int) -> str:
    escaped = str(value).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def condition(criterion: CommentCriterion, index: int) -> Condition:
    """Return a criterion as SQL. Raises InvalidFields if operation or value do not fit the key."""
    where = f"criteria.{index}"
    key, operation = criterion.key, criterion.operation
    if operation not in ALLOWED[key]:
        raise InvalidFields(fields={f"{where}.operation": [message("invalid", "operation")]})
    try:
        values = [_typed(key, value) for value in criterion.value]
    except (ValueError, OverflowError) as error:
        rule = "invalid" if key == "createdAt" else "integer"
        raise InvalidFields(fields={f"{where}.value": [message(rule, "value")]}) from error
    needed = 2 if operation == "range" else 1
    many = operation in ("eq", "ne", "cn", "nc")
    if len(values) < needed or (len(values) > needed and not many):
        raise InvalidFields(fields={f"{where}.value": [message("invalid", "value")]})
    return _condition(key, operation, criterion.value, values)


def _condition(
    key: Key, operation: Operation, raw_values: Sequence[str | int], values: list[Any]
) -> Condition:
    column = COLUMNS[key]
    match operation:
        case "eq":
            return Condition(f"{column} = ANY({{}}::{_array(key)})", (values,))
        case "ne":
            return Condition(f"{column} <> ALL({{}}::{_array(key)})", (values,))
        case "cn":
            return Condition(
                f"{column} ILIKE ANY({{}}::text[])", ([_pattern(v) for v in raw_values],)
            )
        case "nc":
            return Condition(
                f"{column} NOT ILIKE ALL({{}}::text[])", ([_pattern(v) for v in raw_values],)
            )
        case "gt" | "after":
            return Condition(f"{column} > {{}}", (values[0],))
        case "lt" | "before":
            return Condition(f"{column} < {{}}", (values[0],))
        case "range":
            return Condition(f"{column} BETWEEN {{}} AND {{}}", (values[0], values[1]))
