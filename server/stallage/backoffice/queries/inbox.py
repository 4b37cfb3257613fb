"""The support inbox: tickets, questions and reviews in one list.

Each kind has an index for each view, in the order of the list, so that a page reads as many rows as it
shows, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from stallage.backoffice.schemas.inbox import InboxCounts, InboxItem, InboxSort, InboxView
from stallage.core.cursors import (
    MAX_COUNT,
    CursorPage,
    CursorQuery,
    capped_count,
    invalid_cursor,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.support.schemas.operating import Assignee

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
SEARCHED = 1000
"""Tickets that a search by words finds at most, the newest ones."""

# `{at}` is the column that the branch is sorted by.
TICKETS = """
SELECT 'ticket' AS kind, t.id, t.public_id AS ref, t.last_message_at AS at, t.subject AS title, t.excerpt,
    t.state, t.last_by, t.assigned_to, t.priority, t.tags, t.customer_id, t.guest_name AS name,
    NULL::bigint AS product_id, NULL::smallint AS stars
FROM tickets_view t
"""
QUESTIONS = """
SELECT 'question', q.id, q.id::text, {at}, '', left(q.question, 160),
    CASE WHEN q.closed_at IS NULL THEN 'open' ELSE 'solved' END, 'customer', NULL::bigint, 0::smallint,
    '{{}}'::text[], NULL::bigint, q.customer_name, q.product_id, NULL::smallint
FROM questions_view q
"""
REVIEWS = """
SELECT 'review', r.id, r.id::text, {at}, '', left(concat_ws(': ', nullif(r.title, ''), r.comment), 160),
    CASE WHEN r.attention_at IS NULL THEN r.status ELSE 'open' END, 'customer', NULL::bigint,
    0::smallint, '{{}}'::text[], NULL::bigint, r.customer_name, r.product_id, r.rating_star
FROM reviews_view r
"""
# A query of questions or reviews alone has no tickets that name the columns.
COLUMNS = """kind, id, ref, at, title, excerpt, state, last_by, assigned_to, priority, tags,
    customer_id, name, product_id, stars"""
NAMED = """
SELECT i.kind, i.id, i.ref, i.at, i.excerpt, i.state, i.last_by, i.priority, i.tags, i.stars,
    coalesce(p.title, i.title) AS title, i.assigned_to, o.name AS assignee,
    coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.email, c.phone, i.name, '') AS name
FROM ({items}) i
LEFT JOIN products_view p ON p.id = i.product_id
LEFT JOIN customers_view c ON c.id = i.customer_id
LEFT JOIN operators_view o ON o.id = i.assigned_to
ORDER BY i.at {direction}, i.kind {direction}, i.id {direction}
"""

HELD = "SELECT 1 FROM inbound_emails_view WHERE state = 'held'"

Kind = Literal["ticket", "question", "review"]


@dataclass(frozen=True, slots=True)
class _Branch:
    """The rows of one kind in a view."""

    kind: Kind
    where: str
    at: str
    """The column that it is sorted by."""

    @property
    def alias(self) -> str:
        return {"ticket": "t", "question": "q", "review": "r"}[self.kind]

    @property
    def table(self) -> str:
        return f"{self.kind}s_view {self.alias}"

    @property
    def select(self) -> str:
        text = {"ticket": TICKETS, "question": QUESTIONS, "review": REVIEWS}[self.kind]
        return text if self.kind == "ticket" else text.format(at=self.at)


UNSOLVED = "t.state IN ('open', 'waiting')"
OPEN_QUESTIONS = _Branch("question", "q.closed_at IS NULL AND q.ticket_id IS NULL", "q.created_at")
OPEN_REVIEWS = _Branch("review", "r.attention_at IS NOT NULL", "r.attention_at")

# `$1` is the operator.
VIEWS: dict[InboxView, tuple[_Branch, ...]] = {
    "mine": (_Branch("ticket", f"{UNSOLVED} AND t.assigned_to = $1", "t.last_message_at"),),
    "unassigned": (
        _Branch("ticket", f"{UNSOLVED} AND t.assigned_to IS NULL", "t.last_message_at"),
    ),
    "open": (_Branch("ticket", UNSOLVED, "t.last_message_at"), OPEN_QUESTIONS, OPEN_REVIEWS),
    "waiting": (_Branch("ticket", "t.state = 'waiting'", "t.last_message_at"),),
    "questions": (OPEN_QUESTIONS,),
    "reviews": (OPEN_REVIEWS,),
    "done": (
        _Branch("ticket", "t.state = 'solved'", "t.last_message_at"),
        _Branch("question", "q.closed_at IS NOT NULL", "q.closed_at"),
        _Branch("review", "r.decided_at IS NOT NULL AND r.attention_at IS NULL", "r.decided_at"),
    ),
    "spam": (_Branch("ticket", "t.state = 'spam'", "t.last_message_at"),),
}

# Each part finds few rows by an index. Words are prefixes, and all of them must occur.
MATCHING = """
t.id IN (
    SELECT id FROM tickets_view WHERE public_id = upper($2)
    UNION SELECT id FROM tickets_view WHERE customer_id IS NULL AND lower(guest_email) = lower($2)
    UNION SELECT id FROM tickets_view WHERE customer_id IN (
        SELECT id FROM customers_view WHERE lower(email) = lower($2))
    UNION SELECT id FROM tickets_view WHERE order_id IN (
        SELECT id FROM orders_view WHERE public_id = upper($2))
    UNION SELECT id FROM (
        SELECT id FROM tickets_view WHERE to_tsvector('simple', subject) @@ to_tsquery('simple', $3)
        ORDER BY last_message_at DESC LIMIT {searched}
    ) words
)
"""


def _words(text: str) -> str:
    """Return a text query for tickets with words that begin like these."""
    cleaned = "".join(one if one.isalnum() else " " for one in text).split()[:8]
    return " & ".join(f"'{word}':*" for word in cleaned)


def _micros(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1)


def _time(micros: object) -> datetime:
    assert isinstance(micros, int)  # noqa: S101 - checked by CursorQuery.values
    if not 0 <= micros <= _micros(LATEST):
        raise invalid_cursor()
    return EPOCH + timedelta(microseconds=micros)


def _values_of(row: Record) -> tuple[int, str, int]:
    return _micros(row["at"]), row["kind"], row["id"]


def _item(row: Record) -> InboxItem:
    assignee = row["assigned_to"]
    return InboxItem(
        kind=row["kind"],
        id=row["ref"],
        title=row["title"],
        excerpt=" ".join(row["excerpt"].split()),
        from_name=row["name"],
        state=row["state"],
        last_by=row["last_by"],
        assignee=None if assignee is None else Assignee(id=assignee, name=row["assignee"] or ""),
        priority=row["priority"],
        tags=row["tags"],
        rating_star=row["stars"],
        last_at=row["at"],
    )


async def inbox(
    connection: Connection,
    view: InboxView,
    page: CursorQuery,
    *,
    operator_id: int,
    kinds: frozenset[Kind],
    sort: InboxSort = "newest",
    term: str = "",
) -> CursorPage[InboxItem]:
    """Return a page of a view, of these kinds. A search term finds tickets in all states instead.

    The term is a ticket's or order's number, an email address, or words of the subject.
    """
    branches: Sequence[_Branch] = [one for one in VIEWS[view] if one.kind in kinds]
    parameters: list[Any] = [operator_id]
    if term:
        parameters += [term, _words(term)]
        matching = MATCHING.format(searched=SEARCHED)
        branches = [_Branch("ticket", matching, "t.last_message_at")] if "ticket" in kinds else []
    if not branches:
        return CursorPage(items=[], next_cursor=None, previous_cursor=None)
    descending = (sort == "newest") != page.backwards
    direction, comparison = ("DESC", "<") if descending else ("ASC", ">")
    values = page.values(int, str, int)
    if values is not None:
        parameters += [_time(values[0]), values[1], values[2]]
    last = len(parameters)
    selects = []
    for branch in branches:
        where = branch.where
        if values is not None:
            # The first condition bounds the scan of the index; the second is exact.
            where += (
                f" AND {branch.at} {comparison}= ${last - 2}"
                f" AND ({branch.at}, '{branch.kind}', {branch.alias}.id)"
                f" {comparison} (${last - 2}, ${last - 1}, ${last})"
            )
        selects.append(
            f"({branch.select} WHERE ($1::bigint IS NOT NULL) AND {where}"
            f" ORDER BY {branch.at} {direction}, {branch.alias}.id {direction} LIMIT ${last + 1})"
        )
    items = (
        f"SELECT * FROM ({' UNION ALL '.join(selects)}) u ({COLUMNS})"
        f" ORDER BY at {direction}, kind {direction}, id {direction} LIMIT ${last + 1}"
    )
    rows = await connection.fetch(
        NAMED.format(items=items, direction=direction), *parameters, page.limit + 1
    )
    part = slice_of(rows, page, _values_of)
    return CursorPage(
        items=[_item(row) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


def _counting(view: InboxView, kinds: frozenset[Kind]) -> str:
    parts = [
        f"(SELECT 1 FROM {one.table} WHERE {one.where} LIMIT {MAX_COUNT + 1})"
        for one in VIEWS[view]
        if one.kind in kinds
    ]
    if not parts:
        return "0"
    return f"(SELECT count(*) FROM ({' UNION ALL '.join(parts)}) x)"


async def inbox_counts(
    connection: Connection, operator_id: int, kinds: frozenset[Kind]
) -> InboxCounts:
    """Return how much waits in each view, counted up to 10,000."""
    views: tuple[InboxView, ...] = (
        "mine",
        "unassigned",
        "open",
        "waiting",
        "questions",
        "reviews",
    )
    columns = ", ".join(f"{_counting(view, kinds)} AS {view}" for view in views)
    held = f"(SELECT count(*) FROM ({HELD} LIMIT {MAX_COUNT + 1}) x)"
    row = await connection.fetchrow(
        f"SELECT {columns}, {held} AS held_emails WHERE $1::bigint IS NOT NULL", operator_id
    )
    if row is None:
        raise AssertionError("the query has no FROM")
    return InboxCounts(**{name: capped_count(count) for name, count in dict(row).items()})
