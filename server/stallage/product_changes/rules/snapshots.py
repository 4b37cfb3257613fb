"""A product as a version stores it: a complete draft without stock, and the ids of its SKUs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import orjson
from pydantic import TypeAdapter

from stallage.core.json_types import JsonObject
from stallage.products.drafts import ProductDraft


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A product at some time."""

    draft: ProductDraft
    sku_ids: tuple[int, ...]
    """The ids of the draft's SKUs, in the same order."""

    def to_json(self) -> JsonObject:
        """Return it as a version stores it."""
        stored: JsonObject = orjson.loads(orjson.dumps(self))
        return stored


_ADAPTER = TypeAdapter(Snapshot)


def snapshot_from_json(stored: Any) -> Snapshot:
    """Return what `Snapshot.to_json` returned."""
    return _ADAPTER.validate_python(stored)


def snapshot_of(draft: ProductDraft, sku_ids: Iterable[int]) -> Snapshot:
    """Return the snapshot of a complete draft. Stock is left out: sales change it all the time."""
    skus = tuple(replace(sku, stock=None) for sku in draft.skus)
    return Snapshot(replace(draft, skus=skus), tuple(sku_ids))
