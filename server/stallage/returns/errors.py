"""Errors of returns."""

from __future__ import annotations

from stallage.core.errors import ApiError


class ReturnRefused(ApiError):
    """It is too late, not delivered yet, not returnable, or another return is open."""

    code = "return_refused"
    status = 409
    message = "This order cannot be returned."


class ExchangeRefused(ApiError):
    """The replacement is another product, costs more, or is not available."""

    code = "exchange_refused"
    status = 409
    message = (
        "This item cannot be exchanged for your choice. You can return it for a refund instead."
    )


class WithdrawalRefused(ApiError):
    """The time to withdraw is over, or nothing is left to withdraw from."""

    code = "withdrawal_refused"
    status = 409
    message = "The time to withdraw from this contract is over."


class OrderNotFound(ApiError):
    """No order has this number and this contact."""

    code = "not_found"
    status = 404
    message = "We cannot find an order with this number and contact. Please check both."


class PreviewOutdated(ApiError):
    """The order or the return has changed since the preview that the request is based on."""

    code = "preview_outdated"
    status = 409
    message = "This return has changed in the meantime. Check the figures again."
