"""What paying refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class PaymentMethodUnavailable(ApiError):
    """This shop, or this shopper, cannot pay so."""

    code = "payment_method_unavailable"
    status = 409
    message = "This way to pay is not available. Please choose another one."


class PaymentNotDue(ApiError):
    """There is nothing to pay: it is paid, cancelled, or paid at the door."""

    code = "payment_not_due"
    status = 409
    message = "There is nothing to pay for this order."


class WebhookRefused(ApiError):
    """The signature is not the provider's."""

    code = "notice_refused"
    status = 400
    message = "The notice is not signed as it should be."
