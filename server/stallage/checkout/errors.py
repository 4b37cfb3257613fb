"""Errors of placing an order. They carry the new `quote` if there is one."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TotalChanged(ApiError):
    """The total differs from the one that the shopper saw."""

    code = "total_changed"
    status = 409
    message = "The total has changed. Please check your order before you place it."


class GiftsChanged(ApiError):
    """The gifts differ from those that the shopper saw."""

    code = "gifts_changed"
    status = 409
    message = "Your free gifts have changed. Please check your order before you place it."


class ContactUnproven(ApiError):
    """Cash on delivery requires a verified contact."""

    code = "contact_unproven"
    status = 403
    message = "Please verify your contact with the code that we send you."


class CartEmpty(ApiError):
    """The order has no lines."""

    code = "cart_empty"
    status = 409
    message = "Your cart is empty."


class Unavailable(ApiError):
    """An item is no longer sold."""

    code = "unavailable"
    status = 409
    message = "An item is no longer available, please remove it to continue."


class PromoRefused(ApiError):
    """The promo code cannot be used for this order; the message says why."""

    code = "promo_refused"
    status = 409


class DeliveryUnavailable(ApiError):
    """No delivery method is available for the address."""

    code = "delivery_unavailable"
    status = 409
    message = "We cannot deliver to this address."


class InsufficientWallet(ApiError):
    """The wallet does not cover the order."""

    code = "insufficient_wallet"
    status = 409
    message = "Your wallet does not cover this order. Please choose a payment method for the rest."


class ShippingMethodUnavailable(ApiError):
    """The chosen delivery method is not available for the address."""

    code = "shipping_method_unavailable"
    status = 409
    message = "This delivery method is not available for your address. Please choose another one."


class GiftWrapUnavailable(ApiError):
    """The shop offers no gift wrap, or nothing in the order is shipped."""

    code = "gift_wrap_unavailable"
    status = 409
    message = "Gift wrap is not available for this order."
