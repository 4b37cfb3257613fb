"""API schemas of stamp cards."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output


class CustomerCard(Output):
    """A customer's card, for operators."""

    customer_id: int
    name: str
    stamps: int = Field(ge=0, description="Stamps on the current card.")
    size: int = Field(description="Stamps that fill it.")
    full_cards: int = Field(ge=0, description="Cards that the customer has filled so far.")


class StampCard(Output):
    """A customer's card."""

    stamps: int = Field(ge=0, description="Stamps on the current card.")
    size: int = Field(description="Stamps that fill it.")
    full_cards: int = Field(ge=0, description="Cards that the customer has filled so far.")
