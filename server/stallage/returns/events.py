"""News of returns."""

from __future__ import annotations

from stallage.core.events import Event


class ReturnMoved(Event):
    """A return stands elsewhere than before, or has begun."""

    return_id: int
    order_id: int
    status: int


class ReturnCredited(Event):
    """The wallet's part of a return's money is in the wallet."""

    return_id: int


class ExchangeRefunded(Event):
    """Units of an exchange were cancelled; the money for what came back for them goes back."""

    exchange_refund_id: int
    order_id: int


class WithdrawalReceived(Event):
    """A shopper has stated that they withdraw from a contract."""

    withdrawal_id: int
