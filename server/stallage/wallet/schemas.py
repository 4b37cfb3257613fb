"""What the API says about a wallet."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.paging import Paged
from stallage.core.schemas import Input, Line, Output, Time
from stallage.wallet.rules import Reason


class WalletTransaction(Output):
    """A movement as the customer's statement shows it."""

    id: int
    amount: Money = Field(description="Always positive; `type` says which way.")
    type: Literal["add", "sub"]
    reason: Reason
    order_id: str | None
    time: Time
    balance_after: Money


class ExpiringCredit(Output):
    """Credit that has to be spent by a moment."""

    amount: Money
    expires_at: Time


class TopupLimits(Output):
    """How much can be added to the wallet by online payment."""

    minimum: Money
    maximum: Money = Field(description="The most at once.")
    limit: Money = Field(description="Up to which balance money can be added.")


class Wallet(Output):
    """A customer's balance and its statement, newest first."""

    balance: Money
    expiring: list[ExpiringCredit] = Field(description="Soonest first; part of the balance.")
    transactions: Paged[WalletTransaction]
    topups: TopupLimits | None = Field(description="Null where money cannot be added online.")


class RedeemInput(Input):
    """A gift code as it was printed; spaces, dashes and case do not count."""

    code: Annotated[
        Line,
        Field(title="Gift code", min_length=1, max_length=40, examples=["K7QM-2XNB-9RTD"]),
    ]


class Redeemed(Output):
    """What a gift code brought."""

    amount: Money
    balance: Money
