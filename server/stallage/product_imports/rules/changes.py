"""What an import changes of a product, as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stallage.core.money import Currency
from stallage.imports.drafts import Change
from stallage.product_changes.rules.differences import differences
from stallage.product_changes.rules.snapshots import Snapshot
from stallage.products.drafts import ProductDraft

AMOUNTS = frozenset({"price", "compareAtPrice", "cost"})
NOTHING = Snapshot(ProductDraft("", "", ()), ())


def changes_between(before: Snapshot, after: Snapshot, currency: Currency) -> tuple[Change, ...]:
    """Return what differs. Both have their stock; new SKUs have negative ids."""
    found = [
        Change(
            one.field,
            one.item,
            one.part,
            _shown(one.part, one.before, currency),
            _shown(one.part, one.after, currency),
        )
        for one in differences(before, after)
    ]
    added = [
        change
        for sku_id, sku in zip(after.sku_ids, after.draft.skus, strict=True)
        if sku_id < 0
        for change in _new_sku(
            " / ".join(sku.options) or sku.sku or "1", sku.price, sku.stock, currency
        )
    ]
    return (*found, *added, *_extras(before, after))


def changes_of_new(after: Snapshot, currency: Currency) -> tuple[Change, ...]:
    """Return the values of a new product."""
    return tuple(
        change
        for change in changes_between(NOTHING, after, currency)
        if change.after and change.field not in ("slug", "channels", "returnable")
    )


def _new_sku(
    name: str, price: int | None, stock: int | None, currency: Currency
) -> Iterator[Change]:
    yield Change("variants", name, "price", "", currency.format(price or 0))
    if stock:
        yield Change("variants", name, "stock", "", str(stock))


def _extras(before: Snapshot, after: Snapshot) -> Iterator[Change]:
    """Yield changes of columns that are stored without being used."""
    yield from _mapping("", before.draft.extra, after.draft.extra)
    old = dict(zip(before.sku_ids, before.draft.skus, strict=True))
    for sku_id, sku in zip(after.sku_ids, after.draft.skus, strict=True):
        stored = old[sku_id].extra if sku_id in old else {}
        yield from _mapping(" / ".join(sku.options), stored, sku.extra)


def _mapping(item: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name, "") != new.get(name, ""):
            yield Change("extra", item, name, old.get(name, "")[:500], new.get(name, "")[:500])


def _shown(part: str, text: str, currency: Currency) -> str:
    return currency.format(int(text)) if part in AMOUNTS and text.isdigit() else text
