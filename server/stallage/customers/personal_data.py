"""Export and erasure of personal data; every feature registers its part here.

Each feature declares its tables in a module `personal_data`. A test compares these declarations with
the tables of the database, so that a new table cannot be left out.

Erasure has two steps. `at_once` runs in the transaction that forgets the customer: it finds rows by a
contact, such as a guest's orders, and assigns them to the customer or deletes them. `erase` runs later
in a job and finds everything by the customer's id, so it can run late and more than once.

Each feature adds its sections to the export beside its queries:

    @export_section("wishlist")
    async def exported(connection: Connection, customer_id: int) -> object: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.notes.actions import delete_notes_of


@dataclass(frozen=True, slots=True)
class Person:
    """A person who is being forgotten, with the contacts that the shop had."""

    customer_id: int
    email: str | None
    phone: str | None
    """E.164."""

    @property
    def contacts(self) -> list[str]:
        """The contacts in lower case, sorted."""
        return sorted(contact.lower() for contact in (self.email, self.phone) if contact)


Step = Callable[[Connection, Person], Awaitable[None]]
Check = Callable[[Connection, Person], Awaitable[bool]]
Mentions = Callable[[Connection, Person], Awaitable[list[str]]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What a feature stores about people."""

    feature: str
    tables: Mapping[str, str]
    """Table → what erasure does with its rows, for operators. Must match `docs/privacy.md`."""
    erase: Step | None = None
    """Erases rows by the customer's id, in a transaction of its own. Must be idempotent."""
    at_once: Step | None = None
    """Runs in the transaction that forgets the customer, for rows that only a contact leads to."""
    has_unfinished: Check | None = None
    """Whether `erase` has to run again later, for example after an unsent gift card was sent."""
    other_contacts: Mentions | None = None
    """Returns contacts that the person was about to verify. Runs before anything is erased."""
    mentions: Mentions | None = None
    """Returns the ids that identify messages about the person in the outbox."""


REGISTRY: dict[str, PersonalData] = {}
"""Feature → declaration, earlier features first."""


def declare(data: PersonalData) -> None:
    """Declare what a feature stores about people. Raises ValueError for a second declaration."""
    if REGISTRY.setdefault(data.feature, data) is not data:
        raise ValueError(f"{data.feature} declares its personal data twice")


Section = Callable[[Connection, int], Awaitable[object]]

GuestSection = Callable[[Connection, str | None, str | None], Awaitable[list[object]]]
"""Takes an email address and an E.164 number, of which one is None."""

SECTIONS: dict[str, Section] = {}
GUEST_SECTIONS: dict[str, GuestSection] = {}


def export_section(name: str) -> Callable[[Section], Section]:
    """Register a query as a section of a customer's export. Its result is sent as JSON unchanged."""

    def register(query: Section) -> Section:
        if SECTIONS.setdefault(name, query) is not query:
            raise ValueError(f"two sections of the export are called {name}")
        return query

    return register


def guest_export_section(name: str) -> Callable[[GuestSection], GuestSection]:
    """Register a query as a section of data that is stored by contact, such as a guest's orders."""

    def register(query: GuestSection) -> GuestSection:
        if GUEST_SECTIONS.setdefault(name, query) is not query:
            raise ValueError(f"two sections of the export are called {name}")
        return query

    return register


async def export_customer(connection: Connection, customer_id: int) -> dict[str, object]:
    """Return all sections of a customer's export, as JSON for the client.

    Call it in one transaction, so that the sections are consistent.
    """
    return {name: await query(connection, customer_id) for name, query in SECTIONS.items()}


async def export_contact(
    connection: Connection, email: str | None, phone: str | None
) -> dict[str, object]:
    """Return what is stored under a contact that no customer has, as JSON for the client.

    The caller must have verified the contact.
    """
    return {name: await query(connection, email, phone) for name, query in GUEST_SECTIONS.items()}


EMPTY_PROFILE = """
UPDATE customers SET first_name = NULL, last_name = NULL, dob = NULL, gender = NULL, avatar = NULL,
    recently_viewed_sku_ids = '{}'
WHERE id = $1
"""
DELETE_ADDRESSES = "DELETE FROM addresses WHERE customer_id = $1"


async def _empty_profile(connection: Connection, person: Person) -> None:
    await connection.execute(EMPTY_PROFILE, person.customer_id)
    await connection.execute(DELETE_ADDRESSES, person.customer_id)
    await delete_notes_of(connection, "customer", [person.customer_id])


declare(
    PersonalData(
        feature="customers",
        tables={
            "customers": "emptied at once; the number stays for orders and the wallet's ledger",
            "addresses": "deleted at once",
            "erasures": "contacts of the person being forgotten; deleted at the end",
        },
        at_once=_empty_profile,
        erase=_empty_profile,
    )
)
