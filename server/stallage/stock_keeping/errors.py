"""Errors of counts, deliveries and transfers."""

from __future__ import annotations

from stallage.core.errors import ApiError


class DocumentClosed(ApiError):
    """The count, delivery or transfer is finished already."""

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


class TransferSent(ApiError):
    """The transfer is not a draft any more."""

    code = "transfer_sent"
    status = 409
    message = "This transfer was sent already."


class TransferNotSent(ApiError):
    """The transfer is still a draft."""

    code = "transfer_not_sent"
    status = 409
    message = "Send this transfer first."


class NotInTransit(ApiError):
    """More units would arrive than are on their way. `limit` are."""

    code = "not_in_transit"
    status = 409
    message = "Fewer units of this item are on their way. Someone else may have received them."


class TransferUnderWay(ApiError):
    """Units are on their way to the location, or from it."""

    code = "transfer_under_way"
    status = 409
    message = (
        "Units are on their way to or from this location. Receive or cancel the transfer first."
    )
