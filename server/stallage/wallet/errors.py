"""What a wallet refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InsufficientBalance(ApiError):
    """The wallet holds less than is to be taken."""

    code = "insufficient_balance"
    status = 409
    message = "Your wallet does not hold enough for this."


class TopupsUnavailable(ApiError):
    """Money cannot be added online in this shop."""

    code = "topups_unavailable"
    status = 409
    message = "Money cannot be added to wallets in this shop."


class WalletLimitReached(ApiError):
    """The balance would exceed what a wallet may hold; the message says what can still be added."""

    code = "wallet_limit_reached"
    status = 409


class GiftCodeInvalid(ApiError):
    """There is no such gift code."""

    code = "gift_code_invalid"
    status = 422
    message = "We do not know this gift code. Please check it and try again."


class GiftCodeUsed(ApiError):
    """The gift code was redeemed before."""

    code = "gift_code_used"
    status = 409
    message = "This gift code has been used already."


class GiftCodeVoid(ApiError):
    """The gift card was cancelled by who bought it, or by the shop."""

    code = "gift_code_void"
    status = 409
    message = "This gift card has been cancelled."


class GiftCardRedeemed(ApiError):
    """A gift card's money is in a wallet: it can be neither cancelled nor refunded."""

    code = "gift_card_redeemed"
    status = 409
    message = "This gift card has been redeemed, so it cannot be cancelled any more."


class GiftCodeExpired(ApiError):
    """The gift code was to be redeemed earlier."""

    code = "gift_code_expired"
    status = 422
    message = "This gift code has expired."
