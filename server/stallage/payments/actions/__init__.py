"""What writes an order's money: payment attempts, what came of them, refunds."""

from stallage.payments.actions.payment_attempts import open_attempt, pay_order
from stallage.payments.actions.refunds import refund_cancelled_order, refund_part
from stallage.payments.actions.settling import settle
from stallage.payments.actions.topups import begin_topup
from stallage.payments.actions.webhook_events import (
    apply_webhook_event,
    note_other_mode,
    receive_webhook,
)

__all__ = [
    "apply_webhook_event",
    "begin_topup",
    "note_other_mode",
    "open_attempt",
    "pay_order",
    "receive_webhook",
    "refund_cancelled_order",
    "refund_part",
    "settle",
]
