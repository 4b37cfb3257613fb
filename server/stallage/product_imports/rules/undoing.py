"""What a product becomes when an import is undone: former values where nobody changed them since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from stallage.product_changes.rules.snapshots import Snapshot
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.rules.merging import options_key

OWN_RULES = frozenset({"slug", "skus", "created_at", "complete", "supports_options"})


class ChangedSinceImport(Exception):
    """A value that the import has written was changed since."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A complete draft, and the ids of its SKUs in the same order."""

    draft: ProductDraft
    sku_ids: tuple[int, ...]


def restore(
    before: Snapshot, after: Snapshot, now: Snapshot, levels: Mapping[int, int]
) -> Restored:
    """Return the product without what the import changed. `levels` is the stock by SKU id, now.

    What the import did not change stays as it is now. Raises ChangedSinceImport.
    """
    values = {
        field.name: _restored(
            getattr(before.draft, field.name),
            getattr(after.draft, field.name),
            getattr(now.draft, field.name),
        )
        for field in fields(ProductDraft)
        if field.name not in OWN_RULES
    }
    skus = _restored_skus(before, after, now, levels)
    draft = replace(now.draft, **values, skus=tuple(skus.values()))
    keys = {options_key(sku.options) for sku in draft.skus}
    fits = all(len(sku.options) == len(draft.option_names) for sku in draft.skus)
    if not fits or len(keys) < len(draft.skus):
        raise ChangedSinceImport
    # Keys that a draft does not list stay, so those to remove are listed as empty.
    return Restored(
        replace(
            draft,
            attributes={**dict.fromkeys(now.draft.attributes, ()), **draft.attributes},
            extra={**dict.fromkeys(now.draft.extra, ""), **draft.extra},
        ),
        tuple(skus),
    )


def _restored(before: Any, after: Any, now: Any) -> Any:
    if isinstance(after, Mapping) and isinstance(before, Mapping) and isinstance(now, Mapping):
        return _restored_mapping(before, after, now)
    if before == after:
        return now
    if now == after:
        return before
    raise ChangedSinceImport


def _restored_mapping(
    before: Mapping[str, Any], after: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in dict.fromkeys((*now, *before)):
        value = _restored_value(before.get(key), after.get(key), now.get(key))
        if value is not None:
            found[key] = value
    return found


def _restored_value(before: Any, after: Any, now: Any) -> Any:
    if before == after:
        return now
    if now == after:
        return before
    raise ChangedSinceImport


def _restored_skus(
    before: Snapshot, after: Snapshot, now: Snapshot, levels: Mapping[int, int]
) -> dict[int, SkuDraft]:
    old = dict(zip(before.sku_ids, before.draft.skus, strict=True))
    imported = dict(zip(after.sku_ids, after.draft.skus, strict=True))
    current = dict(zip(now.sku_ids, now.draft.skus, strict=True))
    found: dict[int, SkuDraft] = {}
    for sku_id, sku in old.items():
        if sku_id in imported and sku_id in current:
            found[sku_id] = _restored_sku(sku, imported[sku_id], current[sku_id])
        elif sku_id in current:
            found[sku_id] = current[sku_id]
        elif sku_id in imported:
            raise ChangedSinceImport
        else:
            found[sku_id] = replace(sku, stock=levels.get(sku_id, 0))
    for sku_id, sku in current.items():
        if sku_id in found:
            continue
        if sku_id not in imported:
            found[sku_id] = sku
        elif replace(sku, stock=None) != replace(imported[sku_id], stock=None):
            raise ChangedSinceImport
    return found


def _restored_sku(before: SkuDraft, after: SkuDraft, now: SkuDraft) -> SkuDraft:
    values = {
        field.name: _restored(
            getattr(before, field.name), getattr(after, field.name), getattr(now, field.name)
        )
        for field in fields(SkuDraft)
        if field.name not in ("stock", "extra")
    }
    extra = _restored_mapping(before.extra, after.extra, now.extra)
    values["extra"] = {**dict.fromkeys(now.extra, ""), **extra}
    # Units that were sold or counted since stay so; what is sold cannot be taken back.
    imported = (after.stock or 0) - (before.stock or 0)
    return replace(now, **values, stock=max(0, (now.stock or 0) - imported))
