"""The operator's search over everything that has a number or a name.

Each group is a lookup in an index. A subject of a ticket is searched among the newest ones only.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from stallage.backoffice.queries.customers import PLAN_WITH_VALUES, search_customers
from stallage.backoffice.schemas.search import Found, FoundGroup, Kind, SearchResult
from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.invoices.rules import number_text, read_number
from stallage.orders.queries.admin_lists import list_orders
from stallage.orders.rules.searching import like_pattern, searched_words
from stallage.orders.schemas.admin_lists import OrderListQuery

GROUP = 5
NEAR = 20_000
"""The newest tickets and returns, which are searched by subject and the last digits of the number."""
MAX_TEXT = 200

# An order is found by its number as soon as it is placed; its other words are indexed by a job.
ORDER = """
SELECT public_id, first_name, last_name, total - cancelled_total AS total, placed_at, is_test
FROM orders_view WHERE public_id = $1
"""

PRODUCTS = f"""
WITH found AS MATERIALIZED (
    SELECT p.id FROM products_view p WHERE {{words}}
    UNION
    SELECT s.product_id FROM skus_view s WHERE s.sku = ANY($1::text[])
)
SELECT p.id, p.slug, p.title, p.status, p.price,
    (SELECT string_agg(s.sku, ', ' ORDER BY s.position) FROM (
        SELECT sku, position FROM skus_view WHERE product_id = p.id AND active
        ORDER BY sku = ANY($1::text[]) DESC, position LIMIT 2) s) AS skus
FROM products_view p JOIN found USING (id)
ORDER BY p.status <> 'active', p.id DESC LIMIT {GROUP + 1}
"""

TICKETS = f"""
SELECT t.public_id, t.subject, t.status, t.created_at FROM (
    SELECT * FROM tickets_view ORDER BY id DESC LIMIT {NEAR}
) t
WHERE {{words}} OR t.public_id LIKE '%-' || $1::text ORDER BY t.id DESC LIMIT {GROUP + 1}
"""
TICKET = """
SELECT public_id, subject, status, created_at FROM tickets_view WHERE public_id = $1
"""

RETURNS = f"""
SELECT r.public_id, r.status, o.public_id AS order_id, o.first_name, o.last_name, r.amount
FROM returns_view r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
WHERE {{condition}} ORDER BY r.id DESC LIMIT {GROUP + 1}
"""
RETURN_NUMBER = "r.public_id = $1 OR o.public_id = $1"
RETURN_ENDING = f"""
r.id IN (SELECT n.id FROM (SELECT id, public_id FROM returns_view ORDER BY id DESC LIMIT {NEAR}) n
    WHERE n.public_id LIKE '%-' || $1::text)
"""

DOCUMENT = """
SELECT o.public_id
FROM invoices_view i JOIN orders_view o ON o.id = i.order_id
    AND o.owner_id = i.owner_id WHERE i.kind = $1 AND i.number = $2
"""

GIFT_CARDS = f"""
SELECT g.public_id, g.order_id, g.recipient_name, g.sent_at, c.amount, c.redeemed_at, c.voided_at,
    g.created_at
FROM gift_cards_view g JOIN gift_codes_view c ON c.code_hash = g.code_hash
WHERE g.public_id = $1 OR g.order_id = $1 ORDER BY g.id DESC LIMIT {GROUP + 1}
"""

PROMO_CODES = f"""
SELECT code, title, used FROM promo_codes_view
WHERE upper(code) LIKE upper($1) ORDER BY id DESC LIMIT {GROUP + 1}
"""

TICKET_STATUSES = ("Open", "In progress", "Closed")
_NUMBER = re.compile(r"^[A-Z]{2,3}-[0-9A-Z-]{4,}$")
_ENDING = re.compile(r"^[0-9A-Z]{4}$")
"""The last four digits of a number."""


@dataclass(frozen=True, slots=True)
class _Search:
    """A search, and what the groups share."""

    text: str
    words: list[str]
    number: str
    """The text as a public id would be written."""
    currency: Currency
    time_zone: str

    @property
    def ending(self) -> str | None:
        """The text, if it may be the last digits of a number."""
        return self.number if _ENDING.match(self.number) else None

    def conditions(self, column: str, start: int) -> tuple[str, list[str]]:
        """Return a condition that all words occur in a column, and its parameters from `$start`."""
        texts = [f"{column} LIKE ${start + place}" for place in range(len(self.words))]
        return " AND ".join(texts), [like_pattern(word) for word in self.words]


def _group(kind: Kind, found: Sequence[Found]) -> FoundGroup:
    return FoundGroup.model_construct(
        kind=kind, items=list(found[:GROUP]), has_more=len(found) > GROUP
    )


def _name(row: Record) -> str:
    return f"{row['first_name']} {row['last_name']}".strip()


def _titled(number: str, *, is_test: bool) -> str:
    return f"{number} TEST" if is_test else number


async def _orders(connection: Connection, search: _Search) -> list[Found]:
    if _NUMBER.match(search.number):
        row = await connection.fetchrow(ORDER, search.number)
        if row is not None:
            return [
                Found.model_construct(
                    id=row["public_id"],
                    title=_titled(row["public_id"], is_test=row["is_test"]),
                    detail=_name(row),
                    status=None,
                    amount=search.currency.money(row["total"]),
                    time=row["placed_at"],
                )
            ]
    page = await list_orders(
        connection,
        OrderListQuery(search=search.text, limit=GROUP + 1),
        search.time_zone,
    )
    return [
        Found.model_construct(
            id=order.order_id,
            title=_titled(order.order_id, is_test=order.is_test),
            detail=f"{order.first_name} {order.last_name}".strip(),
            status=order.fulfilment,
            amount=order.total,
            time=order.placed_at,
        )
        for order in page.items
    ]


async def _customers(connection: Connection, search: _Search) -> list[Found]:
    return [
        Found.model_construct(
            id=str(row.id),
            title=row.name or row.email or row.phone or f"Customer {row.id}",
            detail=(row.email or row.phone or "") if row.name else "",
            status=None,
            amount=row.spent,
            time=row.last_order_at,
        )
        for row in await search_customers(connection, search.text, GROUP + 1, search.currency)
    ]


async def _products(connection: Connection, search: _Search) -> list[Found]:
    words, values = search.conditions("lower(p.title)", 2)
    skus = list({search.text, search.text.upper(), search.text.lower()})
    rows = await connection.fetch(PRODUCTS.format(words=words), skus, *values)
    return [
        Found.model_construct(
            id=row["slug"],
            title=row["title"],
            detail=row["skus"] or "",
            status=row["status"],
            amount=search.currency.optional_money(row["price"]),
            time=None,
        )
        for row in rows
    ]


async def _tickets(connection: Connection, search: _Search) -> list[Found]:
    rows = await connection.fetch(TICKET, search.number)
    if not rows:
        words, values = search.conditions("lower(t.subject)", 2)
        rows = await connection.fetch(TICKETS.format(words=words), search.ending, *values)
    return [
        Found.model_construct(
            id=row["public_id"],
            title=row["subject"],
            detail=row["public_id"],
            status=TICKET_STATUSES[row["status"]],
            amount=None,
            time=row["created_at"],
        )
        for row in rows
    ]


async def _returns(connection: Connection, search: _Search) -> list[Found]:
    if search.ending is None and not _NUMBER.match(search.number):
        return []
    condition = RETURN_NUMBER if search.ending is None else RETURN_ENDING
    rows = await connection.fetch(RETURNS.format(condition=condition), search.number)
    return [
        Found.model_construct(
            id=row["public_id"],
            title=row["public_id"],
            detail=f"{row['order_id']} {_name(row)}".strip(),
            status=None,
            amount=search.currency.optional_money(row["amount"]),
            time=None,
        )
        for row in rows
    ]


async def _documents(connection: Connection, search: _Search) -> list[Found]:
    """Invoices and credit notes, which the page of their order shows."""
    number = read_number(search.number)
    if number is None:
        return []
    order = await connection.fetchval(DOCUMENT, *number)
    if order is None:
        return []
    text = number_text(*number)
    return [
        Found.model_construct(
            id=text,
            title=text,
            detail=order,
            status=None,
            amount=None,
            time=None,
        )
    ]


async def _gift_cards(connection: Connection, search: _Search) -> list[Found]:
    if not _NUMBER.match(search.number):
        return []
    return [
        Found.model_construct(
            id=row["public_id"],
            title=row["public_id"],
            detail=row["order_id"] or row["recipient_name"],
            status=_gift_card_status(row),
            amount=search.currency.money(row["amount"]),
            time=row["created_at"],
        )
        for row in await connection.fetch(GIFT_CARDS, search.number)
    ]


def _gift_card_status(row: Record) -> str:
    for column, status in (
        ("voided_at", "voided"),
        ("redeemed_at", "redeemed"),
        ("sent_at", "sent"),
    ):
        if row[column]:
            return status
    return "unsent"


async def _promo_codes(connection: Connection, search: _Search) -> list[Found]:
    if len(search.words) != 1:
        return []
    pattern = like_pattern(search.words[0])[1:]
    return [
        Found.model_construct(
            id=row["code"],
            title=row["code"],
            detail=row["title"],
            status=None,
            amount=None,
            time=None,
        )
        for row in await connection.fetch(PROMO_CODES, pattern)
    ]


GROUPS: tuple[tuple[Kind, str, Callable[[Connection, _Search], Awaitable[list[Found]]]], ...] = (
    ("orders", "orders.read", _orders),
    ("customers", "customers.read", _customers),
    ("products", "products.read", _products),
    ("tickets", "support.read", _tickets),
    ("returns", "returns.read", _returns),
    ("documents", "orders.read", _documents),
    ("gift_cards", "promotions.read", _gift_cards),
    ("promo_codes", "promotions.read", _promo_codes),
)
"""Each group with the permission that it needs."""


async def search_everything(
    connection: Connection,
    text: str,
    can: Callable[[str], bool],
    currency: Currency,
    time_zone: str,
) -> SearchResult:
    """Return the results of the groups that `can` allows, in the caller's transaction."""
    text = " ".join(text.split())[:MAX_TEXT]
    words = searched_words(text)
    if not any(words):
        return SearchResult.model_construct(groups=[])
    await connection.execute(PLAN_WITH_VALUES)
    search = _Search(text, words, text.upper().replace(" ", ""), currency, time_zone)
    groups = [
        _group(kind, await find(connection, search))
        for kind, permission, find in GROUPS
        if can(permission)
    ]
    return SearchResult.model_construct(groups=[group for group in groups if group.items])
