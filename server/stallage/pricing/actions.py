"""Puts the terms of the shop, and counts the uses of promo codes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.queries import buyer_name

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
    INSERT INTO tax_rates (country, state, city, name, millionths, included, on_delivery)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (country, state, city, name) DO UPDATE SET millionths = excluded.millionths,
        included = excluded.included, on_delivery = excluded.on_delivery
"""

END_SHIPPING_METHOD = "UPDATE shipping_methods SET active = false WHERE code = $1"

DROP_TAX_RATE = """
    DELETE FROM tax_rates WHERE country = $1 AND state = $2 AND city = $3 AND name = $4
"""

LOCK_PROMO = "SELECT id FROM promo_codes WHERE code = upper($1) FOR UPDATE"

LOCK_PROMO_OF = """
    SELECT p.id FROM promo_uses u JOIN promo_codes p ON p.id = u.promo_code_id
    WHERE u.order_id = $1
    FOR UPDATE OF p
"""

USE_PROMO = """
    WITH used AS (
        UPDATE promo_codes SET used = used + 1
        WHERE id = $1 AND (total_uses IS NULL OR used < total_uses)
        RETURNING id
    )
    INSERT INTO promo_uses (order_id, promo_code_id, buyer, used_at)
    SELECT $2, id, $3, $4 FROM used
"""

COUNT_AGAIN = """
    WITH changed AS (
        UPDATE promo_uses SET given_back = $2 WHERE order_id = $1 AND given_back <> $2
        RETURNING promo_code_id
    )
    UPDATE promo_codes SET used = used + CASE WHEN $2 THEN -1 ELSE 1 END
    FROM changed WHERE id = changed.promo_code_id
"""

FORGET_BUYER = """
    UPDATE promo_uses SET buyer = ''
    WHERE promo_code_id IN (SELECT id FROM promo_codes) AND buyer = ANY($1::text[])
"""

FORGET_BUYERS_OF = "UPDATE promo_uses SET buyer = '' WHERE order_id = ANY($1::bigint[])"


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
    """Makes a promo code or changes the one of that name; either `percent` or `amount` is given.

    A public one is offered to every shopper in the cart.
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
) -> None:
    """Makes a way of delivery or changes the one of that code. No countries means everywhere."""
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
) -> None:
    """Makes a tax rate or changes the one of that name and place; 88750 millionths are 8.875 %.

    Unless told otherwise, delivery is taxed where shown prices include the tax.
    """
    taxed = included if on_delivery is None else on_delivery
    await connection.execute(PUT_TAX_RATE, country, state, city, name, millionths, included, taxed)


async def remove_shipping_method(connection: Connection, code: str) -> None:
    """Offers a delivery method no longer; orders that have it keep it."""
    await connection.execute(END_SHIPPING_METHOD, code)


async def remove_tax_rate(
    connection: Connection, *, name: str, country: str, state: str, city: str
) -> None:
    """Takes a tax rate away; orders keep what they were taxed."""
    await connection.execute(DROP_TAX_RATE, country, state, city, name)


async def lock_promo(connection: Connection, code: str) -> None:
    """Makes others who use this code wait until the transaction ends.

    Called before the code is read: what is read then stays true.
    """
    await connection.execute(LOCK_PROMO, code)


async def lock_promo_of(connection: Connection, order_id: int) -> None:
    """The same for the code that an order has."""
    await connection.execute(LOCK_PROMO_OF, order_id)


async def use_promo(connection: Connection, promo_id: int, order_id: int, buyer: str) -> None:
    """Counts a use. The caller has locked the code and found that it counts."""
    await connection.execute(USE_PROMO, promo_id, order_id, buyer, clock.now())


async def give_back_promo(connection: Connection, order_id: int) -> None:
    """An order's use of a code does not count any more; a second time changes nothing."""
    await connection.execute(COUNT_AGAIN, order_id, True)


async def use_promo_again(connection: Connection, order_id: int) -> None:
    """Counts a use again that was given back: the order lives again and keeps its price.

    The code's limits are not asked: the shopper has paid what was promised.
    """
    await connection.execute(COUNT_AGAIN, order_id, False)


async def forget_buyer(
    connection: Connection, *, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Takes the buyer out of uses of promo codes; the code's count stays."""
    buyers = [
        buyer_name(customer_id, None, None),
        *(buyer_name(None, contact, None) for contact in (email, phone) if contact),
    ]
    await connection.execute(FORGET_BUYER, buyers)


async def forget_buyers_of(connection: Connection, order_ids: Sequence[int]) -> None:
    """Takes the buyers out of uses by some orders."""
    await connection.execute(FORGET_BUYERS_OF, list(order_ids))
