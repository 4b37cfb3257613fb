"""Amounts in a provider's unit, which may differ from the currency's minor unit.

The shop uses the minor units of Unicode's currency data; each provider has a list of its own.
Sources: Stripe's "Supported currencies" (zero-decimal, three-decimal, special cases), Razorpay's
"Supported currencies" (exponent).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stallage.core.money import Currency
from stallage.payments.errors import ProviderRefused, WrongAmount

# fmt: off
WITHOUT_DECIMALS = (
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
)
WITH_THREE_DECIMALS = ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND")
# fmt: on

RAZORPAY: Mapping[str, int] = {
    **dict.fromkeys(WITHOUT_DECIMALS, 0),
    **dict.fromkeys(WITH_THREE_DECIMALS, 3),
}
# These two have no decimals, but Stripe's API expects two.
STRIPE: Mapping[str, int] = {**RAZORPAY, "ISK": 2, "UGX": 2}


DECIMALS = {"stripe": STRIPE, "razorpay": RAZORPAY}
"""Decimals by currency of each provider that has its own units; 2 for currencies not listed."""


@dataclass(frozen=True, slots=True)
class AmountDue:
    """The amount that a session is to be paid with, in the currency's minor unit."""

    amount: int
    currency: str


def is_due(provider: str, amount: int, currency: str, due: AmountDue) -> bool:
    """Whether an amount in a provider's unit equals the amount due."""
    decimals = DECIMALS.get(provider)
    expected = due.amount if decimals is None else amount_in(decimals, due.amount, due.currency)
    return (amount, currency.upper()) == (expected, due.currency)


def check_due(provider: str, amount: int, currency: str, due: AmountDue, session: str) -> None:
    """Raise WrongAmount if a session was paid with another amount than was due."""
    if not is_due(provider, amount, currency, due):
        raise WrongAmount(
            f"{session} is of {amount} {currency.upper()} in {provider}'s unit, not of {due.amount}"
            f" {due.currency}."
        )


def amount_from(decimals: Mapping[str, int], amount: int, currency: str) -> int:
    """Convert an amount in a provider's unit to the currency's minor unit, rounding down."""
    shift = Currency.of(currency).decimals - decimals.get(currency, 2)
    return int(amount * 10 ** max(shift, 0) // 10 ** max(-shift, 0))


def amount_in(decimals: Mapping[str, int], amount: int, currency: str) -> int:
    """Convert an amount to the provider's unit. Raises ProviderRefused if that is not exact.

    Where a currency has three decimals, providers require the last digit to be 0, as cards support only
    two.
    """
    provider_decimals = decimals.get(currency, 2)
    shift = provider_decimals - Currency.of(currency).decimals
    converted, rest = divmod(amount * 10 ** max(shift, 0), 10 ** max(-shift, 0))
    if rest or (provider_decimals == 3 and converted % 10):
        raise ProviderRefused(f"{amount} of {currency} has no exact amount in the provider's unit.")
    return int(converted)
