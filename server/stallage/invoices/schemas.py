"""Responses of invoices."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Time


class Document(Output):
    """An invoice or a credit note."""

    number: str = Field(examples=["INV-000042"])
    kind: Literal["invoice", "credit_note"]
    total: Money = Field(description="Of a credit note: the refund.")
    issued_at: Time
