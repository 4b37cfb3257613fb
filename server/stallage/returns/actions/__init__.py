"""Everything that writes returns."""

from stallage.returns.actions.completing import (
    complete_return,
    credit_pending_refunds,
    exchange_return,
    refund_return,
)
from stallage.returns.actions.exchange_refunds import (
    refund_cancelled_exchange,
    unrefunded_exchanges,
)
from stallage.returns.actions.inspecting import (
    InspectedLine,
    inspect_return,
    receive_damaged_return,
    receive_return,
)
from stallage.returns.actions.instructing import send_instructions
from stallage.returns.actions.moving import (
    approve_return,
    arrive_return,
    open_return,
    pick_up_return,
    refuse_return,
    withdraw_return,
)
from stallage.returns.actions.requesting import (
    ReturnRequest,
    begin_withdrawal_return,
    request_return,
    start_return,
)
from stallage.returns.actions.withdrawals import record_withdrawal

__all__ = [
    "InspectedLine",
    "ReturnRequest",
    "approve_return",
    "arrive_return",
    "begin_withdrawal_return",
    "complete_return",
    "credit_pending_refunds",
    "exchange_return",
    "inspect_return",
    "open_return",
    "pick_up_return",
    "receive_damaged_return",
    "receive_return",
    "record_withdrawal",
    "refund_cancelled_exchange",
    "refund_return",
    "refuse_return",
    "request_return",
    "send_instructions",
    "start_return",
    "unrefunded_exchanges",
    "withdraw_return",
]
