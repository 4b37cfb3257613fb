"""Money is an integer in the currency's minor unit. No float ever touches it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from babel.numbers import format_currency, get_currency_precision
from pydantic import BaseModel, Field

MAX_AMOUNT = 10**12
"""The maximum of prices and totals, far below the maximum of a bigint."""


class Money(BaseModel):
    """An amount of money in the API."""

    amount: int = Field(description="In the currency's minor unit, such as cents.")
    currency: str = Field(description="ISO 4217.", examples=["USD"])


@dataclass(frozen=True, slots=True)
class Currency:
    """The shop's currency: its code and how many decimals its minor unit has."""

    code: str
    decimals: int

    @staticmethod
    @lru_cache(maxsize=512)
    def of(code: str) -> Currency:
        """Return a currency by its code of ISO 4217."""
        return Currency(code, get_currency_precision(code))

    @property
    def endings(self) -> int:
        """What the ending of a price is below: 100 for cents, and for currencies without decimals."""
        return int(10 ** max(2, self.decimals))

    def money(self, amount: int) -> Money:
        """Return an amount in minor units for a response."""
        return Money.model_construct(amount=amount, currency=self.code)

    def optional_money(self, amount: int | None) -> Money | None:
        """Return an amount in minor units for a response, or None if it is None."""
        return None if amount is None else self.money(amount)

    def format(self, amount: int, locale: str = "en_US") -> str:
        """Format an amount in minor units, such as `$1,299.00`."""
        return _format(self, amount, locale)


@lru_cache(maxsize=1024)
def _format(currency: Currency, amount: int, locale: str) -> str:
    """Format an amount. An email shows each amount several times, and formatting one takes long."""
    value = Decimal(amount).scaleb(-currency.decimals)
    return format_currency(value, currency.code, locale=locale.replace("-", "_"))


def scale(amount: int, numerator: int, denominator: int) -> int:
    """Return `amount * numerator / denominator`, rounded half away from zero."""
    product = amount * numerator
    quotient, remainder = divmod(abs(product), denominator)
    if remainder * 2 >= denominator:
        quotient += 1
    return quotient if product >= 0 else -quotient
