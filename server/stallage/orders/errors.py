"""Errors of orders."""

from __future__ import annotations

from stallage.core.errors import ApiError


class CancelRefused(ApiError):
    """It is too late to cancel, or the order is cancelled already."""

    code = "cancel_refused"
    status = 409
    message = "This order can no longer be cancelled."


class ShipRefused(ApiError):
    """The order or these units cannot be shipped now."""

    code = "ship_refused"
    status = 409
    message = "This order cannot be shipped now."


class ParcelConflict(ApiError):
    """Another parcel of the order has this carrier and tracking number."""

    code = "parcel_conflict"
    status = 409
    message = "Another parcel of this order has this carrier and tracking number."


class DeliveryFinal(ApiError):
    """The whole order is delivered: the customer was notified, and the time for returns has begun."""

    code = "delivery_final"
    status = 409
    message = "The order is delivered and the customer was notified, so this cannot be undone."


class StepRefused(ApiError):
    """The order cannot take this step from its status."""

    code = "step_refused"
    status = 409
    message = "The order cannot take this step now."


class AddressFixed(ApiError):
    """The order has been shipped or cancelled."""

    code = "address_fixed"
    status = 409
    message = "This order can no longer be changed, because it has been shipped or cancelled."


class AddressChangesTotal(ApiError):
    """Taxes or the cost of delivery differ at the new address."""

    code = "address_changes_total"
    status = 409
    message = "Taxes or delivery cost differ at this address. Place a new order for it."


class EditRefused(ApiError):
    """The order cannot be edited like this; `reason` says why."""

    code = "edit_refused"
    status = 409
    message = "This order cannot be edited like this."


class EmailNotSendable(ApiError):
    """This email cannot be sent again, or the customer cannot be reached any more."""

    code = "email_not_sendable"
    status = 409
    message = "This email cannot be sent again."


class PaymentUnavailable(ApiError):
    """The payment provider is unavailable or not configured."""

    code = "payment_unavailable"
    status = 503
    message = (
        "Online payment is not available at the moment. Your order is saved. Please try again."
    )


class RevivalRefused(Exception):
    """A cancelled order cannot be revived, because its stock or stored value is gone. Never shown."""


class RefundRefused(ApiError):
    """The refund is not possible; `limit` has the most that can be refunded, where that is why."""

    code = "refund_refused"
    status = 409
    message = "This cannot be refunded."


class ManualRefundPaid(ApiError):
    """Somebody has recorded already that this was paid back."""

    code = "manual_refund_paid"
    status = 409
    message = "Somebody has already recorded that this was paid back."


class SecondApprovalRequired(ApiError):
    """The refund is above the shop's limit, so another person has to pay it."""

    code = "second_approval_required"
    status = 403
    message = "A refund of this amount must be paid by somebody other than who granted it."


class PreviewChanged(ApiError):
    """Something changed since the preview; `preview` is what would happen now."""

    code = "preview_changed"
    status = 409
    message = "Something has changed in the meantime. Please check the figures again."
