"""Errors of payments: what the API returns, and what calls to providers raise."""

from __future__ import annotations

from stallage.core.errors import ApiError


class PaymentMethodUnavailable(ApiError):
    """The payment method is not available in this shop or to this shopper."""

    code = "payment_method_unavailable"
    status = 409
    message = "This payment method is not available. Please choose another one."


class PaymentNotDue(ApiError):
    """The order is paid, cancelled, or paid on delivery."""

    code = "payment_not_due"
    status = 409
    message = "There is nothing to pay for this order."


class AmountDueChanged(ApiError):
    """Another amount is to be paid than the operator saw; `amount` is what is to be paid now."""

    code = "amount_due_changed"
    status = 409
    message = "Another amount is to be paid now. Please check it again."


class WebhookRefused(ApiError):
    """The signature of a webhook event is invalid."""

    code = "notice_refused"
    status = 400
    message = "The signature of this webhook event is invalid."


class ProviderNotSetUp(Exception):
    """A payment provider cannot be used with the shop's settings; the message says why."""


class ProviderFailed(Exception):
    """The provider cannot be reached or sent an invalid response; a retry may help."""


class WrongAmount(ProviderFailed):
    """A payment differs from the amount due. An operator decides what happens."""


class ProviderRefused(Exception):
    """The provider refused for good; nothing was done and no money moved."""


class InvalidSignature(Exception):
    """A webhook event is unsigned, signed by somebody else, too old or malformed."""


class PaymentNotStuck(Exception):
    """The shop can settle this payment by itself, so an operator cannot; the message says so."""


class PaymentNotWaiting(ApiError):
    """A payment that the shop settles by itself, or that is settled, cannot be settled by an operator."""

    code = "payment_not_waiting"
    status = 409
    message = "This payment does not wait for a decision any more."


class RefundNotSendable(ApiError):
    """The refund was not refused, or its payment has been refunded otherwise since."""

    code = "refund_not_sendable"
    status = 409
    message = "This refund does not wait for you: it was sent, or is about to be sent."


class RefundNotRefused(Exception):
    """The provider has not refused this refund and can still send it."""

    def __init__(self, public_id: str) -> None:
        super().__init__(f"There is no refused refund {public_id}.")
