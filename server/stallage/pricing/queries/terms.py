"""Reads what the price of an order depends on besides its lines, in one query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.queries.automatic import to_discount_rules
from stallage.pricing.rules.automatic import DiscountRule
from stallage.pricing.rules.delivery import Zone
from stallage.pricing.rules.totals import Delivery, Rate
from stallage.pricing.sql import running_discounts

TERMS = f"""
    WITH zone AS (
        SELECT code, name, CASE
                WHEN $1 || ':' || $2 = ANY(places) THEN 'state'
                WHEN $1 = ANY(places) THEN 'country' ELSE 'rest_of_world' END AS matched
        FROM delivery_zones
        WHERE rest_of_world OR places && ARRAY[$1, $1 || ':' || $2]
        ORDER BY $1 || ':' || $2 = ANY(places) DESC, $1 = ANY(places) DESC, position, code
        LIMIT 1
    )
    SELECT
        (SELECT jsonb_agg(jsonb_build_array(m.code, m.name, m.price,
                    CASE WHEN r.zone IS NULL THEN m.free_over ELSE r.free_over END,
                    coalesce(r.min_days, m.min_days), coalesce(r.max_days, m.max_days),
                    coalesce(r.zone, ''), coalesce(r.basis, 'flat'), r.bands)
                ORDER BY m.position, m.code)
            FROM shipping_methods m
            LEFT JOIN delivery_rates r ON r.method = m.code AND r.zone = (SELECT code FROM zone)
            WHERE m.active AND CASE
                WHEN EXISTS (SELECT FROM delivery_rates o WHERE o.method = m.code)
                THEN r.zone IS NOT NULL
                ELSE m.countries = '{{}}' OR $1 = ANY(m.countries) END) AS deliveries,
        (SELECT jsonb_agg(jsonb_build_array(name, millionths, included, on_delivery, tax_class,
                    state, city) ORDER BY state, city, name, tax_class)
            FROM tax_rates
            WHERE country = $1 AND (state = '' OR lower(state) = lower($2))
                AND (city = '' OR lower(city) = lower($3))) AS rates,
        (SELECT jsonb_build_array(code, name, matched) FROM zone) AS zone,
        (SELECT value = 'true' FROM shop_settings_view WHERE name = 'reverse_charge')
            AS reverse_charge,
        {running_discounts("$4")} AS automatic
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """Delivery methods to a place, in the shop's order, its tax rates, and running discounts."""

    deliveries: Sequence[Delivery]
    rates: Sequence[Rate]
    automatic: Sequence[DiscountRule]
    zone: Zone | None = None
    reverse_charge: bool | None = None
    """Whether the shop charges businesses in other EU countries no tax; None: as in its settings."""


def _to_delivery(method: Sequence[Any]) -> Delivery:
    code, name, price, free_over, min_days, max_days, zone, basis, bands = method
    return Delivery(
        code=code,
        name=name,
        price=price,
        free_over=free_over,
        min_days=min_days,
        max_days=max_days,
        zone=zone,
        basis=basis,
        bands=tuple((limit, cost) for limit, cost in bands or ()),
    )


async def terms_for(connection: Connection, country: str, state: str, city: str) -> Terms:
    """The terms for a place. Unknown parts are empty strings."""
    row = await connection.fetchrow(TERMS, country, state, city, clock.now())
    if row is None:
        return Terms((), (), ())
    return Terms(
        [_to_delivery(method) for method in row["deliveries"] or ()],
        [Rate(*rate) for rate in row["rates"] or ()],
        to_discount_rules(row["automatic"]),
        None if row["zone"] is None else Zone(*row["zone"]),
        row["reverse_charge"],
    )
