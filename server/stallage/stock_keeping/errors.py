"""Errors of counts and deliveries."""

from __future__ import annotations

from stallage.core.errors import ApiError


class DocumentClosed(ApiError):
    """The count or delivery is finished already."""

    code = "document_closed"
    status = 409
    message = "This is already finished or cancelled."


class NothingCounted(ApiError):
    """The count has no figure yet."""

    code = "nothing_counted"
    status = 409
    message = "Enter at least one figure first."


class DeliveryStarted(ApiError):
    """Units of the delivery have been received."""

    code = "delivery_started"
    status = 409
    message = "Units of this delivery were received already. Close it instead."


class NotTracked(ApiError):
    """The item is sold without counting its stock."""

    code = "not_tracked"
    status = 409
    message = "The stock of this item is not tracked."
