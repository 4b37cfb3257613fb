"""Changes the delivery address, contact and note of placed orders.

The caller holds the lock of the order's row. Amounts never change here: an address with other taxes or
another delivery cost is refused, because placed prices and taxes stay.
"""

from __future__ import annotations

from dataclasses import asdict

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.customers.rules.addresses import PostalAddress
from stallage.orders.actions.events import add_event
from stallage.orders.drafts import ContactDraft, LockedOrder
from stallage.orders.errors import AddressChangesTotal, AddressFixed
from stallage.orders.rules import billing_editable
from stallage.orders.rules.steps import EDITABLE
from stallage.pricing.queries.terms import Terms, terms_for

STORED = """
    SELECT address, billing_address, email, phone, first_name, last_name, delivery_note,
        shipping_method, shipping_total, taxes
    FROM orders WHERE id = $1
"""

# An invoice that is due or issued was billed to the delivery address, and keeps it.
SET_ADDRESS = """
    UPDATE orders SET address = $2, billing_address =
        CASE WHEN $3 AND billing_address IS NULL THEN address ELSE billing_address END
    WHERE id = $1
"""

# A new contact is not proven, and a guest who has lost the old one must not keep the order's links.
SET_CONTACT = """
    UPDATE orders SET email = $2, phone = $3, first_name = $4, last_name = $5,
        contact_proven = contact_proven AND NOT $6,
        link_version = link_version + CASE WHEN $6 AND customer_id IS NULL THEN 1 ELSE 0 END
    WHERE id = $1
"""

SET_NOTE = "UPDATE orders SET delivery_note = $2 WHERE id = $1"


def _check_editable(order: LockedOrder) -> None:
    if order.status not in EDITABLE:
        raise AddressFixed


async def _terms_at(connection: Connection, address: JsonObject | None) -> Terms:
    place = address or {}
    return await terms_for(
        connection,
        str(place.get("country") or ""),
        str(place.get("state") or ""),
        str(place.get("city") or ""),
    )


def _delivery_cost(terms: Terms, code: str) -> tuple[object, ...] | None:
    """What the cost of a delivery method depends on; None if it does not deliver there."""
    for method in terms.deliveries:
        if method.code == code:
            return (method.price, method.free_over, method.bands)
    return None


async def _check_total(
    connection: Connection, before: JsonObject | None, after: JsonObject, method: JsonObject | None
) -> None:
    """Raise AddressChangesTotal if taxes or the cost of delivery differ between two addresses."""
    old, new = await _terms_at(connection, before), await _terms_at(connection, after)
    if list(old.rates) != list(new.rates):
        names = ", ".join(sorted({rate.name for rate in new.rates})) or "none"
        raise AddressChangesTotal(
            f"Taxes differ at this address ({names}). Place a new order for it.",
            reason="tax",
        )
    if method is None:
        return
    cost = _delivery_cost(new, str(method["code"]))
    if cost is None:
        raise AddressChangesTotal(
            f"{method['name']} does not deliver to this address. Place a new order for it.",
            reason="delivery",
        )
    if cost != _delivery_cost(old, str(method["code"])):
        raise AddressChangesTotal(
            f"{method['name']} costs something else at this address. Place a new order for it.",
            reason="delivery",
        )


def _check_reverse_charge(before: JsonObject, after: JsonObject, *, is_billed: bool) -> None:
    """Raise AddressChangesTotal if the reason to charge no tax would be gone."""
    fixed = ("country", "tax_id") if is_billed else ("country",)
    if any(before.get(part) != after.get(part) for part in fixed):
        raise AddressChangesTotal(
            "This order is taxed by reverse charge, so its country and tax ID cannot change. Place a new"
            " order for it.",
            reason="tax",
        )


async def change_address(
    connection: Connection, order: LockedOrder, address: PostalAddress
) -> bool:
    """Change the delivery address of an order that is not shipped; return whether it was another one.

    Raises AddressFixed, and AddressChangesTotal if taxes or the cost of delivery would differ.
    """
    _check_editable(order)
    stored = await connection.fetchrow(STORED, order.id)
    if stored is None or stored["address"] is None:
        raise AddressFixed("This order has no delivery address: nothing of it is sent by parcel.")
    after = {**asdict(address), "name": None}
    before: JsonObject = stored["address"]
    if {key: value for key, value in before.items() if value and key != "name"} == {
        key: value for key, value in after.items() if value
    }:
        return False
    if any(tax.get("reverse_charge") for tax in stored["taxes"]):
        _check_reverse_charge(before, after, is_billed=stored["billing_address"] is None)
    await _check_total(connection, before, after, stored["shipping_method"])
    is_invoiced = not billing_editable(order.status, order.payment_status)
    await connection.execute(SET_ADDRESS, order.id, after, is_invoiced)
    await add_event(connection, order, "operator", "Delivery address changed")
    await _record(connection, order, "order.address_changed", before=before, after=after)
    return True


async def change_contact(connection: Connection, order: LockedOrder, contact: ContactDraft) -> None:
    """Change who receives the emails about an order. Raises AddressFixed once it is shipped.

    A guest's links sent to the old contact stop working.
    """
    _check_editable(order)
    stored = await connection.fetchrow(STORED, order.id)
    before = {name: stored[name] for name in asdict(contact)} if stored else {}
    after = asdict(contact)
    if before == after:
        return
    is_other = (before["email"], before["phone"]) != (contact.email, contact.phone)
    await connection.execute(
        SET_CONTACT,
        order.id,
        contact.email,
        contact.phone,
        contact.first_name,
        contact.last_name,
        is_other,
    )
    await add_event(connection, order, "operator", "Contact changed")
    await _record(connection, order, "order.contact_changed", before=before, after=after)


async def change_delivery_note(
    connection: Connection, order: LockedOrder, note: str | None
) -> None:
    """Change the note for the courier. Raises AddressFixed once the order is shipped."""
    _check_editable(order)
    stored = await connection.fetchrow(STORED, order.id)
    before = stored["delivery_note"] if stored else None
    if before == note:
        return
    await connection.execute(SET_NOTE, order.id, note)
    await add_event(connection, order, "operator", "Note for the courier changed")
    await _record(
        connection,
        order,
        "order.delivery_note_changed",
        before={"delivery_note": before},
        after={"delivery_note": note},
    )


async def _record(
    connection: Connection,
    order: LockedOrder,
    action: str,
    *,
    before: JsonObject,
    after: JsonObject,
) -> None:
    """Record which fields changed. Their values are personal data, which the log would keep for ever."""
    changed = sorted(name for name in {**before, **after} if before.get(name) != after.get(name))
    subject = Subject("order", order.id, order.public_id)
    await record(connection, action, subject, after={"changed": changed})
