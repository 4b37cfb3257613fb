"""Add, change and remove addresses, keeping exactly one primary.

Every change locks the customer's row first, so concurrent changes run one after the other. A partial
unique index guards the invariant as well.
"""

from __future__ import annotations

from dataclasses import astuple

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.customers.actions.locking import lock_customer
from stallage.customers.errors import TooManyAddresses
from stallage.customers.queries import address_by_id
from stallage.customers.rules import addresses as rules
from stallage.customers.rules.addresses import MAX_ADDRESSES, PostalAddress
from stallage.customers.schemas import Address, AddressInput

COUNT = "SELECT count(*) FROM addresses WHERE customer_id = $1"

INSERT = """
INSERT INTO addresses (
    customer_id, name, first_name, last_name, line1, line2, city, state, postal_code, country,
    phone, company, tax_id, is_primary, created_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, false, $14)
RETURNING id
"""

UPDATE = """
UPDATE addresses SET
    name = $3, first_name = $4, last_name = $5, line1 = $6, line2 = $7, city = $8, state = $9,
    postal_code = $10, country = $11, phone = $12, company = $13, tax_id = $14
WHERE customer_id = $1 AND id = $2
RETURNING id
"""

NO_PRIMARY = "UPDATE addresses SET is_primary = false WHERE customer_id = $1 AND is_primary"

SET_PRIMARY = """
UPDATE addresses SET is_primary = true WHERE customer_id = $1 AND id = $2 RETURNING id
"""

DELETE = "DELETE FROM addresses WHERE customer_id = $1 AND id = $2 RETURNING is_primary"

NEWEST_PRIMARY = """
UPDATE addresses SET is_primary = true
WHERE id = (SELECT max(id) FROM addresses WHERE customer_id = $1)
"""


def validate_address(form: AddressInput, phone_country_code: str) -> PostalAddress:
    """Normalize an address by its country's rules. Raises InvalidFields."""
    address, problems = rules.normalize_address(
        PostalAddress(
            name=form.name,
            first_name=form.first_name,
            last_name=form.last_name,
            line1=form.line1,
            line2=form.line2,
            city=form.city,
            state=form.state,
            postal_code=form.postal_code,
            country=form.country,
            phone=form.phone,
            company=form.company,
            tax_id=form.tax_id,
        ),
        phone_country_code,
    )
    if problems:
        raise InvalidFields(fields=problems)
    return address


async def add_address(
    connection: Connection, customer_id: int, address: PostalAddress, *, primary: bool
) -> Address:
    """Add an address. The first one is always primary. Raises TooManyAddresses."""
    await lock_customer(connection, customer_id)
    count = await connection.fetchval(COUNT, customer_id)
    if count >= MAX_ADDRESSES:
        raise TooManyAddresses
    address_id = await connection.fetchval(INSERT, customer_id, *astuple(address), clock.now())
    if primary or count == 0:
        await _make_primary(connection, customer_id, address_id)
    return await _get_address(connection, customer_id, address_id)


async def update_address(
    connection: Connection,
    customer_id: int,
    address_id: int,
    address: PostalAddress,
    *,
    primary: bool,
) -> Address:
    """Replace an address's content; the id stays. Raises NotFound."""
    await lock_customer(connection, customer_id)
    if await connection.fetchval(UPDATE, customer_id, address_id, *astuple(address)) is None:
        raise NotFound
    if primary:
        await _make_primary(connection, customer_id, address_id)
    return await _get_address(connection, customer_id, address_id)


async def set_primary(connection: Connection, customer_id: int, address_id: int) -> Address:
    """Make an address the primary one. Raises NotFound and then changes nothing."""
    await lock_customer(connection, customer_id)
    await _make_primary(connection, customer_id, address_id)
    return await _get_address(connection, customer_id, address_id)


async def delete_address(connection: Connection, customer_id: int, address_id: int) -> None:
    """Delete an address. The newest remaining one becomes primary if needed. Raises NotFound."""
    await lock_customer(connection, customer_id)
    was_primary = await connection.fetchval(DELETE, customer_id, address_id)
    if was_primary is None:
        raise NotFound
    if was_primary:
        await connection.execute(NEWEST_PRIMARY, customer_id)


async def _make_primary(connection: Connection, customer_id: int, address_id: int) -> None:
    # Two statements, because the unique index checks each row as it is written.
    await connection.execute(NO_PRIMARY, customer_id)
    if await connection.fetchval(SET_PRIMARY, customer_id, address_id) is None:
        raise NotFound


async def _get_address(connection: Connection, customer_id: int, address_id: int) -> Address:
    address = await address_by_id(connection, customer_id, address_id)
    if address is None:
        raise NotFound
    return address
