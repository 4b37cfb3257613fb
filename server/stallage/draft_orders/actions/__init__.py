"""Writes drafts: creates, changes, copies and deletes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import Fields, InvalidFields, NotFound, Unauthorized
from stallage.core.validation import message
from stallage.customers.actions.locking import lock_contacts_shared, lock_customer
from stallage.customers.rules.contacts import InvalidContact, email_address, phone_number
from stallage.draft_orders.errors import DraftPlaced
from stallage.draft_orders.rules import RETENTION, DraftPayment
from stallage.draft_orders.schemas import DraftContactInput, DraftInput

CREATE = """
    INSERT INTO draft_orders (customer_id, contact, address, lines, shipping_method, promo_code,
        discount_amount, discount_reason, delivery_note, note, version, created_at, updated_at,
        author_id, author_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11, $12, $13)
    RETURNING id
"""
CHANGE = """
    UPDATE draft_orders SET customer_id = $2, contact = $3, address = $4, lines = $5,
        shipping_method = $6, promo_code = $7, discount_amount = $8, discount_reason = $9,
        delivery_note = $10, note = $11, updated_at = $12, version = version + 1
    WHERE id = $1
"""
COPY = """
    INSERT INTO draft_orders (customer_id, contact, address, lines, shipping_method, promo_code,
        discount_amount, discount_reason, delivery_note, note, version, created_at, updated_at,
        author_id, author_name)
    SELECT customer_id, contact, address, lines, shipping_method, promo_code, discount_amount,
        discount_reason, delivery_note, note, 1, $2, $2, $3, $4
    FROM draft_orders WHERE id = $1
    RETURNING id
"""
LOCK = """
    SELECT d.order_id, (SELECT o.public_id FROM orders_view o WHERE o.id = d.order_id) AS public_id
    FROM draft_orders d WHERE d.id = $1 FOR UPDATE OF d
"""
DELETE = "DELETE FROM draft_orders WHERE id = $1"
MARK_PLACED = """
    UPDATE draft_orders SET order_id = $2, payment = $3, placed_at = $4, updated_at = $4,
        version = version + 1
    WHERE id = $1 AND order_id IS NULL
"""
DELETE_OLD = """
    DELETE FROM draft_orders WHERE id IN (
        SELECT id FROM draft_orders WHERE updated_at <= $1 ORDER BY updated_at LIMIT $2
        FOR UPDATE SKIP LOCKED)
"""
DELETE_OF_CONTACT = """
    DELETE FROM draft_orders
    WHERE lower(contact ->> 'email') = lower($1) OR contact ->> 'phone' = $2
"""
DELETE_OF_CUSTOMER = "DELETE FROM draft_orders WHERE customer_id = $1"
MOVE = "UPDATE draft_orders SET customer_id = $2 WHERE customer_id = $1 RETURNING id"
RETURN = """
    UPDATE draft_orders SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Author:
    """The operator who writes a draft."""

    id: int
    name: str


def _subject(draft_id: int) -> Subject:
    return Subject("draft", draft_id, f"Draft {draft_id}")


def _contact_of(contact: DraftContactInput, phone_country_code: str) -> dict[str, Any]:
    """The contact to store, normalized. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    email = phone = None
    try:
        email = email_address(contact.email) if contact.email else None
    except InvalidContact:
        fields["contact.email"] = [message("email", "email")]
    try:
        phone = phone_number(contact.phone, phone_country_code) if contact.phone else None
    except InvalidContact:
        fields["contact.phone"] = [message("phone", "phone")]
    if fields:
        raise InvalidFields(fields=fields)
    names = {"first_name": contact.first_name or None, "last_name": contact.last_name or None}
    return {"email": email, "phone": phone, **names}


def check_lines(body: DraftInput) -> None:
    """Raise InvalidFields if an item is listed twice."""
    if len({line.sku_id for line in body.lines}) < len(body.lines):
        fields: Fields = {"lines": [message("invalid", "lines")]}
        raise InvalidFields(fields=fields)


async def _values(
    connection: Connection, body: DraftInput, phone_country_code: str
) -> tuple[object, ...]:
    """The columns of a draft. Locks the customer or contact against an erasure. Raises InvalidFields."""
    check_lines(body)
    contact = _contact_of(body.contact, phone_country_code)
    if body.customer_id is not None:
        try:
            await lock_customer(connection, body.customer_id)
        except Unauthorized as error:
            fields: Fields = {"customerId": [message("invalid", "customerId")]}
            raise InvalidFields(fields=fields) from error
    await lock_contacts_shared(connection, contact["email"], contact["phone"])
    discount = body.discount
    return (
        body.customer_id,
        contact,
        None if body.address is None else body.address.model_dump(),
        [line.model_dump() for line in body.lines],
        body.shipping_method or None,
        body.promo_code or None,
        None if discount is None else discount.amount,
        None if discount is None else discount.reason,
        body.delivery_note or None,
        body.note or None,
    )


async def create_draft(
    connection: Connection, body: DraftInput, author: Author, phone_country_code: str
) -> int:
    """Write a draft and return its id. Raises InvalidFields."""
    values = await _values(connection, body, phone_country_code)
    now = clock.now()
    draft_id = int(await connection.fetchval(CREATE, *values, now, author.id, author.name))
    await record(connection, "draft.created", _subject(draft_id))
    return draft_id


async def lock_open_draft(connection: Connection, draft_id: int) -> None:
    """Lock a draft until the transaction ends. Raises NotFound, and DraftPlaced if it has an order."""
    row = await connection.fetchrow(LOCK, draft_id)
    if row is None:
        raise NotFound(f"There is no draft {draft_id}.")
    if row["order_id"] is not None:
        raise DraftPlaced(order_id=row["public_id"])


async def change_draft(
    connection: Connection, draft_id: int, body: DraftInput, phone_country_code: str
) -> None:
    """Replace the content of a draft that the caller has locked. Raises InvalidFields."""
    values = await _values(connection, body, phone_country_code)
    await connection.execute(CHANGE, draft_id, *values, clock.now())
    await record(connection, "draft.changed", _subject(draft_id))


async def copy_draft(connection: Connection, draft_id: int, author: Author) -> int:
    """Write a copy, without the order, and return its id. Raises NotFound."""
    copied = await connection.fetchval(COPY, draft_id, clock.now(), author.id, author.name)
    if copied is None:
        raise NotFound(f"There is no draft {draft_id}.")
    await record(connection, "draft.created", _subject(copied), after={"copy_of": draft_id})
    return int(copied)


async def delete_draft(connection: Connection, draft_id: int) -> None:
    """Delete a draft that was not placed. Raises NotFound and DraftPlaced."""
    await lock_open_draft(connection, draft_id)
    await connection.execute(DELETE, draft_id)
    await record(connection, "draft.deleted", _subject(draft_id))


async def mark_placed(
    connection: Connection, draft_id: int, order_id: int, public_id: str, payment: DraftPayment
) -> None:
    """Link a draft that the caller has locked to its order."""
    await connection.execute(MARK_PLACED, draft_id, order_id, payment, clock.now())
    await record(
        connection,
        "draft.placed",
        _subject(draft_id),
        after={"order": public_id, "payment": payment},
    )


async def delete_old_drafts(connection: Connection, limit: int) -> int:
    """Delete drafts that nobody has changed for long; return how many."""
    return affected_rows(await connection.execute(DELETE_OLD, clock.now() - RETENTION, limit))


async def delete_drafts_of(connection: Connection, email: str | None, phone: str | None) -> None:
    """Delete the drafts for a contact."""
    await connection.execute(DELETE_OF_CONTACT, email, phone)


async def delete_drafts_for(connection: Connection, customer_id: int) -> None:
    """Delete the drafts for a customer."""
    await connection.execute(DELETE_OF_CUSTOMER, customer_id)


async def move_drafts(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's drafts to the account that it is merged into; return their ids."""
    return [row["id"] for row in await connection.fetch(MOVE, source_id, target_id)]


async def return_drafts(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give drafts back to the account that they were moved from."""
    await connection.execute(RETURN, target_id, source_id, ids)
