"""Arguments of pricing's actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Basis = Literal["flat", "weight", "value"]


@dataclass(frozen=True, slots=True)
class RateDraft:
    """What a delivery method costs in a zone."""

    zone: str
    basis: Basis
    bands: tuple[tuple[int | None, int], ...]
    """Limits and prices; see `models.DeliveryRate`."""
    free_over: int | None
    min_days: int
    max_days: int
