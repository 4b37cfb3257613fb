"""Create, change and remove promo codes, delivery and taxes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.one_statement import Part, refuse_unless
from stallage.pricing.actions.automatic import CATEGORIES, PRODUCTS, ids_of_names
from stallage.pricing.drafts import RateDraft
from stallage.pricing.sql import TERMS_VERSION

PUT_PROMO_CODE = """
    INSERT INTO promo_codes (code, title, percent, amount, minimum_purchase, starts_at, ends_at,
        total_uses, uses_per_customer, public)
    VALUES (upper($1), $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (code) DO UPDATE SET title = excluded.title, percent = excluded.percent,
        amount = excluded.amount, minimum_purchase = excluded.minimum_purchase,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        total_uses = excluded.total_uses, uses_per_customer = excluded.uses_per_customer,
        public = excluded.public
"""

LOCK_NEW_CODE = "SELECT pg_advisory_xact_lock(hashtext('promo code'), hashtext(upper($1)))"
LOCK_CODE = "SELECT id FROM promo_codes WHERE code = upper($1) FOR UPDATE"
ADD_BATCH = """
    INSERT INTO promo_code_batches (title, prefix, created_at) VALUES ($1, $2, $3) RETURNING id
"""
ADD_CODES = """
    INSERT INTO promo_codes (code, title, percent, amount, minimum_purchase, starts_at, ends_at,
        total_uses, batch_id)
    SELECT code, $2, $3, $4, $5, $6, $7, 1, $8 FROM unnest($1::text[]) AS new (code)
    ON CONFLICT (code) DO NOTHING
"""
END_BATCH = """
    UPDATE promo_codes
    SET ends_at = $2, starts_at = least(starts_at, $2::timestamptz - interval '1 microsecond')
    WHERE batch_id = $1 AND (ends_at IS NULL OR ends_at > $2)
"""
# Uses that were given back are uses as well: their orders name the code.
REMOVE_PROMO_CODE = """
    DELETE FROM promo_codes p WHERE code = upper($1)
        AND NOT EXISTS (SELECT FROM promo_uses u WHERE u.promo_code_id = p.id)
"""

PUT_SHIPPING_METHOD = """
    INSERT INTO shipping_methods (code, name, price, free_over, min_days, max_days, countries,
        position)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, price = excluded.price,
        free_over = excluded.free_over, min_days = excluded.min_days,
        max_days = excluded.max_days, countries = excluded.countries,
        position = excluded.position, active = true
"""

PUT_TAX_RATE = """
    INSERT INTO tax_rates (country, state, city, name, millionths, included, on_delivery, tax_class)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (country, state, city, name, tax_class) DO UPDATE SET millionths = excluded.millionths,
        included = excluded.included, on_delivery = excluded.on_delivery
"""

END_SHIPPING_METHOD = "UPDATE shipping_methods SET active = false WHERE code = $1"

DROP_TAX_RATE = """
    DELETE FROM tax_rates
    WHERE country = $1 AND state = $2 AND city = $3 AND name = $4 AND tax_class = $5
"""

DROP_RATES = "DELETE FROM delivery_rates WHERE method = $1"
PUT_RATE = """
    INSERT INTO delivery_rates (method, zone, basis, bands, free_over, min_days, max_days)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
"""

PUT_ZONE = """
    INSERT INTO delivery_zones (code, name, places, rest_of_world, position)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, places = excluded.places,
        rest_of_world = excluded.rest_of_world, position = excluded.position
"""
DROP_ZONE = "DELETE FROM delivery_zones WHERE code = $1"

PUT_TAX_CLASS = """
    INSERT INTO tax_classes (code, name, product_ids, category_ids, position)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, product_ids = excluded.product_ids,
        category_ids = excluded.category_ids, position = excluded.position
"""
DROP_TAX_CLASS = "DELETE FROM tax_classes WHERE code = $1"


TERMS_CHANGED = "terms_changed"


def with_terms_of(version: str) -> Part:
    """A part of a statement that refuses it, as TERMS_CHANGED, if the terms have another version by now."""
    same = refuse_unless(f"{TERMS_VERSION} = $1", TERMS_CHANGED)
    return Part("", (version,), same, beside=True)


async def put_promo_code(
    connection: Connection,
    *,
    code: str,
    title: str,
    percent: int | None = None,
    amount: int | None = None,
    minimum_purchase: int = 0,
    starts_at: datetime,
    ends_at: datetime | None = None,
    total_uses: int | None = None,
    uses_per_customer: int | None = None,
    public: bool = False,
) -> None:
    """Create a promo code or change the one with that code. Set either `percent` or `amount`.

    A public code is offered to every shopper in the cart.
    """
    await connection.execute(
        PUT_PROMO_CODE,
        code,
        title,
        percent,
        amount,
        minimum_purchase,
        starts_at,
        ends_at,
        total_uses,
        uses_per_customer,
        public,
    )


async def lock_promo_code(connection: Connection, code: str) -> None:
    """Lock a promo code until the transaction ends, whether it exists or not.

    So of two operators who create the same code, the second finds that of the first. An order that
    uses the code is waited for as well.
    """
    await connection.execute(LOCK_NEW_CODE, code)
    await connection.execute(LOCK_CODE, code)


async def add_promo_code_batch(
    connection: Connection,
    codes: Sequence[str],
    *,
    title: str,
    prefix: str,
    percent: int | None,
    amount: int | None,
    minimum_purchase: int,
    starts_at: datetime,
    ends_at: datetime | None,
) -> int:
    """Add codes that can be used once each; return the id of their batch. Codes that exist are left out."""
    batch_id: int = await connection.fetchval(ADD_BATCH, title, prefix, clock.now())
    await connection.execute(
        ADD_CODES,
        list(codes),
        title,
        percent,
        amount,
        minimum_purchase,
        starts_at,
        ends_at,
        batch_id,
    )
    return batch_id


async def end_promo_code_batch(connection: Connection, batch_id: int, at: datetime) -> int:
    """End the codes of a batch that have not ended; return how many there were.

    Codes that would have started later have ended as well.
    """
    return affected_rows(await connection.execute(END_BATCH, batch_id, at))


async def remove_promo_code(connection: Connection, code: str) -> bool:
    """Delete a code that no order has used; return whether it was deleted."""
    return affected_rows(await connection.execute(REMOVE_PROMO_CODE, code)) > 0


async def put_shipping_method(
    connection: Connection,
    *,
    code: str,
    name: str,
    price: int,
    free_over: int | None = None,
    min_days: int,
    max_days: int,
    countries: Sequence[str] = (),
    position: int = 0,
    rates: Sequence[RateDraft] = (),
) -> None:
    """Create a delivery method or change the one with that code.

    With rates it delivers to their zones, which must exist. Without, no countries means everywhere.
    """
    await connection.execute(
        PUT_SHIPPING_METHOD,
        code,
        name,
        price,
        free_over,
        min_days,
        max_days,
        list(countries),
        position,
    )
    await connection.execute(DROP_RATES, code)
    for rate in rates:
        await connection.execute(
            PUT_RATE,
            code,
            rate.zone,
            rate.basis,
            [list(band) for band in rate.bands],
            rate.free_over,
            rate.min_days,
            rate.max_days,
        )


async def put_delivery_zone(
    connection: Connection,
    *,
    code: str,
    name: str,
    places: Sequence[str] = (),
    rest_of_world: bool = False,
    position: int = 0,
) -> None:
    """Create a delivery zone or change the one with that code. Places are such as `DE` or `US:CA`."""
    await connection.execute(PUT_ZONE, code, name, list(places), rest_of_world, position)


async def remove_delivery_zone(connection: Connection, code: str) -> None:
    """Delete a delivery zone with the rates for it."""
    await connection.execute(DROP_ZONE, code)


async def put_tax_class(
    connection: Connection,
    *,
    code: str,
    name: str,
    products: Sequence[str] = (),
    categories: Sequence[str] = (),
    position: int = 0,
) -> None:
    """Create a tax class or change the one with that code.

    Products are given by slug, categories by path. Raises UnknownName.
    """
    product_ids = await ids_of_names(connection, PRODUCTS, "products", products)
    category_ids = await ids_of_names(connection, CATEGORIES, "categories", categories)
    await connection.execute(PUT_TAX_CLASS, code, name, product_ids, category_ids, position)


async def remove_tax_class(connection: Connection, code: str) -> None:
    """Delete a tax class. Its products have the standard rates from now on."""
    await connection.execute(DROP_TAX_CLASS, code)


async def put_tax_rate(
    connection: Connection,
    *,
    name: str,
    country: str,
    state: str = "",
    city: str = "",
    millionths: int,
    included: bool,
    on_delivery: bool | None = None,
    tax_class: str = "",
) -> None:
    """Create a tax rate or change the one with that name and place; 88750 millionths are 8.875%.

    By default, delivery is taxed by included rates only.
    """
    taxed = included if on_delivery is None else on_delivery
    await connection.execute(
        PUT_TAX_RATE, country, state, city, name, millionths, included, taxed, tax_class
    )


async def remove_shipping_method(connection: Connection, code: str) -> None:
    """Stop offering a delivery method; existing orders keep it."""
    await connection.execute(END_SHIPPING_METHOD, code)


async def remove_tax_rate(
    connection: Connection, *, name: str, country: str, state: str, city: str, tax_class: str = ""
) -> None:
    """Delete a tax rate; the taxes of existing orders do not change."""
    await connection.execute(DROP_TAX_RATE, country, state, city, name, tax_class)
