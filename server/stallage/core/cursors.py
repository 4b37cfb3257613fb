"""Pages by cursor: a list continues after the last row of a page, however long it is.

A cursor holds the sort values of a row. It is opaque to clients, and only valid for the same sort.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

import orjson
from fastapi import Depends, Query
from pydantic import Field

from stallage.core.errors import InvalidFields
from stallage.core.schemas import Between, Output
from stallage.core.validation import message

T = TypeVar("T")
R = TypeVar("R")

LIMIT = 50
MAX_LIMIT = 100
MAX_COUNT = 10_000
"""Rows are counted up to this number."""

Value = str | int | None
Direction = Literal["after", "before"]


@dataclass(frozen=True, slots=True)
class CursorPosition:
    """The row that a page begins after, or ends before."""

    direction: Direction
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CursorQuery:
    """The requested page of a list. Without a position, the first page."""

    position: CursorPosition | None
    limit: int

    def values(self, *kinds: type[int] | type[str]) -> tuple[Value, ...] | None:
        """Return the position's sort values, or None without a position.

        Raises InvalidFields if they are not of these kinds, as for a cursor of another sort.
        """
        if self.position is None:
            return None
        values = self.position.values
        fits = len(values) == len(kinds) and all(
            value is None or type(value) is kind for value, kind in zip(values, kinds, strict=True)
        )
        if not fits:
            raise invalid_cursor()
        return values

    @property
    def backwards(self) -> bool:
        """Whether the page before a row is requested; its rows are read in reverse."""
        return self.position is not None and self.position.direction == "before"


class Count(Output):
    """The number of rows of a list, counted up to 10,000."""

    value: int = Field(ge=0)
    exact: bool = Field(description="False if there are at least that many.")


class CursorPage(Output, Generic[T]):
    """A page of a list."""

    items: list[T]
    next_cursor: str | None = Field(description="Cursor of the next page; null on the last page.")
    previous_cursor: str | None = Field(description="Cursor of the page before; null on the first.")


def invalid_cursor() -> InvalidFields:
    """Return the error for a cursor that this list did not issue."""
    return InvalidFields(fields={"cursor": [message("invalid", "cursor")]})


def encode_cursor(direction: Direction, values: Sequence[Value]) -> str:
    """Return a cursor for a row with these sort values."""
    return base64.urlsafe_b64encode(orjson.dumps([direction[0], *values])).rstrip(b"=").decode()


def decode_cursor(cursor: str) -> CursorPosition:
    """Return the position of a cursor. Raises InvalidFields."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        direction, *values = orjson.loads(base64.b64decode(padded, b"-_", validate=True))
    except (binascii.Error, ValueError, TypeError) as error:
        raise invalid_cursor() from error
    in_range = all(
        value is None
        or (isinstance(value, str) and "\x00" not in value)
        or (type(value) is int and -(2**63) <= value < 2**63)
        for value in values
    )
    if direction not in ("a", "b") or not in_range:
        raise invalid_cursor()
    return CursorPosition("after" if direction == "a" else "before", tuple(values))


@dataclass(frozen=True, slots=True)
class Slice(Generic[R]):
    """The rows of a page in the list's order, and its neighbours' cursors."""

    rows: list[R]
    next_cursor: str | None
    previous_cursor: str | None


def slice_of(
    rows: Sequence[R], page: CursorQuery, values_of: Callable[[R], Sequence[Value]]
) -> Slice[R]:
    """Return a page from `limit + 1` rows, read in reverse if `page.backwards`."""
    has_more = len(rows) > page.limit
    shown = list(rows[: page.limit])
    if page.backwards:
        shown.reverse()
    if not shown:
        return Slice([], None, None)
    has_next = page.backwards or has_more
    has_previous = has_more if page.backwards else page.position is not None
    return Slice(
        shown,
        encode_cursor("after", values_of(shown[-1])) if has_next else None,
        encode_cursor("before", values_of(shown[0])) if has_previous else None,
    )


def capped_count(counted: int) -> Count:
    """Return the count of rows, of which up to MAX_COUNT + 1 were counted."""
    return Count(value=min(counted, MAX_COUNT), exact=counted <= MAX_COUNT)


def _read_cursor(
    cursor: Annotated[
        str | None, Query(max_length=1000, description="Of the page before or after.")
    ] = None,
    limit: Annotated[int, Query(description="Rows on a page."), Between(1, MAX_LIMIT)] = LIMIT,
) -> CursorQuery:
    return CursorQuery(decode_cursor(cursor) if cursor else None, limit)


CursorRequest = Annotated[CursorQuery, Depends(_read_cursor)]
"""The parameters `cursor` and `limit` of a list."""
