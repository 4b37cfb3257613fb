"""Save what operators edited in the list: prices and stock of many variants, all or none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.product_changes.errors.lists import SkusChanged
from stallage.product_changes.schemas.cells import CurrentSku, SkuChange, StockReason
from stallage.products.actions.prices import SkuPrices, lock_products, set_prices
from stallage.stock.actions import lock, set_level

CURRENT = """
    SELECT s.id, s.product_id, s.options, s.price, s.compare_at_price, s.stock, s.tracked, s.active,
        p.title, p.gift_card IS NOT NULL AS is_gift_card
    FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE s.id = ANY($1::bigint[]) ORDER BY s.id
"""
FIELDS = ("price", "compare_at_price", "stock")
NOT_TRACKED = "The stock of this variant is not tracked."
GIFT_CARD = "A gift card has no compare-at price."
NOT_ABOVE = "The compare-at price has to be above the price."
TWICE = "This variant is listed twice."


async def save_cells(
    connection: Connection,
    changes: Sequence[SkuChange],
    *,
    reason: StockReason | None,
    note: str,
    currency: Currency,
) -> list[int]:
    """Save changes of variants. Returns the ids of the variants.

    Raises InvalidFields, and SkusChanged if a value is not the one that the operator saw.
    """
    _check_request(changes, reason)
    ids = sorted(change.sku_id for change in changes)
    # Variants before products, each in key order, as everywhere; and what orders take waits until then.
    await lock(connection, ids)
    rows = {row["id"]: row for row in await connection.fetch(CURRENT, ids)}
    await lock_products(connection, [row["product_id"] for row in rows.values()])
    _check_current(changes, rows, currency)
    prices = _prices(changes, rows)
    levels = {change.sku_id: change.stock.after for change in changes if change.stock is not None}
    if levels:
        await _set_stock(connection, levels, reason, note)
    if prices:
        await set_prices(connection, prices)
    await _record(connection, changes, rows, reason, note)
    return ids


async def _set_stock(
    connection: Connection, levels: Mapping[int, int], _reason: StockReason | None, _note: str
) -> None:
    """Set stock. The reason is in the audit entry."""
    await set_level(connection, levels)


def _check_request(changes: Sequence[SkuChange], reason: StockReason | None) -> None:
    seen: set[int] = set()
    fields: dict[str, list[str]] = {}
    for index, change in enumerate(changes):
        if change.sku_id in seen:
            fields[f"changes.{index}.skuId"] = [TWICE]
        seen.add(change.sku_id)
    if reason is None and any(change.stock is not None for change in changes):
        fields["reason"] = [message("required", "reason")]
    if fields:
        raise InvalidFields(fields=fields)


def _check_current(
    changes: Sequence[SkuChange], rows: Mapping[int, Record], currency: Currency
) -> None:
    """Compare with what the operator saw. Raises SkusChanged and InvalidFields."""
    unknown = {
        f"changes.{index}.skuId": [message("invalid", "skuId")]
        for index, change in enumerate(changes)
        if change.sku_id not in rows
    }
    if unknown:
        raise InvalidFields(fields=unknown)
    stale = [rows[change.sku_id] for change in changes if _is_stale(change, rows[change.sku_id])]
    if stale:
        raise SkusChanged(
            skus=[_current(row, currency).model_dump(mode="json", by_alias=True) for row in stale]
        )
    fields: dict[str, list[str]] = {}
    for index, change in enumerate(changes):
        row = rows[change.sku_id]
        after = _prices_after(change, row)
        if change.stock is not None and not row["tracked"]:
            fields[f"changes.{index}.stock"] = [NOT_TRACKED]
        if after.compare_at_price is not None and row["is_gift_card"]:
            fields[f"changes.{index}.compareAtPrice"] = [GIFT_CARD]
        elif after.compare_at_price is not None and after.compare_at_price <= after.price:
            fields[f"changes.{index}.compareAtPrice"] = [NOT_ABOVE]
    if fields:
        raise InvalidFields(fields=fields)


def _is_stale(change: SkuChange, row: Record) -> bool:
    if not row["active"]:
        return True
    given = [(name, getattr(change, name)) for name in FIELDS]
    return any(value is not None and value.before != row[name] for name, value in given)


def _current(row: Record, currency: Currency) -> CurrentSku:
    return CurrentSku(
        sku_id=row["id"],
        title=" · ".join(filter(None, (row["title"], " / ".join(row["options"])))),
        gone=not row["active"],
        price=currency.money(row["price"]),
        compare_at_price=currency.optional_money(row["compare_at_price"]),
        stock=row["stock"],
    )


def _prices_after(change: SkuChange, row: Record) -> SkuPrices:
    price, compare_at = change.price, change.compare_at_price
    return SkuPrices(
        row["price"] if price is None else price.after,
        row["compare_at_price"] if compare_at is None else compare_at.after,
    )


def _prices(changes: Sequence[SkuChange], rows: Mapping[int, Record]) -> dict[int, SkuPrices]:
    return {
        change.sku_id: _prices_after(change, rows[change.sku_id])
        for change in changes
        if change.price is not None or change.compare_at_price is not None
    }


async def _record(
    connection: Connection,
    changes: Sequence[SkuChange],
    rows: Mapping[int, Record],
    reason: StockReason | None,
    note: str,
) -> None:
    """Leave an entry for each product."""
    before: dict[int, JsonObject] = defaultdict(dict)
    after: dict[int, JsonObject] = defaultdict(dict)
    titles: dict[int, str] = {}
    for change in changes:
        row = rows[change.sku_id]
        values: dict[str, Any] = {name: getattr(change, name) for name in FIELDS}
        given = {name: value for name, value in values.items() if value is not None}
        name = " / ".join(row["options"]) or "variant"
        titles[row["product_id"]] = row["title"]
        before[row["product_id"]][name] = {key: one.before for key, one in given.items()}
        after[row["product_id"]][name] = {key: one.after for key, one in given.items()}
    for product_id in sorted(titles):
        extra: JsonObject = {}
        if reason is not None:
            extra = {"reason": reason, "note": note}
        await record(
            connection,
            "product.values_changed",
            Subject("product", product_id, titles[product_id]),
            before=before[product_id],
            after={**after[product_id], **extra},
        )
