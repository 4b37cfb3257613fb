"""The settings with their values and sources."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import SecretStr

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.products.queries.rounding_examples import prices_changed_by, rounding_examples
from stallage.products.rules.price_rounding import rounding_rule
from stallage.products.rules.prior_price_rule import rule_applies
from stallage.settings import Settings
from stallage.settings.stored import MACHINE_SETTINGS, unseal
from stallage.setup.rules.kinds import kind_of
from stallage.setup.rules.labels import LABELS
from stallage.setup.rules.sections import SECTIONS
from stallage.setup.schemas import (
    CurrencyPreview,
    RoundingExample,
    Section,
    Setting,
    Source,
    Value,
)
from stallage.shop.queries import StoredSettings

HAS_ORDERS = "SELECT EXISTS (SELECT FROM orders_view)"
PICTURE = """
    SELECT path FROM product_images_view
    WHERE state = 'ready' AND path LIKE '/media/%.webp' ORDER BY id DESC LIMIT 1
"""
HAS_PRICES = "SELECT EXISTS (SELECT FROM skus_view)"
LARGE_AMOUNT = 1234_50
"""In hundredths of the currency's unit."""


async def why_currency_fixed(connection: Connection, before: str, after: str) -> str | None:
    """Return why the shop's currency cannot become another one; None if it can."""
    if before == after:
        return None
    if await has_orders(connection):
        return f"There are orders in {before}."
    if Currency.of(before).decimals != Currency.of(after).decimals and await has_prices(connection):
        return f"There are prices in {before}, which has another number of decimals."
    return None


async def currency_preview(
    connection: Connection, current: Settings, chosen: Settings
) -> CurrencyPreview:
    """Return how amounts and prices look with settings that may not be saved yet."""
    currency, now = Currency.of(chosen.currency), clock.now()
    rule = rounding_rule(chosen.price_rounding, chosen.price_step, chosen.price_ending, currency)
    changed = await prices_changed_by(connection, rule, now)
    return CurrencyPreview(
        currency=currency.code,
        decimals=currency.decimals,
        endings=currency.endings,
        large_amount=currency.format(LARGE_AMOUNT * 10**currency.decimals // 100, chosen.locale),
        smallest_amount=currency.format(1, chosen.locale),
        is_fixed=await has_orders(connection),
        has_prices=await has_prices(connection),
        problem=await why_currency_fixed(connection, current.currency, chosen.currency),
        examples=[
            RoundingExample(
                title=one.title,
                price=currency.money(one.price),
                percent=one.percent,
                is_in_sale=one.is_in_sale,
                exact_price=currency.money(one.exact_price),
                rounded_price=currency.money(one.rounded_price),
            )
            for one in await rounding_examples(connection, rule, now)
        ],
        changed_products=changed.changed,
        raised_products=changed.raised,
        prior_price_rule=rule_applies(chosen.prior_price_rule, chosen.country),
    )


def sections_of(own: Settings, stored: StoredSettings) -> list[Section]:
    """Return all settings. `own` are those of the process without the stored ones."""
    settings = own.with_shop(stored.values)
    return [
        Section(section=name, settings=[_setting(one, own, settings, stored) for one in names])
        for name, names in SECTIONS.items()
    ]


def _setting(name: str, own: Settings, settings: Settings, stored: StoredSettings) -> Setting:
    field = Settings.model_fields[name]
    kind = kind_of(name, field)
    variable = f"STALLAGE_{name.upper()}"
    source: Source = "default"
    if name in own.model_fields_set:
        source = "environment" if os.environ.get(variable) else "file"
    elif name in stored.values and name not in MACHINE_SETTINGS:
        source = "shop"
    value = getattr(settings, name)
    is_secret = kind.kind == "secret"
    is_stored = source == "shop"
    return Setting(
        name=name,
        label=LABELS.get(name, variable),
        variable=variable,
        meaning=field.description or "",
        kind=kind.kind,
        choices=list(kind.choices),
        minimum=kind.minimum,
        maximum=kind.maximum,
        value=None if is_secret else plain(value),
        default=None if is_secret else plain(field.default),
        is_set=bool(value.get_secret_value() if isinstance(value, SecretStr) else value),
        ends_with=end_of_secret(stored.values.get(name)) if is_secret and is_stored else "",
        changed_at=stored.changed_at.get(name) if is_stored else None,
        source=source,
        is_editable=name not in MACHINE_SETTINGS and name not in own.model_fields_set,
    )


def end_of_secret(stored: object) -> str:
    """Return the last characters of a stored secret, which may be shown."""
    return str(stored.get("end", "")) if isinstance(stored, dict) else ""


def plain(value: object) -> Value:
    """Return a value as the API shows it."""
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [str(one) for one in value]
    return str(value) if isinstance(value, Path) else ""


def readable_secrets(own: Settings, stored: StoredSettings) -> dict[str, str]:
    """Return the stored secrets that the shop's keys decrypt, by name."""
    keys = (own.secret(), *own.previous_secrets())
    found = {name: unseal(keys, name, value) for name, value in stored.values.items()}
    return {name: value for name, value in found.items() if value is not None}


async def has_orders(connection: Connection) -> bool:
    """Whether an order was ever placed."""
    return bool(await connection.fetchval(HAS_ORDERS))


async def public_picture(connection: Connection) -> str | None:
    """Return the path of a picture that everybody may load."""
    path: str | None = await connection.fetchval(PICTURE)
    return path


async def has_prices(connection: Connection) -> bool:
    """Whether there is anything with a price."""
    return bool(await connection.fetchval(HAS_PRICES))
