"""What returns refuse."""

from __future__ import annotations

from stallage.core.errors import ApiError


class ReturnRefused(ApiError):
    """Too late, not delivered yet, not returnable, or one is on its way already."""

    code = "return_refused"
    status = 409
    message = "This order cannot be returned."


class ExchangeRefused(ApiError):
    """What is wanted instead is another product, dearer, or not there."""

    code = "exchange_refused"
    status = 409
    message = "This cannot be exchanged for what you chose. You can return it for a refund instead."


class WithdrawalRefused(ApiError):
    """The time to withdraw is over, or nothing is left to withdraw from."""

    code = "withdrawal_refused"
    status = 409
    message = "The time to withdraw from this contract is over."


class OrderNotFound(ApiError):
    """No order has this number and this contact."""

    code = "not_found"
    status = 404
    message = "We cannot find an order with this number and this contact. Please check both."
