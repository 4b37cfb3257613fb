"""What an order's price depends on besides its lines, in one read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.automatic.queries import rules_of, running_discounts
from stallage.pricing.automatic.rules import DiscountRule
from stallage.pricing.buyers import Buyer, hashes_of, uses_by
from stallage.pricing.rules import Delivery, Promo, Rate

TERMS = f"""
    SELECT
        (SELECT jsonb_agg(jsonb_build_array(code, name, price, free_over, min_days, max_days)
                ORDER BY position, code)
            FROM shipping_methods
            WHERE active AND (countries = '{{}}' OR $1 = ANY(countries))) AS deliveries,
        (SELECT jsonb_agg(jsonb_build_array(name, millionths, included, on_delivery)
                ORDER BY state, city, name)
            FROM tax_rates
            WHERE country = $1 AND (state = '' OR lower(state) = lower($2))
                AND (city = '' OR lower(city) = lower($3))) AS rates,
        {running_discounts("$4")} AS automatic
"""

PROMO = f"""
    SELECT p.id, p.code, p.title, p.percent, p.amount, p.minimum_purchase, p.starts_at, p.ends_at,
        p.total_uses, p.uses_per_customer, p.used,
        {uses_by("p.id", "b.hashes")} AS used_by_buyer
    FROM promo_codes p, (SELECT {hashes_of("$2", "$3", "$4")} AS hashes) b
    WHERE p.code = upper($1)
"""

# Public codes that the buyer may use now, whatever the cart is worth, and the automatic discounts.
# A shop with more than a hundred of them at once offers the newest.
OFFERED = f"""
    WITH asks AS MATERIALIZED (SELECT {hashes_of("$1", "$3", "$4")} AS hashes)
    SELECT
        (SELECT jsonb_agg(jsonb_build_array(p.id, p.code, p.title, p.percent, p.amount,
                p.minimum_purchase, p.ends_at))
            FROM (
                SELECT c.* FROM promo_codes c, asks
                WHERE c.public AND c.starts_at <= $2 AND (c.ends_at IS NULL OR $2 < c.ends_at)
                    AND (c.total_uses IS NULL OR c.used < c.total_uses)
                    AND (c.uses_per_customer IS NULL
                        OR c.uses_per_customer > {uses_by("c.id", "asks.hashes")})
                ORDER BY c.id DESC LIMIT 100
            ) p) AS codes,
        {running_discounts("$2")} AS automatic
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """Ways of delivery to a place, in the shop's order, the taxes of that place, and discounts."""

    deliveries: Sequence[Delivery]
    rates: Sequence[Rate]
    automatic: Sequence[DiscountRule]
    """Automatic discounts that run now."""


def _rows(value: list[list[Any]] | None) -> list[list[Any]]:
    return value or []


async def terms_for(connection: Connection, country: str, state: str, city: str) -> Terms:
    """The terms for a place; unknown parts are empty."""
    row = await connection.fetchrow(TERMS, country, state, city, clock.now())
    if row is None:
        return Terms((), (), ())
    return Terms(
        [Delivery(*method) for method in _rows(row["deliveries"])],
        [Rate(*rate) for rate in _rows(row["rates"])],
        rules_of(row["automatic"]),
    )


async def promo_for(connection: Connection, code: str, buyer: Buyer) -> Promo | None:
    """A promo code as it stands for a buyer; None where there is no such code."""
    row = await connection.fetchrow(PROMO, code, *buyer.values)
    return None if row is None else Promo(**row)


async def offered_promos(
    connection: Connection, buyer: Buyer
) -> tuple[list[Promo], list[DiscountRule]]:
    """Public codes that the buyer may use now, and the automatic discounts beside them."""
    now = clock.now()
    row = await connection.fetchrow(OFFERED, buyer.customer_id, now, buyer.email, buyer.phone)
    if row is None:
        return [], []
    promos = [
        Promo(
            id=promo_id,
            code=code,
            title=title,
            percent=percent,
            amount=amount,
            minimum_purchase=minimum,
            starts_at=now,
            ends_at=None if ends_at is None else datetime.fromisoformat(ends_at),
            # The query has left out what is used up.
            total_uses=None,
            uses_per_customer=None,
            used=0,
            used_by_buyer=0,
        )
        for promo_id, code, title, percent, amount, minimum, ends_at in _rows(row["codes"])
    ]
    return promos, rules_of(row["automatic"])
