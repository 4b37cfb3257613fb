"""Requests and responses of promo codes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from stallage.core.money import Money
from stallage.core.schemas import Between, Input, Integer, Line, Output, Time
from stallage.promotions.rules import MAX_BATCH, CodeState
from stallage.promotions.schemas import (
    Amount,
    Moment,
    Percent,
    PositiveAmount,
    Title,
    Uses,
)

CodeFilter = Literal["active", "scheduled", "ended", "used_up"]
CodeSort = Literal["newest", "uses"]

Code = Annotated[
    Line,
    Field(min_length=2, max_length=40, pattern=r"^[A-Za-z0-9_-]+$"),
    AfterValidator(str.upper),
]
Prefix = Annotated[
    Line, Field(max_length=20, pattern=r"^[A-Za-z0-9_-]*$"), AfterValidator(str.upper)
]


class CodeTermsInput(Input):
    """What a code takes off an order, and when."""

    title: Title
    percent: Percent | None = None
    amount: PositiveAmount | None = Field(default=None, description="Instead of `percent`.")
    minimum_purchase: Amount = 0
    starts_at: Moment
    ends_at: Moment | None = Field(default=None, description="Exclusive; null: never.")


class CodeChangeInput(CodeTermsInput):
    """The terms of a code. The code itself cannot be changed: shoppers know it."""

    total_uses: Uses | None = None
    uses_per_customer: Uses | None = None
    public: bool = Field(default=False, description="Offered to every shopper in the cart.")


class CodeInput(CodeChangeInput):
    """A new code."""

    code: Code


class BatchInput(CodeTermsInput):
    """Codes to generate, each unique and for one use."""

    prefix: Prefix = ""
    count: Annotated[Integer, Between(1, MAX_BATCH)]


class PromoCode(Output):
    """A promo code."""

    id: int
    code: str
    title: str
    percent: int | None
    amount: Money | None
    minimum_purchase: Money | None = Field(description="Null: none.")
    starts_at: Time
    ends_at: Time | None
    total_uses: int | None
    uses_per_customer: int | None
    used: int = Field(description="Orders that use it; cancelled ones do not count.")
    public: bool
    batch_id: int | None = Field(description="The batch that it was generated in.")
    state: CodeState
    has_uses: bool = Field(description="It cannot be deleted, only ended.")
    etag: str = Field(description="Send it as `If-Match` with a change.")


class Batch(Output):
    """Codes that were generated together."""

    id: int
    title: str
    prefix: str
    count: int
    used: int
    percent: int | None
    amount: Money | None
    minimum_purchase: Money | None
    starts_at: Time | None
    ends_at: Time | None
    created_at: Time
    state: CodeState


class BatchCode(Output):
    """A generated code."""

    code: str
    used: bool


class BatchCodes(Output):
    """All codes of a batch."""

    items: list[BatchCode]
