"""Personal data of checkout: idempotency keys, stored by customer or contact."""

from __future__ import annotations

from dataclasses import replace

from stallage.checkout.queries.shoppers import key_owner
from stallage.core import idempotency
from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare


async def _forget_keys(connection: Connection, person: Person) -> None:
    customer = key_owner(person.customer_id, None, None)
    scopes = [f"{call}:{customer}" for call in ("cart", "order", "redeem", "topup")]
    scopes += [f"order:{contact}" for contact in person.contacts]
    await idempotency.delete_keys(connection, scopes)


async def _forget_late_keys(connection: Connection, person: Person) -> None:
    # The contact may belong to a new guest by now.
    await _forget_keys(connection, replace(person, email=None, phone=None))


declare(
    PersonalData(
        feature="checkout",
        tables={"idempotency_keys": "deleted; all of them after `idempotency_seconds`"},
        at_once=_forget_keys,
        erase=_forget_late_keys,
    )
)
