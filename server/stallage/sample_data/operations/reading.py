"""Reads the sample data: what of the demo shop is a catalogue, in the currency of the shop."""

from __future__ import annotations

from datetime import datetime

from stallage.core.money import Currency
from stallage.declaration.reading import Declaration, Entry, read_declaration
from stallage.declaration.records import Product, Record
from stallage.demo.filling import SHOP
from stallage.sample_data.rules import KINDS, SOURCE_CURRENCY, in_currency
from stallage.settings import Settings

DOLLAR = "$"


def sample_declaration(settings: Settings, start: datetime) -> Declaration:
    """Return the sample data. Dates such as `9 days ago` refer to `start`.

    Gift cards are left out, because they would be sold for money, and so are texts that name amounts in
    dollars if the shop has another currency.
    """
    demo = read_declaration(SHOP, settings, start)
    declaration = Declaration(demo.files, demo.context)
    for kind in KINDS:
        declaration.entries[kind] = [
            _converted(entry, settings.currency)
            for entry in demo.of(kind)
            if _belongs(entry.record, settings.currency)
        ]
    return declaration


def _belongs(record: Record, currency: str) -> bool:
    if isinstance(record, Product):
        return record.gift_card is None
    return currency == SOURCE_CURRENCY or DOLLAR not in record.model_dump_json()


def _converted(entry: Entry, currency: str) -> Entry:
    if not isinstance(entry.record, Product):
        return entry
    decimals = Currency.of(currency).decimals
    skus = []
    for sku in entry.record.sku:
        price = in_currency(sku.price, decimals)
        before = in_currency(sku.compare_at_price or 0, decimals)
        update = {
            "price": price,
            # Rounding may make both equal.
            "compare_at_price": before if before > price else None,
            "cost": None if sku.cost is None else in_currency(sku.cost, decimals),
        }
        skus.append(sku.model_copy(update=update))
    record = entry.record.model_copy(update={"sku": skus})
    return Entry(record, entry.file, entry.display_path, entry.text, entry.path)
