"""Events of returns."""

from __future__ import annotations

from stallage.core.events import Event


class ReturnMoved(Event):
    """A return began, or its status changed."""

    return_id: int
    order_id: int
    status: int


class ReturnCredited(Event):
    """The wallet's part of a refund was credited."""

    return_id: int


class ExchangeRefunded(Event):
    """Units of an exchange were cancelled, and the returned units are refunded instead."""

    exchange_refund_id: int
    order_id: int


class WithdrawalReceived(Event):
    """A shopper has withdrawn from a contract."""

    withdrawal_id: int


class ReturnInstructed(Event):
    """The shop sent the customer instructions for sending the items back."""

    instructions_id: int
    order_id: int
