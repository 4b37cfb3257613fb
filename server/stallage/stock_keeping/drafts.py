"""Rows of emails about low stock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LowItem:
    """An item that is low."""

    sku_id: int
    name: str
    """Its product's title and its options."""
    sku: str
    left: int
    low_at: int
    category: str | None
    """Title of the category that the level is from, if it is from one."""
