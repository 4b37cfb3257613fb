"""What paying refuses."""

from __future__ import annotations

from stallage.core.errors import Refusal


class PaymentUnavailable(Refusal):
    """The provider cannot be reached, or is not set up."""

    code = "payment_unavailable"
    status = 503
    message = "Online payment cannot be reached just now. Your order is kept; please try again."


class PaymentNotDue(Refusal):
    """There is nothing to pay: it is paid, cancelled, or paid at the door."""

    code = "payment_not_due"
    status = 409
    message = "There is nothing to pay for this order."


class NoticeRefused(Refusal):
    """The signature is not the provider's."""

    code = "notice_refused"
    status = 400
    message = "The notice is not signed as it should be."
