"""Create or complete the customers of a file, and take that back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.customers.actions.addresses import add_address, delete_address
from stallage.customers.actions.importing import (
    create_imported,
    delete_imported,
    fill_imported,
    unfill_imported,
)
from stallage.customers.drafts import FilledProfile, ImportedProfile
from stallage.customers.errors import TooManyAddresses
from stallage.customers.queries import stored_customer
from stallage.customers.rules.addresses import PostalAddress
from stallage.imports.drafts import AppliedItem, StoredItem, UndoneItem
from stallage.moving_in.drafts import CustomerDraft
from stallage.moving_in.queries.customers import (
    UnusedCustomer,
    known_customers,
    unused_customers,
)
from stallage.newsletter.actions import delete_subscriber, import_subscriber
from stallage.notes.actions import delete_notes_of, import_note
from stallage.notes.drafts import FoundSubject

GONE = "The customer was erased or merged in the meantime."
USED = "The customer has used the shop or was edited since, and stays."
SOURCE = "Import"
"""Shown as the author of notes that the file has."""


async def put_customer(connection: Connection, item: StoredItem) -> AppliedItem:
    """Create a customer, or complete one who is here already."""
    draft = CustomerDraft.model_validate(item.payload["customer"])
    stored = item.payload["address"]
    address = None if stored is None else PostalAddress(**stored)
    profile = ImportedProfile(
        draft.email, draft.phone, draft.first_name, draft.last_name, draft.tags
    )
    customer_id = await create_imported(connection, profile)
    if customer_id is not None:
        return await _complete_new(connection, customer_id, draft, address)
    known = await known_customers(connection, [draft.email.lower()], [draft.phone])
    found = known.get(draft.email.lower() or draft.phone)
    filled = None if found is None else await fill_imported(connection, found.id, profile)
    if found is None or filled is None:
        return AppliedItem(message=GONE)
    address_id = None
    if address is not None and not found.has_address:
        address_id = await _add_address(connection, found.id, address)
    subscribed = await _subscribe(connection, draft)
    undo = {"filled": asdict(filled), "address": address_id, "subscribed": subscribed}
    return AppliedItem(found.id, undo)


async def _complete_new(
    connection: Connection, customer_id: int, draft: CustomerDraft, address: PostalAddress | None
) -> AppliedItem:
    address_id = None
    if address is not None:
        address_id = await _add_address(connection, customer_id, address)
    if draft.note:
        label = f"Customer {customer_id}"
        subject = FoundSubject("customer", customer_id, str(customer_id), label)
        await import_note(connection, subject, source=SOURCE, text=draft.note)
    subscribed = await _subscribe(connection, draft)
    stored = await stored_customer(connection, customer_id)
    created: JsonObject = {
        "first_name": draft.first_name or None,
        "last_name": draft.last_name or None,
        "tags": [] if stored is None else stored.tags,
        "addresses": [] if address_id is None else [address_id],
    }
    return AppliedItem(customer_id, {"created": created, "subscribed": subscribed})


async def _add_address(
    connection: Connection, customer_id: int, address: PostalAddress
) -> int | None:
    try:
        return (await add_address(connection, customer_id, address, primary=False)).id
    except TooManyAddresses:
        return None


async def _subscribe(connection: Connection, draft: CustomerDraft) -> str | None:
    """Return the address that was subscribed, or None."""
    if not (draft.accepts_marketing and draft.email):
        return None
    agreed_at = draft.accepted_at or clock.now()
    return draft.email if await import_subscriber(connection, draft.email, agreed_at) else None


def _is_as_created(customer: UnusedCustomer | None, item: StoredItem) -> bool:
    return customer is not None and astuple(customer) == tuple(
        item.undo["created"][name] for name in ("first_name", "last_name", "tags", "addresses")
    )


async def plan_undo_of_customers(
    connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    """Return for each customer whether undoing the import removes or restores it."""
    created = [item.target_id for item in items if "created" in item.undo and item.target_id]
    unused = await unused_customers(connection, created)
    planned: list[UndoneItem] = []
    for item in items:
        if "created" not in item.undo:
            planned.append(UndoneItem("restored"))
        elif _is_as_created(unused.get(item.target_id or 0), item):
            planned.append(UndoneItem("removed"))
        else:
            planned.append(UndoneItem("conflict", USED))
    return planned


async def undo_customer(connection: Connection, item: StoredItem) -> UndoneItem:
    """Delete a customer that the import created and nobody used, or take back what it added."""
    (planned,) = await plan_undo_of_customers(connection, [item])
    if planned.result == "conflict" or item.target_id is None:
        return planned
    if planned.result == "removed":
        await delete_notes_of(connection, "customer", [item.target_id])
        await delete_imported(connection, item.target_id)
    else:
        await unfill_imported(connection, item.target_id, FilledProfile(**item.undo["filled"]))
        if item.undo["address"] is not None:
            await _remove_address(connection, item.target_id, item.undo["address"])
    if item.undo["subscribed"] is not None:
        await delete_subscriber(connection, item.undo["subscribed"])
    return planned


async def _remove_address(connection: Connection, customer_id: int, address_id: int) -> None:
    try:
        await delete_address(connection, customer_id, address_id)
    except NotFound:
        return
