"""Errors of promotions."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NameTaken(ApiError):
    """Another promotion has this code or slug."""

    code = "promotion_name_taken"
    status = 409
    message = "This name is already used. Please choose another one."


class PromoCodeUsed(ApiError):
    """Orders have used the code, so it can only be ended."""

    code = "promo_code_used"
    status = 409
    message = "Orders have used this code, so it cannot be deleted. End it instead."


class PromotionEnded(ApiError):
    """The promotion has ended already."""

    code = "promotion_ended"
    status = 409
    message = "This has already ended."


class SaleStarted(ApiError):
    """The sale has started, so that its prices are part of the price history."""

    code = "sale_started"
    status = 409
    message = "This sale has started, so it cannot be deleted. End it instead."


class GiftCardNotVoid(ApiError):
    """The gift card is valid, or its order was cancelled."""

    code = "gift_card_not_void"
    status = 409
    message = "This gift card cannot be made valid again."


class GiftCardVoid(ApiError):
    """The gift card is void already."""

    code = "gift_card_void"
    status = 409
    message = "This gift card is already void."
