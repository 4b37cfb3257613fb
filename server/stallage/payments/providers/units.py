"""Amounts in the unit that a provider counts in, which is not everywhere the currency's own.

The shop counts in the minor unit that Unicode's currency data gives; a provider has a list of its own.
Sources: Stripe's "Supported currencies" (zero-decimal, three-decimal, special cases), Razorpay's
"Supported currencies" (exponent).
"""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.money import Currency
from stallage.payments.providers.port import AmountDue, ProviderRefused, WrongAmount

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
# The last two have no decimals in the world, and two in Stripe's calls.
STRIPE: Mapping[str, int] = {**RAZORPAY, "ISK": 2, "UGX": 2}


DECIMALS = {"stripe": STRIPE, "razorpay": RAZORPAY}
"""The units of each provider that has its own."""


def is_due(provider: str, amount: int, currency: str, due: AmountDue) -> bool:
    """Whether an amount in a provider's unit is what was to be paid."""
    units = DECIMALS.get(provider)
    wanted = due.amount if units is None else amount_in(units, due.amount, due.currency)
    return (amount, currency.upper()) == (wanted, due.currency)


def check_due(provider: str, amount: int, currency: str, due: AmountDue, session: str) -> None:
    """Raises WrongAmount where a session was paid with another amount than was due."""
    if not is_due(provider, amount, currency, due):
        raise WrongAmount(
            f"{session} is of {amount} {currency.upper()} in {provider}'s unit, not of {due.amount}"
            f" {due.currency}."
        )


def amount_in(decimals: Mapping[str, int], amount: int, currency: str) -> int:
    """An amount as the provider counts it. Raises ProviderRefused where that is not exact.

    Providers want the last digit of three decimals to be 0, as cards know no more than two.
    """
    theirs = decimals.get(currency, 2)
    shift = theirs - Currency.of(currency).decimals
    counted, rest = divmod(amount * 10 ** max(shift, 0), 10 ** max(-shift, 0))
    if rest or (theirs == 3 and counted % 10):
        raise ProviderRefused(f"{amount} of {currency} cannot be said exactly to the provider.")
    return int(counted)
