"""Kinds of sample records, what happens to them, and their amounts in other currencies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, TypeAlias

from stallage.core.retry_policies import Lane, RetryPolicy

SampleKind: TypeAlias = Literal[
    "product", "category", "size_guide", "slider", "section", "blog", "brand", "attribute"
]
SampleOutcome: TypeAlias = Literal[
    "added", "skipped", "removed", "archived", "edited", "in_use", "gone"
]
"""`skipped`: the shop has one with this name. `edited` and `in_use` stay. `gone`: deleted by an operator."""
RunKind: TypeAlias = Literal["put_in", "take_out"]
RunState: TypeAlias = Literal["waiting", "running", "finished", "failed"]

KINDS: tuple[SampleKind, ...] = (
    "product",
    "category",
    "size_guide",
    "slider",
    "section",
    "blog",
    "brand",
    "attribute",
)
Figures: TypeAlias = Mapping[SampleKind, Mapping[SampleOutcome, int]]

PERMISSIONS = ("products.edit", "stock.edit", "content.edit")
"""What whoever puts the data in or takes it out could do by hand."""

SOURCE_CURRENCY = "USD"
SOURCE_DECIMALS = 2

POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(minutes=1),
    retry_for=timedelta(minutes=10),
    run_limit=timedelta(minutes=10),
)
ABANDONED = timedelta(minutes=30)
"""After this time a run that has not ended was lost and blocks no other."""

FAILED = "Something went wrong. Nothing was changed. Please try again."
NO_PERMISSION = "Whoever started it no longer has the permission. Nothing was changed."


def in_currency(amount: int, decimals: int) -> int:
    """Return the same number in minor units of a currency with so many decimals: 24.50 as 25 yen."""
    number = Decimal(amount).scaleb(decimals - SOURCE_DECIMALS)
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))
