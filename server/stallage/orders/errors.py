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


class PaymentUnavailable(ApiError):
    """The payment provider is unavailable or not configured."""

    code = "payment_unavailable"
    status = 503
    message = (
        "Online payment is not available at the moment. Your order is saved. Please try again."
    )


class RevivalRefused(Exception):
    """A cancelled order cannot be revived, because its stock or stored value is gone. Never shown."""
