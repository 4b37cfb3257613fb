"""Schemas of the wallet."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.paging import Paged
from stallage.core.schemas import Input, Line, Output, Time
from stallage.wallet.rules import Reason


class WalletTransaction(Output):
    """A movement in the customer's statement."""

    id: int
    amount: Money = Field(description="Always positive; `type` gives the direction.")
    type: Literal["add", "sub"]
    reason: Reason
    order_id: str | None
    time: Time
    balance_after: Money


class ExpiringCredit(Output):
    """Credit that expires."""

    amount: Money
    expires_at: Time


class TopupLimits(Output):
    """Limits of top-ups."""

    minimum: Money
    maximum: Money = Field(description="The highest amount of one top-up.")
    limit: Money = Field(description="The highest balance after a top-up.")


class Wallet(Output):
    """A customer's balance and statement, newest first."""

    balance: Money
    expiring: list[ExpiringCredit] = Field(description="Soonest first; part of the balance.")
    transactions: Paged[WalletTransaction]
    topups: TopupLimits | None = Field(description="Null if the shop does not offer top-ups.")


class RedeemInput(Input):
    """A gift code. Spaces, dashes and case are ignored."""

    code: Annotated[
        Line,
        Field(title="Gift code", min_length=1, max_length=40, examples=["K7QM-2XNB-9RTD"]),
    ]


class Redeemed(Output):
    """The amount of a redeemed gift code and the new balance."""

    amount: Money
    balance: Money
