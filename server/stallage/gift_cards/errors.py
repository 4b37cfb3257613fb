"""What a gift card refuses after it was paid for."""

from __future__ import annotations

from stallage.core.errors import ApiError


class GiftCardSent(ApiError):
    """The e-mail has left: another address would be a second card."""

    code = "gift_card_sent"
    status = 409
    message = "This gift card has been sent already, so its address cannot be changed."


class GiftCardNotSent(ApiError):
    """There is nothing to send again: not sent yet, redeemed, or void."""

    code = "gift_card_not_sent"
    status = 409
    message = "This gift card cannot be sent again."


class TooManyGiftCodes(ApiError):
    """This shopper has given many codes that nobody knows; none of theirs is looked up for a while."""

    code = "gift_code_too_many"
    status = 429
    message = "You have tried many codes that we do not know. Please try again later."
