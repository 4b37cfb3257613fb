"""API schemas of quotes and orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from stallage.cart.schemas import CartItem, GiftCardLines, GuestSkuIds
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Email, Id, Input, Integer, Line, Output, Phone, Text, Time
from stallage.customers.schemas import AddressInput
from stallage.orders.schemas import OrderTender
from stallage.payments.schemas import PaymentStep
from stallage.pricing.schemas import Discount, Estimate, GiftWrap, Tax

Code = Annotated[Line, Field(max_length=64)]
Part = Annotated[Line, Field(max_length=120)]
Name = Annotated[Line, Field(min_length=1, max_length=80)]
Country = Annotated[str, Field(pattern=r"^[A-Za-z]{2}$")]
DeliveryNote = Annotated[Text, Field(max_length=250)]
GiftMessage = Annotated[Text, Field(max_length=300)]
GiftCardCodes = Annotated[
    list[Annotated[Line, Field(min_length=1, max_length=40, examples=["K7QM-2XNB-9RTD"])]],
    Field(max_length=5, description="Redeemed before the wallet; for guests as well."),
]
PaymentMethod = Literal["cod", "prepaid", "wallet", "walletAndPrepaid"]


class Place(Input):
    """A delivery address, as far as it is known."""

    city: Part | None = None
    state: Part | None = None
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    country: Country | None = None


class QuoteInput(Input):
    """An order to quote. Everything except the lines is optional."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Replaces the cart, which is not changed: for a guest's cart or 'Buy now'.",
    )
    gift_cards: GiftCardLines = Field(
        default=[], description="In addition to `skuIds`, which may then be empty."
    )
    address_id: Id | None = Field(default=None, description="One of the customer's addresses.")
    address: Place | None = None
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    shipping_method: Code | None = None
    promo_code: Code | None = None
    use_wallet: StrictBool = False
    gift_wrap: StrictBool = False
    gift_message: GiftMessage | None = None
    delivery_note: DeliveryNote | None = None
    billing_address: Place | None = Field(
        default=None, description="Does not affect prices: taxes depend on the delivery address."
    )
    tax_id: Annotated[Line, Field(max_length=40)] | None = Field(
        default=None,
        description="Of the business that is billed. With one of another EU country, a shop that allows"
        " reverse charge charges no tax. Default: that of the customer's saved address.",
    )
    gift_card_codes: GiftCardCodes = Field(default=[])


class Contact(Input):
    """How to reach the shopper. A guest enters an email address, a phone number or both."""

    email: Email | None = None
    phone: Phone | None = None
    first_name: Name | None = None
    last_name: Name | None = None


class OrderInput(Input):
    """An order to place."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Replaces the cart, which is not changed: for a guest's cart or 'Buy now'.",
    )
    gift_cards: GiftCardLines = Field(
        default=[], description="In addition to `skuIds`, which may then be empty."
    )
    contact: Contact | None = Field(default=None, description="Required for guests.")
    contact_proof: Annotated[Line, Field(max_length=200)] | None = Field(
        default=None,
        description="The proof that `/api/checkout/contact/validate` returned for a guest's contact.",
    )
    address_id: Id | None = Field(default=None, description="One of the customer's addresses.")
    address: AddressInput | None = Field(
        default=None, description="Not required if all lines are gift cards."
    )
    shipping_method: Code | None = None
    promo_code: Code | None = None
    use_wallet: StrictBool = False
    gift_wrap: StrictBool = False
    gift_message: GiftMessage | None = Field(
        default=None, description="Enclosed with the parcel; does not require gift wrap."
    )
    delivery_note: DeliveryNote | None = Field(default=None, description="For the courier.")
    billing_address: AddressInput | None = Field(
        default=None,
        description="The address on the invoice. Default: the delivery address, with its `company` and"
        " `taxId`.",
    )
    payment_method: PaymentMethod
    expected_total: Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)] | None = Field(
        default=None,
        description="The total that the shopper saw, in the minor unit. A different total is refused.",
    )
    expected_gifts: Annotated[list[Id], Field(max_length=100)] | None = Field(
        default=None,
        description="SKU ids of the gifts that the shopper saw. Different gifts are refused.",
    )
    gift_card_codes: GiftCardCodes = Field(default=[])


class ContactProven(Output):
    """A contact was verified."""

    contact_proof: str = Field(description="Send it with the order; valid for two hours.")


class QuoteGift(Output):
    """The discount that added a free line."""

    sku_id: int
    name: str = Field(description="The name of the discount.")


class DiscountHint(Output):
    """An automatic discount that is within reach."""

    name: str
    missing_amount: Money | None = Field(description="The amount to add to the cart; null: none.")
    missing_units: int | None = Field(description="The number of units to add; null: none.")
    minimum: Money | None = Field(description="The minimum amount of the discount.")


class OffersInput(Input):
    """The cart to find offers for."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Replaces the cart, which is not changed: for a guest's cart or 'Buy now'.",
    )


class Offer(Output):
    """A public promo code that the shopper can use now or with a larger cart."""

    code: str
    title: str
    percent: int | None
    amount: Money | None
    savings: Money | None = Field(
        description="How much it saves on this cart beyond automatic discounts; null if it does not"
        " apply yet."
    )
    missing: Money | None = Field(
        description="The amount to add to the cart before it applies; null: none."
    )
    ends_at: Time | None


class ShippingChoice(Output):
    """A delivery method with its price for these lines."""

    code: str
    name: str
    price: Money
    free_over: Money | None = Field(
        description="The total of items after discounts from which delivery is free; null: never."
    )
    more_for_free: Money | None = Field(
        description="The amount missing for free delivery; null: none."
    )
    estimate: Estimate


class QuoteProblem(Output):
    """A problem that prevents the order."""

    code: str
    message: str
    sku_id: int | None


class QuoteTender(OrderTender):
    """Stored value that would pay part of an order."""

    code: str | None = Field(
        description="The gift card's code as it was sent; null for the wallet."
    )


class Quote(Output):
    """The price of an order that was not placed yet."""

    lines: list[CartItem] = Field(
        description="The items to buy, followed by the gifts, which have the id 0 and the price 0."
    )
    gifts: list[QuoteGift] = Field(
        description="One entry per line that is a gift, in the same order."
    )
    subtotal: Money
    discounts: list[Discount] = Field(
        description="Automatic discounts in the order in which they apply, then the promo code."
    )
    discount_hints: list[DiscountHint] = Field(description="The nearest first.")
    shipping_methods: list[ShippingChoice]
    shipping_method: str | None = Field(description="The one included in the total.")
    shipping_total: Money
    gift_wrap_offered: GiftWrap | None = Field(
        description="The price of gift wrap; null if it is not offered for these lines."
    )
    gift_wrap: GiftWrap | None = Field(description="The one included in the total.")
    taxes: list[Tax]
    total: Money = Field(description="The value of the order.")
    wallet_used: Money
    tenders: list[QuoteTender] = Field(
        description="Gift cards and the wallet, in the order in which they pay; `walletUsed` is their sum."
    )
    payable: Money = Field(description="The amount left to pay after gift cards and the wallet.")
    problems: list[QuoteProblem]


class PlacedOrder(Output):
    """A placed order."""

    order_id: str
    status: int
    payment: PaymentStep
    key: str | None = Field(description="Lets a guest view the order; null for a customer.")
