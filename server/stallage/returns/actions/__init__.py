"""What writes returns."""

from stallage.returns.actions.advancing import refuse_without_reason
from stallage.returns.actions.completing import complete_return, credit_waiting_refunds
from stallage.returns.actions.exchange_refunds import (
    refund_cancelled_exchange,
    unrefunded_exchanges,
)
from stallage.returns.actions.moving import (
    approve_return,
    pick_up_return,
    receive_damaged_return,
    receive_return,
    refuse_return,
    withdraw_return,
)
from stallage.returns.actions.requesting import ReturnRequest, request_return, withdraw_by_right
from stallage.returns.actions.stating import state_withdrawal

__all__ = [
    "ReturnRequest",
    "approve_return",
    "complete_return",
    "credit_waiting_refunds",
    "pick_up_return",
    "receive_damaged_return",
    "receive_return",
    "refund_cancelled_exchange",
    "refuse_return",
    "refuse_without_reason",
    "request_return",
    "state_withdrawal",
    "unrefunded_exchanges",
    "withdraw_by_right",
    "withdraw_return",
]
