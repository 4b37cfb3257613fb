"""The arithmetic of documents: which share of an order's taxes a part of it carries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from stallage.core.money import scale

Kind = Literal["invoice", "credit_note"]

PREFIX: dict[Kind, str] = {"invoice": "INV", "credit_note": "CN"}
TITLE: dict[Kind, str] = {"invoice": "Invoice", "credit_note": "Credit note"}


def number_text(kind: Kind, number: int) -> str:
    """Such as `INV-000042`."""
    return f"{PREFIX[kind]}-{number:06d}"


def read_number(text: str) -> tuple[Kind, int] | None:
    """A document's number as somebody typed it; None where it is none."""
    prefix, _dash, digits = text.strip().upper().partition("-")
    for kind, known in PREFIX.items():
        if prefix == known and digits.isascii() and digits.isdigit() and len(digits) <= 15:
            return kind, int(digits)
    return None


def taxes_up_to(amounts: Sequence[int], part: int) -> list[int]:
    """How the first `part` of an order's whole tax divides among its named taxes.

    At the whole it is the named amounts themselves, so the differences of growing parts sum to them.
    """
    whole = sum(amounts)
    if whole == 0:
        return [0] * len(amounts)
    bounds, running = [0], 0
    for amount in amounts:
        running += amount
        bounds.append(scale(running, part, whole))
    return [after - before for before, after in pairwise(bounds)]


def taxes_between(amounts: Sequence[int], before: int, after: int) -> list[int]:
    """The named taxes of a part that comes after another part."""
    pairs = zip(taxes_up_to(amounts, before), taxes_up_to(amounts, after), strict=True)
    return [there - here for here, there in pairs]
