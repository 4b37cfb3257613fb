"""Kinds and numbers of documents, and the split of an order's taxes among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Literal

from stallage.core.money import scale

Kind = Literal["invoice", "credit_note"]

PREFIX: dict[Kind, str] = {"invoice": "INV", "credit_note": "CN"}
TITLE: dict[Kind, str] = {"invoice": "Invoice", "credit_note": "Credit note"}


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """An issued invoice or credit note, with its buyer from the order."""

    id: int
    kind: Kind
    number: int
    order_id: int
    content: dict[str, Any]
    """See `content.DocumentBuilder`."""
    issued_at: datetime
    pdf: bytes | None
    order_public_id: str
    placed_at: datetime
    address: dict[str, Any] | None
    billing_address: dict[str, Any] | None
    first_name: str
    last_name: str
    payment_method: str
    invoice_numbers: list[int]
    """Of a credit note: the numbers of the invoices that it corrects."""


def number_text(kind: Kind, number: int) -> str:
    """Such as `INV-000042`."""
    return f"{PREFIX[kind]}-{number:06d}"


def read_number(text: str) -> tuple[Kind, int] | None:
    """Parse a document's number from typed text; None if it is not one."""
    prefix, _dash, digits = text.strip().upper().partition("-")
    for kind, known in PREFIX.items():
        if prefix == known and digits.isascii() and digits.isdigit() and len(digits) <= 15:
            return kind, int(digits)
    return None


def taxes_up_to(amounts: Sequence[int], part: int) -> list[int]:
    """Split the first `part` of an order's tax among its taxes, which are `amounts`.

    For the whole tax the result is `amounts`, so that the differences of growing parts add up to them.
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
    """Split the part of an order's tax between two bounds among its taxes."""
    pairs = zip(taxes_up_to(amounts, before), taxes_up_to(amounts, after), strict=True)
    return [end - start for start, end in pairs]
