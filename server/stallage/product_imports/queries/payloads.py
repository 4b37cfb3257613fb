"""Products as an import stores them between the dry run, the import and its undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import orjson
from pydantic import TypeAdapter

from stallage.core.etags import etag_of
from stallage.core.json_types import JsonObject
from stallage.product_changes.rules.snapshots import Snapshot, snapshot_from_json, snapshot_of
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.queries.product_reader import StoredProduct
from stallage.products.rules.merging import options_key

_DRAFTS = TypeAdapter(ProductDraft)


@dataclass(frozen=True, slots=True)
class PlannedDraft:
    """A draft as the dry run has seen it."""

    draft: ProductDraft
    seen: str | None
    """Identifies the stored product without its stock; None if there was none."""
    stock: Mapping[int, int]
    """The stock that the dry run saw, by SKU id."""

    def to_json(self) -> JsonObject:
        """Return it as a payload."""
        return {
            "draft": draft_to_json(self.draft),
            "seen": self.seen,
            "stock": {str(sku_id): stock for sku_id, stock in self.stock.items()},
        }


def draft_to_json(draft: ProductDraft) -> JsonObject:
    """Return a draft as JSON."""
    stored: JsonObject = orjson.loads(orjson.dumps(asdict(draft)))
    return stored


def draft_from_json(stored: Any) -> ProductDraft:
    """Return what `draft_to_json` returned."""
    return _DRAFTS.validate_python(stored)


def planned_from_json(payload: JsonObject) -> PlannedDraft:
    """Return what `PlannedDraft.to_json` returned."""
    stock = {int(sku_id): units for sku_id, units in payload["stock"].items()}
    return PlannedDraft(draft_from_json(payload["draft"]), payload["seen"], stock)


def with_stock(stored: StoredProduct) -> Snapshot:
    """Return a stored product with its stock."""
    return Snapshot(stored.draft, tuple(sku_ids_of(stored)))


def sku_ids_of(stored: StoredProduct) -> Iterable[int]:
    """Return the ids of the active SKUs, in their order."""
    return (stored.sku_ids[options_key(sku.options)] for sku in stored.draft.skus)


def without_stock(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot that sales do not change."""
    return snapshot_of(snapshot.draft, snapshot.sku_ids)


def seen_of(stored: StoredProduct) -> str:
    """Identify a stored product without its stock."""
    text = orjson.dumps(without_stock(with_stock(stored)).to_json(), option=orjson.OPT_SORT_KEYS)
    return etag_of(text.decode())


def levels_of(stored: StoredProduct) -> dict[int, int]:
    """Return the stock of all SKUs by id; of those with the same options, that of the one in use."""
    return {
        stored.sku_ids[options_key(sku.options)]: sku.stock or 0
        for sku in (*stored.retired, *stored.draft.skus)
    }


def with_stock_of_today(planned: PlannedDraft, stored: StoredProduct | None) -> ProductDraft:
    """Return the draft with the stock that its difference from what the dry run saw leads to now."""
    if stored is None:
        return planned.draft
    now = levels_of(stored)
    return replace(
        planned.draft,
        skus=tuple(_sku_today(sku, stored, planned, now) for sku in planned.draft.skus),
    )


def _sku_today(
    sku: SkuDraft, stored: StoredProduct, planned: PlannedDraft, now: Mapping[int, int]
) -> SkuDraft:
    sku_id = stored.sku_ids.get(options_key(sku.options))
    if sku.stock is None or sku_id is None or sku_id not in planned.stock:
        return sku
    return replace(sku, stock=max(0, now[sku_id] + sku.stock - planned.stock[sku_id]))


def undo_to_json(before: Snapshot | None, after: Snapshot) -> JsonObject:
    """Return what undo needs: the product before, None for a new one, and after the import."""
    return {"before": None if before is None else before.to_json(), "after": after.to_json()}


def undo_from_json(stored: JsonObject) -> tuple[Snapshot | None, Snapshot]:
    """Return what `undo_to_json` returned."""
    before = stored["before"]
    after = snapshot_from_json(stored["after"])
    return (None if before is None else snapshot_from_json(before)), after
