"""Queries of customers and their addresses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import Unauthorized
from stallage.core.etags import etag_of
from stallage.core.schemas import Picture
from stallage.customers.personal_data import export_section
from stallage.customers.rules.addresses import CountryRules
from stallage.customers.rules.tax_ids import rule_of
from stallage.customers.schemas import Address, Country, Customer, State
from stallage.customers.sql import unread_ticket_count
from stallage.notes.sql import note_subject

ADDRESS_COLUMNS = """
    id, name, first_name, last_name, line1, line2, city, state, postal_code, country, phone,
    company, tax_id, is_primary
"""

DETAILS = f"""
SELECT id, first_name, last_name, email, phone, dob, gender, avatar, recently_viewed_sku_ids,
    coalesce((
        SELECT jsonb_agg(to_jsonb(a) ORDER BY a.is_primary DESC, a.id DESC)
        FROM (SELECT {ADDRESS_COLUMNS} FROM addresses WHERE customer_id = customers.id) AS a
    ), '[]') AS addresses, {{unread_ticket_count}} AS unread_tickets
FROM customers
WHERE id = $1 AND forgotten_at IS NULL AND merged_into IS NULL
"""

STORED = f"""
SELECT id, first_name, last_name, email, phone, dob, gender, tags, created_at, merged_into,
    coalesce((
        SELECT jsonb_agg(to_jsonb(a) ORDER BY a.is_primary DESC, a.id DESC)
        FROM (SELECT {ADDRESS_COLUMNS} FROM addresses WHERE customer_id = customers.id) AS a
    ), '[]') AS addresses
FROM customers
WHERE id = $1 AND forgotten_at IS NULL
"""

ADDRESS = f"SELECT {ADDRESS_COLUMNS} FROM addresses WHERE customer_id = $1 AND id = $2"

PROFILE_TO_EXPORT = """
SELECT id, first_name, last_name, email, phone, dob, gender, avatar, created_at, recently_viewed_sku_ids
FROM customers WHERE id = $1
"""

ADDRESSES_TO_EXPORT = f"""
SELECT {ADDRESS_COLUMNS}, created_at FROM addresses WHERE customer_id = $1 ORDER BY id
"""


def address_of(row: Record | dict[str, Any]) -> Address:
    """Convert a row to the address that the API returns."""
    return Address.model_construct(**dict(row))


async def details_of(connection: Connection, customer_id: int) -> Customer:
    """Return the customer with all addresses. Raises Unauthorized if there is none (any more)."""
    details = DETAILS.format(unread_ticket_count=unread_ticket_count())
    row = await connection.fetchrow(details, customer_id)
    if row is None:
        raise Unauthorized
    return Customer.model_construct(
        id=row["id"],
        first_name=row["first_name"],
        last_name=row["last_name"],
        email=row["email"],
        phone=row["phone"],
        dob=row["dob"],
        gender=row["gender"],
        avatar=None if row["avatar"] is None else Picture.model_validate(row["avatar"]),
        addresses=[address_of(address) for address in row["addresses"]],
        recently_view_sku_id=row["recently_viewed_sku_ids"],
        unread_tickets=row["unread_tickets"],
    )


@dataclass(frozen=True, slots=True)
class StoredCustomer:
    """A customer as stored, for operators."""

    id: int
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None
    dob: date | None
    gender: str | None
    tags: list[str]
    created_at: datetime
    merged_into: int | None
    addresses: list[Address]

    @property
    def name(self) -> str:
        """The full name; empty if unknown."""
        return " ".join(part for part in (self.first_name, self.last_name) if part)

    @property
    def label(self) -> str:
        """What people call the customer in a list or in the audit log."""
        return self.name or f"Customer {self.id}"

    @property
    def etag(self) -> str:
        """The version of what operators edit."""
        return etag_of(
            self.id,
            self.first_name,
            self.last_name,
            self.email,
            self.phone,
            self.dob,
            self.gender,
            self.tags,
            self.merged_into,
        )


async def stored_customer(connection: Connection, customer_id: int) -> StoredCustomer | None:
    """Return a customer for an operator; None if there is none or it was erased.

    An account that was merged into another is returned, with `merged_into`.
    """
    row = await connection.fetchrow(STORED, customer_id)
    if row is None:
        return None
    values = dict(row)
    values["addresses"] = [address_of(one) for one in row["addresses"]]
    return StoredCustomer(**values)


async def address_by_id(
    connection: Connection, customer_id: int, address_id: int
) -> Address | None:
    """Return an address of the customer, or None."""
    row = await connection.fetchrow(ADDRESS, customer_id, address_id)
    return None if row is None else address_of(row)


def country_of(rules: CountryRules) -> Country:
    """Convert a country's rules to what the API returns."""
    tax_id = rule_of(rules.code)
    return Country.model_construct(
        code=rules.code,
        name=rules.name,
        fields=list(rules.fields),
        required=list(rules.required),
        states=[State.model_construct(value=value, name=name) for value, name in rules.states],
        state_label=rules.state_label,
        postal_code_label=rules.postal_code_label,
        postal_code_example=rules.postal_code_example,
        tax_id_label="Tax ID" if tax_id is None else tax_id.label,
        tax_id_example=None if tax_id is None else tax_id.example,
    )


def _plain(row: Record) -> dict[str, object]:
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in dict(row).items()
    }


@export_section("customer")
async def exported_profile(connection: Connection, customer_id: int) -> object:
    """Return the profile for the export."""
    row = await connection.fetchrow(PROFILE_TO_EXPORT, customer_id)
    return None if row is None else _plain(row)


@export_section("addresses")
async def exported_addresses(connection: Connection, customer_id: int) -> object:
    """Return the addresses for the export."""
    return [_plain(row) for row in await connection.fetch(ADDRESSES_TO_EXPORT, customer_id)]


# The label is written to the audit log, which outlives the customer, so it is not the name.
note_subject(
    "customer",
    """SELECT id, id::text AS key, 'Customer ' || id AS label FROM customers
        WHERE forgotten_at IS NULL
            AND id = CASE WHEN $1 ~ '^[0-9]{1,15}$' THEN $1::bigint END""",
)


@dataclass(frozen=True, slots=True)
class MovedIdentity:
    """What the target got of the source's identity."""

    email: str | None
    """None if the target had an email address; the source keeps its own then."""
    phone: str | None
    first_name: str | None
    last_name: str | None
    has_name: bool
    """Whether the names were filled in."""
    tags: list[str]
    """Tags that the target did not have."""
    repointed: list[int]
    """Accounts that were merged into the source before."""


def identity_to_move(source: StoredCustomer, target: StoredCustomer) -> MovedIdentity:
    """Return what the target lacks and gets from the source."""
    has_name = target.first_name is None and target.last_name is None and bool(source.name)
    return MovedIdentity(
        email=source.email if target.email is None else None,
        phone=source.phone if target.phone is None else None,
        first_name=source.first_name if has_name else None,
        last_name=source.last_name if has_name else None,
        has_name=has_name,
        tags=sorted(set(source.tags) - set(target.tags)),
        repointed=[],
    )
