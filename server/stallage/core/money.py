"""Money is an integer in the currency's minor unit. No float ever touches it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision
from pydantic import BaseModel, Field

MAX_AMOUNT = 10**12
"""Above any price or total that the shop takes; far below what a bigint holds."""


class Money(BaseModel):
    """An amount as the API says it."""

    amount: int = Field(description="In the currency's minor unit, such as cents.")
    currency: str = Field(description="ISO 4217.", examples=["USD"])


@dataclass(frozen=True, slots=True)
class Currency:
    """The shop's currency: its code and how many decimals its minor unit has."""

    code: str
    decimals: int

    @classmethod
    def of(cls, code: str) -> Currency:
        return cls(code, get_currency_precision(code))

    def money(self, amount: int) -> Money:
        """Wraps a minor-unit amount for an answer."""
        return Money.model_construct(amount=amount, currency=self.code)

    def maybe(self, amount: int | None) -> Money | None:
        """The same for an amount that may be missing."""
        return None if amount is None else self.money(amount)

    def text(self, amount: int, locale: str = "en_US") -> str:
        """An amount as people write it, such as `$1,299.00`."""
        value = Decimal(amount).scaleb(-self.decimals)
        return format_currency(value, self.code, locale=locale.replace("-", "_"))


def share(amount: int, numerator: int, denominator: int) -> int:
    """`amount * numerator / denominator`, rounded half away from zero, in integers alone."""
    product = amount * numerator
    quotient, rest = divmod(abs(product), denominator)
    if rest * 2 >= denominator:
        quotient += 1
    return quotient if product >= 0 else -quotient


def basis_points(amount: int, points: int) -> int:
    """A share in hundredths of a per cent: 825 points are 8.25 %."""
    return share(amount, points, 10_000)
