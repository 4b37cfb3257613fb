"""Everything held about a person: each feature adds its own section.

    @section("wishlist")
    async def exported(connection: Connection, customer_id: int) -> object: ...

What is held of somebody who never signed in, such as a guest's orders, is found by the contact that
they gave, with `@guest_section`. Sections are declared in a feature's `queries`; what they return
becomes JSON as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stallage.core.db import Connection

Section = Callable[[Connection, int], Awaitable[object]]

GuestSection = Callable[[Connection, str | None, str | None], Awaitable[list[object]]]
"""Of an e-mail address and an E.164 number, of which one is given."""

GUEST_SECTIONS: dict[str, GuestSection] = {}
SECTIONS: dict[str, Section] = {}


def section(name: str) -> Callable[[Section], Section]:
    """Declares a section of the export."""

    def declare(query: Section) -> Section:
        if SECTIONS.setdefault(name, query) is not query:
            raise ValueError(f"two sections of the export are called {name}")
        return query

    return declare


async def everything_about(connection: Connection, customer_id: int) -> dict[str, object]:
    """All sections, one after the other. The caller's transaction makes them one picture."""
    return {name: await query(connection, customer_id) for name, query in SECTIONS.items()}


def guest_section(name: str) -> Callable[[GuestSection], GuestSection]:
    """Declares a section of what is held under a contact that belongs to no customer's row."""

    def declare(query: GuestSection) -> GuestSection:
        if GUEST_SECTIONS.setdefault(name, query) is not query:
            raise ValueError(f"two sections of the export are called {name}")
        return query

    return declare


async def everything_under(
    connection: Connection, email: str | None, phone: str | None
) -> dict[str, object]:
    """What is held under a contact beside a customer's own. Only for a contact that was proven."""
    return {name: await query(connection, email, phone) for name, query in GUEST_SECTIONS.items()}
