"""Errors of gift cards that were sold."""

from __future__ import annotations

from stallage.core.errors import ApiError


class GiftCardSent(ApiError):
    """The email was sent, so another address would get a second card."""

    code = "gift_card_sent"
    status = 409
    message = "This gift card has already been sent, so its address cannot be changed."


class GiftCardNotSent(ApiError):
    """The card was not sent yet, is redeemed, or is void."""

    code = "gift_card_not_sent"
    status = 409
    message = "This gift card cannot be sent again."


class TooManyGiftCodes(ApiError):
    """The shopper has tried many unknown codes, so none is looked up for a while."""

    code = "gift_code_too_many"
    status = 429
    message = "You have tried too many unknown codes. Please try again later."
