"""Actions on payment attempts, webhook events and refunds."""

from stallage.payments.actions.payment_attempts import open_attempt, pay_order
from stallage.payments.actions.refunds import refund_cancelled_order, refund_part
from stallage.payments.actions.settling import settle
from stallage.payments.actions.topups import begin_topup
from stallage.payments.actions.webhook_events import (
    apply_webhook_event,
    receive_webhook,
    record_other_mode_event,
)

__all__ = [
    "apply_webhook_event",
    "begin_topup",
    "open_attempt",
    "pay_order",
    "receive_webhook",
    "record_other_mode_event",
    "refund_cancelled_order",
    "refund_part",
    "settle",
]
