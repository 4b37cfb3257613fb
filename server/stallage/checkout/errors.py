"""Why an order is not placed. Each carries the new `quote` where there is one."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TotalChanged(ApiError):
    """The total is not the one that the shopper saw."""

    code = "total_changed"
    status = 409
    message = "The total has changed. Please look at it again before you order."


class GiftsChanged(ApiError):
    """The gifts are not those that the shopper saw."""

    code = "gifts_changed"
    status = 409
    message = "The free gifts of your order have changed. Please look at it again before you order."


class ContactUnproven(ApiError):
    """The shop sends nothing to be paid on delivery to a contact that nobody has proven."""

    code = "contact_unproven"
    status = 403
    message = "Please confirm with a code that this contact is yours."


class CartEmpty(ApiError):
    """There is nothing to order."""

    code = "cart_empty"
    status = 409
    message = "Your cart is empty."


class Unavailable(ApiError):
    """Something is not sold any more."""

    code = "unavailable"
    status = 409
    message = "An item is no longer available, please remove it to continue."


class PromoRefused(ApiError):
    """The promo code does not count for this order; the sentence says why."""

    code = "promo_refused"
    status = 409


class DeliveryUnavailable(ApiError):
    """No way of delivery goes there."""

    code = "delivery_unavailable"
    status = 409
    message = "We cannot deliver to this address."


class InsufficientWallet(ApiError):
    """The wallet does not cover the order."""

    code = "insufficient_wallet"
    status = 409
    message = "Your wallet does not cover this order. Please choose another way to pay the rest."


class ShippingMethodUnavailable(ApiError):
    """The chosen way of delivery does not go there."""

    code = "shipping_method_unavailable"
    status = 409
    message = "This way of delivery is not available there. Please choose another one."


class GiftWrapUnavailable(ApiError):
    """The shop wraps no gifts, or nothing of the order is sent."""

    code = "gift_wrap_unavailable"
    status = 409
    message = "Gift wrap is not available for this order."
