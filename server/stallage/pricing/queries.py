"""What an order's price depends on besides its lines, in one read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core.db import Connection
from stallage.pricing.rules import Delivery, Promo, Rate

TERMS = """
    SELECT
        (SELECT jsonb_agg(jsonb_build_array(code, name, price, free_over, min_days, max_days)
                ORDER BY position, code)
            FROM shipping_methods
            WHERE active AND (countries = '{}' OR $1 = ANY(countries))) AS deliveries,
        (SELECT jsonb_agg(jsonb_build_array(name, millionths, included, on_delivery)
                ORDER BY state, city, name)
            FROM tax_rates
            WHERE country = $1 AND (state = '' OR lower(state) = lower($2))
                AND (city = '' OR lower(city) = lower($3))) AS rates
"""

PROMO = """
    SELECT p.id, p.code, p.title, p.percent, p.amount, p.minimum_purchase, p.starts_at, p.ends_at,
        p.total_uses, p.uses_per_customer, p.used,
        (SELECT count(*) FROM promo_uses u WHERE u.promo_code_id = p.id AND u.buyer = $2
                AND NOT u.given_back)
            AS used_by_buyer
    FROM promo_codes p
    WHERE p.code = upper($1)
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """Ways of delivery to a place, in the shop's order, and the taxes of that place."""

    deliveries: Sequence[Delivery]
    rates: Sequence[Rate]


def _rows(value: list[list[Any]] | None) -> list[list[Any]]:
    return value or []


async def terms_for(connection: Connection, country: str, state: str, city: str) -> Terms:
    """The terms for a place; unknown parts are empty."""
    row = await connection.fetchrow(TERMS, country, state, city)
    if row is None:
        return Terms((), ())
    return Terms(
        [Delivery(*method) for method in _rows(row["deliveries"])],
        [Rate(*rate) for rate in _rows(row["rates"])],
    )


async def promo_for(connection: Connection, code: str, buyer: str) -> Promo | None:
    """A promo code as it stands for a buyer; None where there is no such code."""
    row = await connection.fetchrow(PROMO, code, buyer)
    return None if row is None else Promo(**row)


def buyer_name(customer_id: int | None, email: str | None, phone: str | None) -> str:
    """Whom uses of a code are counted for; empty where nobody is known yet."""
    if customer_id is not None:
        return f"customer:{customer_id}"
    return (email or phone or "").lower()
