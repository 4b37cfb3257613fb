"""What a gift card refuses after it was paid for."""

from __future__ import annotations

from stallage.core.errors import Refusal


class GiftCardSent(Refusal):
    """The e-mail has left: another address would be a second card."""

    code = "gift_card_sent"
    status = 409
    message = "This gift card has been sent already, so its address cannot be changed."


class GiftCardNotSent(Refusal):
    """There is nothing to send again: not sent yet, redeemed, or void."""

    code = "gift_card_not_sent"
    status = 409
    message = "This gift card cannot be sent again."
