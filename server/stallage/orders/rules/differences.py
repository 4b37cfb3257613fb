"""What was added to a paid order and is paid on its own: the difference.

A difference is a tender of its own, the last one of its order. It is held until it is paid, and taken
then. Its lines are those from `first_line` on, up to the next difference. Cancelled items that were paid
are set off against it before money is given back, so an edit never asks and gives back at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.rules.units import StoredLine

PAY_WITHIN = timedelta(hours=48)
"""How long added items wait for their payment. They are cancelled then."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What `order_tenders.reference` stores of a difference. Amounts are minor units."""

    first_line: int
    """The position of its first line."""
    taxes: Sequence[Mapping[str, Any]]
    """Of its lines, in the format of `orders.taxes`."""
    discounts: Sequence[Mapping[str, Any]] = ()
    """Of its lines, in the format of `orders.discounts`."""
    offsets: Mapping[str, int] = field(default_factory=dict)
    """What cancelled items that were paid have paid of it, by the id of their cancellation."""

    def to_text(self) -> str:
        """As it is stored."""
        values = asdict(self)
        return json.dumps({name: values[name] for name in sorted(values)})

    @property
    def offset(self) -> int:
        """The sum of `offsets`."""
        return sum(self.offsets.values())


def difference_of(reference: str | None) -> Difference | None:
    """The difference that a tender's reference describes; None for all other tenders."""
    if reference is None or not reference.startswith("{"):
        return None
    return Difference(**json.loads(reference))


def held_difference(tenders: Iterable[Tender]) -> tuple[Tender, Difference] | None:
    """The difference that is still to be paid, with its tender; None if there is none."""
    for tender in tenders:
        difference = difference_of(tender.reference)
        if difference is not None and tender.state is TenderState.HELD:
            return tender, difference
    return None


def due_of(tenders: Iterable[Tender]) -> int:
    """What is still to be paid of a paid order; 0 if it is paid completely."""
    held = held_difference(tenders)
    return 0 if held is None else held[0].left


def unpaid_line_ids(lines: Iterable[StoredLine], tenders: Iterable[Tender]) -> frozenset[int]:
    """The lines of a difference that is still to be paid."""
    held = held_difference(tenders)
    if held is None:
        return frozenset()
    return frozenset(line.id for line in lines if line.position >= held[1].first_line)
