"""What writes an order's money: attempts, what came of them, refunds."""

from stallage.payments.actions.attempts import open_attempt, pay_order
from stallage.payments.actions.notices import act_on_notice, note_other_mode, receive_notice
from stallage.payments.actions.refunds import refund_cancelled_order, refund_part
from stallage.payments.actions.settling import settle
from stallage.payments.actions.topups import begin_topup

__all__ = [
    "act_on_notice",
    "begin_topup",
    "note_other_mode",
    "open_attempt",
    "pay_order",
    "receive_notice",
    "refund_cancelled_order",
    "refund_part",
    "settle",
]
