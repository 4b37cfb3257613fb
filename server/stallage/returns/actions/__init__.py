"""Everything that writes returns."""

from stallage.returns.actions.completing import complete_return, credit_pending_refunds
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
from stallage.returns.actions.requesting import (
    ReturnRequest,
    begin_withdrawal_return,
    request_return,
)
from stallage.returns.actions.withdrawals import record_withdrawal

__all__ = [
    "ReturnRequest",
    "approve_return",
    "begin_withdrawal_return",
    "complete_return",
    "credit_pending_refunds",
    "pick_up_return",
    "receive_damaged_return",
    "receive_return",
    "record_withdrawal",
    "refund_cancelled_exchange",
    "refuse_return",
    "request_return",
    "unrefunded_exchanges",
    "withdraw_return",
]
