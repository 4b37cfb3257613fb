"""Reads what the price of an order depends on besides its lines, in one query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.queries.automatic import to_discount_rules
from stallage.pricing.rules.automatic import DiscountRule
from stallage.pricing.rules.totals import Delivery, Rate
from stallage.pricing.sql import running_discounts

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


@dataclass(frozen=True, slots=True)
class Terms:
    """Delivery methods to a place, in the shop's order, its tax rates, and running discounts."""

    deliveries: Sequence[Delivery]
    rates: Sequence[Rate]
    automatic: Sequence[DiscountRule]


async def terms_for(connection: Connection, country: str, state: str, city: str) -> Terms:
    """The terms for a place. Unknown parts are empty strings."""
    row = await connection.fetchrow(TERMS, country, state, city, clock.now())
    if row is None:
        return Terms((), (), ())
    return Terms(
        [Delivery(*method) for method in row["deliveries"] or ()],
        [Rate(*rate) for rate in row["rates"] or ()],
        to_discount_rules(row["automatic"]),
    )
