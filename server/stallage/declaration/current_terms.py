"""Read the current settings, company details, delivery, taxes and promo codes of the shop as records."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Connection, Record
from stallage.declaration.records import (
    Carrier,
    Company,
    Delivery,
    DeliveryBand,
    DeliveryRate,
    DeliveryZone,
    Location,
    PostalAddress,
    PromoCode,
    ShopSettings,
    SocialLink,
    Tax,
)
from stallage.shop.queries import COMPANY, shop_settings

DELIVERIES = """
    SELECT code, name, price, free_over, min_days, max_days, countries, position,
        (SELECT jsonb_agg(jsonb_build_object('zone', r.zone, 'basis', r.basis, 'bands', r.bands,
                'free_over', r.free_over, 'min_days', r.min_days, 'max_days', r.max_days)
            ORDER BY z.position, z.code)
            FROM delivery_rates r JOIN delivery_zones z ON z.code = r.zone
            WHERE r.method = m.code) AS rates
    FROM shipping_methods m WHERE active ORDER BY position, code
"""


ZONES = """
    SELECT code, name, places, rest_of_world, position FROM delivery_zones ORDER BY position, code
"""


CARRIERS = "SELECT name, tracking_url, offered FROM carriers ORDER BY lower(name)"


LOCATIONS = """
    SELECT name, address, priority, is_default AS default FROM stock_locations_view
    WHERE active ORDER BY priority, id
"""


TAXES = """
    SELECT name, country, state, city, millionths AS rate, included, on_delivery, tax_class
    FROM tax_rates ORDER BY country, state, city, name, tax_class
"""


PROMO_CODES = """
    SELECT code, title, percent, amount, minimum_purchase, starts_at, ends_at, total_uses,
        uses_per_customer, public
    FROM promo_codes WHERE batch_id IS NULL ORDER BY code
"""


async def read_settings(connection: Connection) -> list[ShopSettings]:
    """Read the declared settings; empty if there are none."""
    values = await shop_settings(connection)
    known = {name: value for name, value in values.items() if name in ShopSettings.model_fields}
    # Not validated: the database stores minor units, and files contain amounts.
    return [ShopSettings.model_construct(**known)] if known else []


async def read_company(connection: Connection) -> list[Company]:
    """Read the company details; empty if there are none."""
    row = await connection.fetchrow(COMPANY)
    if row is None:
        return []
    theme = await connection.fetchval("SELECT tokens FROM themes_view")
    address = row["address"]
    return [
        Company(
            name=row["name"],
            tagline=row["tagline"],
            legal_name=row["legal_name"],
            tax_number=row["tax_number"],
            email=row["email"],
            phone=row["phone"],
            primary_colour=None if theme is None else theme["light"]["primary"],
            logo=row["logo"],
            logo_dark=row["logo_dark"],
            favicon=row["favicon"],
            address=None
            if address is None
            else PostalAddress(
                line1=address["line1"],
                line2=address["line2"],
                city=address["city"],
                state=address["state"],
                postal_code=address["postalCode"],
                country=address["country"],
            ),
            social=[SocialLink(name=link["name"], url=link["url"]) for link in row["social_links"]],
        )
    ]


async def read_deliveries(connection: Connection) -> list[Delivery]:
    """Read the active delivery methods with their rates by zone."""
    return [_to_delivery(row) for row in await connection.fetch(DELIVERIES)]


def _to_delivery(row: Record) -> Delivery:
    fields = dict(row)
    rates = [_to_rate(one) for one in fields.pop("rates") or ()]
    if rates:
        fields |= {"price": None, "free_over": None, "countries": []}
    return Delivery.model_construct(**fields, rate=rates)


def _to_rate(stored: dict[str, Any]) -> DeliveryRate:
    fields = dict(stored)
    basis, bands = fields.pop("basis"), fields.pop("bands")
    if basis == "flat":
        return DeliveryRate.model_construct(**fields, price=bands[0][1], band=[])
    limit_name = "up_to_grams" if basis == "weight" else "up_to_value"
    limits = {"up_to_grams": None, "up_to_value": None}
    band = [
        DeliveryBand.model_construct(**{**limits, limit_name: limit}, price=price)
        for limit, price in bands
    ]
    return DeliveryRate.model_construct(**fields, price=None, band=band)


async def read_zones(connection: Connection) -> list[DeliveryZone]:
    """Read the delivery zones."""
    return [DeliveryZone.model_construct(**row) for row in await connection.fetch(ZONES)]


async def read_carriers(connection: Connection) -> list[Carrier]:
    """Read the shop's own carriers."""
    return [Carrier.model_construct(**row) for row in await connection.fetch(CARRIERS)]


async def read_locations(connection: Connection) -> list[Location]:
    """Read the locations that are in use."""
    return [Location.model_construct(**row) for row in await connection.fetch(LOCATIONS)]


async def read_taxes(connection: Connection) -> list[Tax]:
    """Read the tax rates."""
    return [Tax.model_construct(**row) for row in await connection.fetch(TAXES)]


async def read_promo_codes(connection: Connection) -> list[PromoCode]:
    """Read the promo codes, expired ones too."""
    return [PromoCode.model_construct(**row) for row in await connection.fetch(PROMO_CODES)]
