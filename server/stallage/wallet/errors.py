"""Errors of wallets and gift codes."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InsufficientBalance(ApiError):
    """The balance is lower than the amount."""

    code = "insufficient_balance"
    status = 409
    message = "Your wallet balance is too low for this."


class TopupsUnavailable(ApiError):
    """The shop does not offer top-ups."""

    code = "topups_unavailable"
    status = 409
    message = "This shop does not offer adding money to the wallet."


class WalletLimitReached(ApiError):
    """The balance would exceed the limit; the message says how much can still be added."""

    code = "wallet_limit_reached"
    status = 409


class GiftCodeInvalid(ApiError):
    """The gift code does not exist."""

    code = "gift_code_invalid"
    status = 422
    message = "We do not know this gift code. Please check it and try again."


class GiftCodeUsed(ApiError):
    """The gift code was redeemed before."""

    code = "gift_code_used"
    status = 409
    message = "This gift code has already been used."


class GiftCodeVoid(ApiError):
    """The gift card was cancelled by its buyer or by the shop."""

    code = "gift_code_void"
    status = 409
    message = "This gift card has been cancelled."


class GiftCardRedeemed(ApiError):
    """The gift card was redeemed, so it can be neither cancelled nor refunded."""

    code = "gift_card_redeemed"
    status = 409
    message = "This gift card has been redeemed, so it can no longer be cancelled."


class GiftCodeExpired(ApiError):
    """The gift code has expired."""

    code = "gift_code_expired"
    status = 422
    message = "This gift code has expired."
