"""Reads drafts, their list, and the order that was placed from one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.draft_orders.rules import DraftState, state_of
from stallage.draft_orders.schemas import (
    Draft,
    DraftAddress,
    DraftContact,
    DraftCustomer,
    DraftDiscount,
    DraftFilter,
    DraftItem,
    DraftLine,
)
from stallage.orders.sql.sections import order_section

DRAFTS = """
    SELECT d.*, o.public_id, o.status AS order_status, o.payment_status, o.pay_until,
        c.id AS known_id, c.email AS known_email, c.phone AS known_phone,
        c.first_name AS known_first_name, c.last_name AS known_last_name
    FROM draft_orders d LEFT JOIN orders_view o ON o.id = d.order_id
    LEFT JOIN customers_view c ON c.id = d.customer_id AND c.forgotten_at IS NULL
"""
DRAFT = DRAFTS + "WHERE d.id = $1"
LISTED = "($1::text IS NULL OR ($1 = 'open') = (d.order_id IS NULL))"
FIRST = DRAFTS + f"WHERE {LISTED} ORDER BY d.id DESC LIMIT $2"
AFTER = DRAFTS + f"WHERE {LISTED} AND d.id < $3 ORDER BY d.id DESC LIMIT $2"
BEFORE = DRAFTS + f"WHERE {LISTED} AND d.id > $3 ORDER BY d.id LIMIT $2"
COUNT = f"""
    SELECT count(*) FROM (SELECT FROM draft_orders d WHERE {LISTED} LIMIT {MAX_COUNT + 1}) one
"""
EXPORT = """
    SELECT contact, address, lines, delivery_note, created_at FROM draft_orders
    WHERE customer_id = $1 ORDER BY id
"""
EXPORT_GUEST = """
    SELECT contact, address, lines, delivery_note, created_at FROM draft_orders
    WHERE customer_id IS NULL
        AND (lower(contact ->> 'email') = lower($1) OR contact ->> 'phone' = $2)
    ORDER BY id
"""

order_section(
    "drafts",
    """(SELECT jsonb_agg(jsonb_build_object('id', d.id)) FROM draft_orders d
        WHERE d.order_id = o.id)""",
)


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A draft as stored, with the number of its order."""

    row: Mapping[str, Any]

    @property
    def version(self) -> str:
        """The ETag."""
        row = self.row
        return etag_of(row["id"], row["version"], row["order_status"], row["payment_status"])

    @property
    def state(self) -> DraftState:
        """The state, from that of the order."""
        row = self.row
        return state_of(row["order_status"], row["payment_status"] or 0, row["pay_until"])


async def stored_draft(connection: Connection, draft_id: int) -> StoredDraft:
    """Read a draft. Raises NotFound."""
    row = await connection.fetchrow(DRAFT, draft_id)
    if row is None:
        raise NotFound(f"There is no draft {draft_id}.")
    return StoredDraft(dict(row))


def to_draft(stored: StoredDraft, pay_link: str | None) -> Draft:
    """The API schema of a draft. `pay_link` is None unless its order waits for its payment."""
    row = stored.row
    state = stored.state
    address, amount = row["address"], row["discount_amount"]
    return Draft(
        id=row["id"],
        version=stored.version,
        state=state,
        customer=_customer(row),
        contact=DraftContact.model_validate(row["contact"]),
        address=None if address is None else DraftAddress.model_validate(address),
        lines=[DraftLine.model_validate(line) for line in row["lines"]],
        shipping_method=row["shipping_method"],
        promo_code=row["promo_code"],
        discount=None
        if amount is None
        else DraftDiscount(amount=amount, reason=row["discount_reason"]),
        delivery_note=row["delivery_note"],
        note=row["note"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        author=row["author_name"],
        order_id=row["public_id"],
        placed_at=row["placed_at"],
        payment=row["payment"],
        pay_until=row["pay_until"] if state == "waiting" else None,
        pay_link=pay_link,
    )


def _full_name(first: str | None, last: str | None) -> str:
    return f"{first or ''} {last or ''}".strip()


def _customer(row: Mapping[str, Any]) -> DraftCustomer | None:
    if row["known_id"] is None:
        return None
    return DraftCustomer(
        id=row["known_id"],
        name=_full_name(row["known_first_name"], row["known_last_name"]),
        email=row["known_email"],
        phone=row["known_phone"],
    )


def _item(row: Record) -> DraftItem:
    contact, address = row["contact"], row["address"] or {}
    names = [
        _full_name(contact["first_name"], contact["last_name"]),
        _full_name(row["known_first_name"], row["known_last_name"]),
        _full_name(address.get("first_name"), address.get("last_name")),
    ]
    return DraftItem(
        id=row["id"],
        state=state_of(row["order_status"], row["payment_status"] or 0, row["pay_until"]),
        name=next((name for name in names if name), ""),
        contact=contact["email"] or contact["phone"] or row["known_email"] or row["known_phone"],
        units=sum(line["quantity"] for line in row["lines"]),
        updated_at=row["updated_at"],
        author=row["author_name"],
        order_id=row["public_id"],
    )


async def list_drafts(
    connection: Connection, state: DraftFilter | None, page: CursorQuery
) -> CursorPage[DraftItem]:
    """Read a page of drafts, newest first."""
    values = page.values(int)
    sql = FIRST if values is None else BEFORE if page.backwards else AFTER
    rows = await connection.fetch(sql, state, page.limit + 1, *(values or ()))
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[DraftItem](
        items=[_item(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_drafts(connection: Connection, state: DraftFilter | None) -> Count:
    """Count drafts."""
    return capped_count(await connection.fetchval(COUNT, state))


def _exported(rows: list[Record]) -> list[object]:
    return [
        {
            "contact": row["contact"],
            "address": row["address"],
            "lines": row["lines"],
            "deliveryNote": row["delivery_note"],
            "createdAt": row["created_at"].isoformat(),
        }
        for row in rows
    ]


@export_section("draftOrders")
async def export_drafts(connection: Connection, customer_id: int) -> object:
    """The drafts for a customer, as part of their personal data."""
    return _exported(await connection.fetch(EXPORT, customer_id))


@guest_export_section("draftOrders")
async def export_guest_drafts(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """The drafts for a guest."""
    return _exported(await connection.fetch(EXPORT_GUEST, email, phone))
