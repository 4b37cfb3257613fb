"""What an order refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class CancelRefused(ApiError):
    """Too late to cancel, or cancelled already."""

    code = "cancel_refused"
    status = 409
    message = "This order cannot be cancelled any more."


class ShipRefused(ApiError):
    """The order cannot be shipped now, or not these units of it."""

    code = "ship_refused"
    status = 409
    message = "This order cannot be shipped now."


class ParcelConflict(ApiError):
    """Another parcel of the order has this carrier and tracking number."""

    code = "parcel_conflict"
    status = 409
    message = "Another parcel of this order has this carrier and tracking number."


class PaymentUnavailable(ApiError):
    """The provider cannot be reached, or is not set up."""

    code = "payment_unavailable"
    status = 503
    message = "Online payment cannot be reached just now. Your order is kept; please try again."


class RevivalRefused(Exception):
    """An order that ended cannot live again; what it had is gone. Never shown to a shopper."""
