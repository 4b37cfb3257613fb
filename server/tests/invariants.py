"""What holds of orders, payments, stock and the wallet at any time."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.features import parts

INVARIANTS: list[Invariant] = [one for module in parts("invariants") for one in module.INVARIANTS]
