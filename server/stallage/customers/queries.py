"""What is known about a customer."""

from __future__ import annotations

from datetime import date
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import Unauthorized
from stallage.core.schemas import Picture
from stallage.customers.exporting import section
from stallage.customers.rules.addresses import CountryRules
from stallage.customers.rules.tax_ids import rule_of
from stallage.customers.schemas import Address, Country, Customer, State
from stallage.customers.unread import unread_tickets

ADDRESS_COLUMNS = """
    id, name, first_name, last_name, line1, line2, city, state, postal_code, country, phone,
    company, tax_id, is_primary
"""

DETAILS = f"""
SELECT id, first_name, last_name, email, phone, dob, gender, avatar, recently_viewed_sku_ids,
    coalesce((
        SELECT jsonb_agg(to_jsonb(kept) ORDER BY kept.is_primary DESC, kept.id DESC)
        FROM (SELECT {ADDRESS_COLUMNS} FROM addresses WHERE customer_id = customers.id) AS kept
    ), '[]') AS addresses, {{unread_tickets}} AS unread_tickets
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
    """One address as the API says it."""
    return Address.model_construct(**dict(row))


async def details_of(connection: Connection, customer_id: int) -> Customer:
    """The customer, whole. Raises Unauthorized where there is none (any more)."""
    details = DETAILS.format(unread_tickets=unread_tickets())
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


async def address_by_id(
    connection: Connection, customer_id: int, address_id: int
) -> Address | None:
    """One of the customer's own addresses."""
    row = await connection.fetchrow(ADDRESS, customer_id, address_id)
    return None if row is None else address_of(row)


def country_of(rules: CountryRules) -> Country:
    """A country as the API says it."""
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


@section("customer")
async def exported_profile(connection: Connection, customer_id: int) -> object:
    """The profile, for the export."""
    row = await connection.fetchrow(PROFILE_TO_EXPORT, customer_id)
    return None if row is None else _plain(row)


@section("addresses")
async def exported_addresses(connection: Connection, customer_id: int) -> object:
    """The addresses, for the export."""
    return [_plain(row) for row in await connection.fetch(ADDRESSES_TO_EXPORT, customer_id)]
