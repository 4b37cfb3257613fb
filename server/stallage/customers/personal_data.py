"""What the shop holds about a person, and what becomes of it when the person is forgotten.

Each feature declares its tables in a module `personal_data`; the export of a person's data is
declared beside its queries (`customers.exporting`). A test holds every table of the database
against these declarations, so a new table cannot be left out.

Forgetting has two steps. `at_once` runs in the transaction that forgets the customer: it finds rows by
a contact, such as a guest's orders, and gives them to the customer's row or deletes them. `erase` runs
in a job afterwards and finds everything by the customer's id alone, so it can run late and again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from stallage.core.db import Connection


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is being forgotten, as the shop knew them."""

    customer_id: int
    email: str | None
    phone: str | None
    """E.164."""

    @property
    def contacts(self) -> list[str]:
        """In lower case, in a fixed order."""
        return sorted(contact.lower() for contact in (self.email, self.phone) if contact)


Step = Callable[[Connection, Person], Awaitable[None]]
Check = Callable[[Connection, Person], Awaitable[bool]]
Mentions = Callable[[Connection, Person], Awaitable[list[str]]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What a feature holds about people."""

    feature: str
    tables: Mapping[str, str]
    """Table → what erasure does with its rows, for operators; `docs/privacy.md` says the same."""
    erase: Step | None = None
    """Idempotent; finds rows by the customer's id. Runs in a transaction of its own."""
    at_once: Step | None = None
    """Runs in the forgetting transaction, for rows that only a contact leads to."""
    has_unfinished: Check | None = None
    """Whether something had to stay that `erase` will take later, such as a gift card to be sent."""
    other_contacts: Mentions | None = None
    """Contacts that the person was about to prove, asked before anything is erased."""
    mentions: Mentions | None = None
    """Ids by which messages in the outbox are found that speak of the person."""


REGISTRY: dict[str, PersonalData] = {}
"""By feature, earlier features first."""


def declare(data: PersonalData) -> None:
    """Declares what a feature holds about people. Raises ValueError for a second declaration."""
    if REGISTRY.setdefault(data.feature, data) is not data:
        raise ValueError(f"{data.feature} declares its personal data twice")


EMPTY_PROFILE = """
UPDATE customers SET first_name = NULL, last_name = NULL, dob = NULL, gender = NULL, avatar = NULL,
    recently_viewed_sku_ids = '{}'
WHERE id = $1
"""
FORGET_ADDRESSES = "DELETE FROM addresses WHERE customer_id = $1"


async def _empty_profile(connection: Connection, person: Person) -> None:
    await connection.execute(EMPTY_PROFILE, person.customer_id)
    await connection.execute(FORGET_ADDRESSES, person.customer_id)


declare(
    PersonalData(
        feature="customers",
        tables={
            "customers": "emptied at once; the number stays for orders and the wallet's ledger",
            "addresses": "deleted at once",
            "erasures": "the contacts of who is being forgotten; deleted at the end",
        },
        at_once=_empty_profile,
        erase=_empty_profile,
    )
)
