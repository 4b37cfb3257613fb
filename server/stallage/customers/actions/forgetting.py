"""Forget a customer: erase all personal data, keep an empty row that orders refer to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock, events, jobs, security_log
from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.customers.actions.contacts import contacts_of
from stallage.customers.actions.locking import lock_contacts
from stallage.customers.events import CustomerForgotten
from stallage.customers.personal_data import REGISTRY, Person

FORGET = "UPDATE customers SET email = NULL, phone = NULL, forgotten_at = $2 WHERE id = $1"

# Conflicts with the lock of a foreign key: this waits for transactions that write rows of this
# customer, so that the job erases them. Later transactions find no customer.
LOCK = "SELECT 1 FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR UPDATE"

MERGED = "SELECT id FROM customers WHERE merged_into = $1 AND forgotten_at IS NULL ORDER BY id"

BEGIN_ERASURE = """
INSERT INTO erasures (customer_id, email, phone, other_contacts, requested_at, run_at)
VALUES ($1, $2, $3, $4, $5, $6)
"""
OPEN_ERASURE = """
SELECT customer_id, email, phone, other_contacts, requested_at, runs FROM erasures
WHERE customer_id = $1
"""
DUE = "SELECT customer_id FROM erasures WHERE run_at <= $1 ORDER BY run_at LIMIT 100"
RUN_AGAIN = """
UPDATE erasures SET runs = runs + 1, run_at = $2,
    email = CASE WHEN $3 THEN email END, phone = CASE WHEN $3 THEN phone END,
    other_contacts = CASE WHEN runs = 0 THEN other_contacts ELSE '{}' END
WHERE customer_id = $1
"""
# The contacts go with the row.
END_ERASURE = "DELETE FROM erasures WHERE customer_id = $1"

RETRY_AFTER = timedelta(minutes=1)
"""A job does the first run; the timer repeats it if it has not finished by then."""
AGAIN_AFTER = timedelta(minutes=10)
"""By then every request and job that ran while the customer was forgotten has ended."""
LATER = timedelta(hours=6)
"""Interval of checks whether rows that had to stay can be erased."""


@dataclass(frozen=True, slots=True)
class OpenErasure:
    """An erasure that has not finished."""

    person: Person
    other_contacts: list[str]
    requested_at: datetime
    runs: int


async def forget_customer(connection: Connection, customer_id: int) -> None:
    """Empty the customer's row, handle rows found by contact, and schedule erasure of the rest.

    Orders keep what the law requires of invoices; the wallet's ledger keeps its amounts. Accounts that
    were merged into this one are forgotten too. Raises Unauthorized if the customer was forgotten before.
    """
    for row in await connection.fetch(MERGED, customer_id):
        await _forget(connection, row["id"])
    await _forget(connection, customer_id)
    await record(
        connection, "customer.erased", Subject("customer", customer_id, f"Customer {customer_id}")
    )


async def _forget(connection: Connection, customer_id: int) -> None:
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized
    contacts = await contacts_of(connection, customer_id)
    person = Person(customer_id, contacts.email, contacts.phone)
    # Wait for transactions that write guests' orders or messages under these contacts.
    await lock_contacts(connection, person.contacts)
    others: list[str] = []
    for data in REGISTRY.values():
        if data.other_contacts is not None:
            others += await data.other_contacts(connection, person)
    for data in REGISTRY.values():
        if data.at_once is not None:
            await data.at_once(connection, person)
    now = clock.now()
    codes = [f"{customer_id}/{contact}" for contact in others]
    await jobs.delete_messages_to(connection, [*person.contacts, *codes], now)
    await connection.execute(FORGET, customer_id, now)
    await connection.execute(
        BEGIN_ERASURE,
        customer_id,
        person.email,
        person.phone,
        others,
        now,
        now + RETRY_AFTER,
    )
    await events.publish(connection, CustomerForgotten(customer_id=customer_id))
    security_log.record("customer_forgotten", customer_id=customer_id)


async def open_erasure(connection: Connection, customer_id: int) -> OpenErasure | None:
    """Return an open erasure, or None if it has finished."""
    row = await connection.fetchrow(OPEN_ERASURE, customer_id)
    if row is None:
        return None
    person = Person(row["customer_id"], row["email"], row["phone"])
    return OpenErasure(person, row["other_contacts"], row["requested_at"], row["runs"])


async def finish_run(connection: Connection, erasure: OpenErasure) -> None:
    """Record a completed run, and end the erasure if nothing is left to do.

    It ends after the second run, or later if something has to stay for a while, such as an unsent gift
    card. Contacts are deleted as soon as nothing is found by them.
    """
    customer_id, now = erasure.person.customer_id, clock.now()
    if erasure.runs == 0:
        await connection.execute(RUN_AGAIN, customer_id, now + AGAIN_AFTER, True)
        return
    of_contact = await _has_unfinished(connection, replace(erasure.person, customer_id=0))
    if of_contact or await _has_unfinished(connection, Person(customer_id, None, None)):
        await connection.execute(RUN_AGAIN, customer_id, now + LATER, of_contact)
    else:
        await connection.execute(END_ERASURE, customer_id)


async def _has_unfinished(connection: Connection, person: Person) -> bool:
    checks = [data.has_unfinished for data in REGISTRY.values() if data.has_unfinished]
    return any([await check(connection, person) for check in checks])


async def due_erasures(connection: Connection) -> list[int]:
    """Return the customers whose erasure is due."""
    return [row["customer_id"] for row in await connection.fetch(DUE, clock.now())]
