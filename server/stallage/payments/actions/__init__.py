"""What writes an order's money: attempts, what came of them, refunds."""

from stallage.payments.actions.attempts import open_attempt, pay_order
from stallage.payments.actions.notices import act_on_notice, receive_notice
from stallage.payments.actions.refunds import refund_cancelled_order, refund_part
from stallage.payments.actions.settling import settle

__all__ = [
    "act_on_notice",
    "open_attempt",
    "pay_order",
    "receive_notice",
    "refund_cancelled_order",
    "refund_part",
    "settle",
]
