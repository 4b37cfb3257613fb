"""Reads what the price of an order depends on besides its lines, in one query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core import clock
from stallage.core.db import Connection, Record, required
from stallage.pricing.queries.automatic import to_discount_rules
from stallage.pricing.rules.automatic import DiscountRule
from stallage.pricing.rules.delivery import Zone
from stallage.pricing.rules.totals import Delivery, Rate
from stallage.pricing.sql import TERMS_VERSION, running_discounts


def terms_sql(country: str, state: str, city: str, now: str) -> str:
    """A SELECT of the one row that `to_terms` reads. The arguments are parameters, such as `$1`."""
    return f"""
    WITH zone AS (
        SELECT code, name, CASE
                WHEN {country} || ':' || {state} = ANY(places) THEN 'state'
                WHEN {country} = ANY(places) THEN 'country' ELSE 'rest_of_world' END AS matched
        FROM delivery_zones
        WHERE rest_of_world OR places && ARRAY[{country}, {country} || ':' || {state}]
        ORDER BY {country} || ':' || {state} = ANY(places) DESC, {country} = ANY(places) DESC,
            position, code
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
                ELSE m.countries = '{{}}' OR {country} = ANY(m.countries) END)::text AS deliveries,
        (SELECT jsonb_agg(jsonb_build_array(name, millionths, included, on_delivery, tax_class,
                    state, city) ORDER BY state, city, name, tax_class)
            FROM tax_rates
            WHERE country = {country} AND (state = '' OR lower(state) = lower({state}))
                AND (city = '' OR lower(city) = lower({city})))::text AS rates,
        (SELECT jsonb_build_array(code, name, matched) FROM zone)::text AS zone,
        (SELECT value = 'true' FROM shop_settings_view WHERE name = 'reverse_charge')
            AS reverse_charge,
        {running_discounts(now)}::text AS automatic
    """


def terms_to_hold_sql(country: str, state: str, city: str, now: str) -> str:
    """As `terms_sql`, with what `HeldTerms` takes to hold the terms."""
    return f"""
    SELECT found.*, {TERMS_VERSION} AS terms_version,
        EXISTS (SELECT FROM tax_rates WHERE country = {country} AND city <> '') AS by_city,
        (SELECT min(least(CASE WHEN starts_at > {now} THEN starts_at END,
                CASE WHEN ends_at > {now} THEN ends_at END))
            FROM automatic_discounts) AS change_at
    FROM ({terms_sql(country, state, city, now)}) found
    """


TERMS = terms_sql("$1", "$2", "$3", "$4")


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


def _from_json(text: str | None) -> Any:
    return None if text is None else orjson.loads(text)


def to_terms(row: Record) -> Terms:
    """Convert the row of `terms_sql`."""
    zone = _from_json(row["zone"])
    return Terms(
        [_to_delivery(method) for method in _from_json(row["deliveries"]) or ()],
        [Rate(*rate) for rate in _from_json(row["rates"]) or ()],
        to_discount_rules(_from_json(row["automatic"])),
        None if zone is None else Zone(*zone),
        row["reverse_charge"],
    )


async def terms_for(connection: Connection, country: str, state: str, city: str) -> Terms:
    """The terms for a place. Unknown parts are empty strings."""
    row = await connection.fetchrow(TERMS, country, state, city, clock.now())
    return to_terms(required(row))
