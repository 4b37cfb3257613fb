"""API schemas of the operator's search."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Time

Kind = Literal[
    "orders",
    "customers",
    "products",
    "tickets",
    "returns",
    "documents",
    "gift_cards",
    "promo_codes",
]


class Found(Output):
    """Something that a search found."""

    id: str = Field(description="As in the address of its page.")
    title: str = Field(description="A number or name.")
    detail: str = Field(description="What tells it from others, such as a name; may be empty.")
    status: str | None
    amount: Money | None
    time: Time | None


class FoundGroup(Output):
    """Up to five results of a kind, newest first."""

    kind: Kind
    items: list[Found]
    has_more: bool = Field(description="Whether the list of this kind has more.")


class SearchResult(Output):
    """What a search found, without empty groups and without those that the caller may not see."""

    groups: list[FoundGroup]
