"""What the API says of a quote and of placing an order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from stallage.cart.gift_cards import GiftCardLines
from stallage.cart.schemas import CartItem, GuestSkuIds
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Email, Id, Input, Integer, Line, Output, Phone, Text, Time
from stallage.customers.schemas import AddressInput
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
    Field(max_length=5, description="Codes that pay before the wallet, guests' orders as well."),
]
PaymentMethod = Literal["cod", "prepaid", "wallet", "walletAndPrepaid"]


class Place(Input):
    """Where it goes, as far as that is known."""

    city: Part | None = None
    state: Part | None = None
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    country: Country | None = None


class QuoteInput(Input):
    """What to quote. Everything but the lines may come later."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Stands for the cart, which stays as it is: a guest's cart, or 'Buy now'.",
    )
    gift_cards: GiftCardLines = Field(
        default=[], description="Beside `skuIds`, which may then be empty."
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
        default=None, description="Changes no price: taxes follow the delivery address."
    )
    gift_card_codes: GiftCardCodes = Field(default=[])


class Contact(Input):
    """Whom to tell; a guest gives an e-mail address, a phone number or both."""

    email: Email | None = None
    phone: Phone | None = None
    first_name: Name | None = None
    last_name: Name | None = None


class OrderInput(Input):
    """An order to place."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Stands for the cart, which stays as it is: a guest's cart, or 'Buy now'.",
    )
    gift_cards: GiftCardLines = Field(
        default=[], description="Beside `skuIds`, which may then be empty."
    )
    contact: Contact | None = Field(default=None, description="Needed of a guest.")
    contact_proof: Annotated[Line, Field(max_length=200)] | None = Field(
        default=None,
        description="What `/api/checkout/contact/validate` gave for a guest's contact.",
    )
    address_id: Id | None = Field(default=None, description="One of the customer's addresses.")
    address: AddressInput | None = Field(
        default=None, description="Not needed where all lines are gift cards."
    )
    shipping_method: Code | None = None
    promo_code: Code | None = None
    use_wallet: StrictBool = False
    gift_wrap: StrictBool = False
    gift_message: GiftMessage | None = Field(
        default=None, description="Goes with the parcel; it needs no gift wrap."
    )
    delivery_note: DeliveryNote | None = Field(default=None, description="For the courier.")
    billing_address: AddressInput | None = Field(
        default=None,
        description="Whom the invoice is made out to. Left out: the delivery address, with its"
        " `company` and `taxId`.",
    )
    payment_method: PaymentMethod
    expected_total: Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)] | None = Field(
        default=None,
        description="The total that the shopper saw, in the minor unit; another one is refused.",
    )
    expected_gifts: Annotated[list[Id], Field(max_length=100)] | None = Field(
        default=None,
        description="SKU ids of the gifts that the shopper saw; where others come along, or one has"
        " run out, nothing is placed.",
    )
    gift_card_codes: GiftCardCodes = Field(default=[])


class ContactProven(Output):
    """A contact has been proven."""

    contact_proof: str = Field(description="Goes with the order, for two hours.")


class QuoteGift(Output):
    """Why a line is free."""

    sku_id: int
    name: str = Field(description="Of the discount that adds it.")


class DiscountHint(Output):
    """An automatic discount that is within reach."""

    name: str
    missing_amount: Money | None = Field(
        description="What has to be added in worth; null: nothing."
    )
    missing_units: int | None = Field(description="How many units have to be added; null: none.")
    minimum: Money | None = Field(description="The whole amount that it asks for.")


class OffersInput(Input):
    """The cart to find offers for."""

    sku_ids: GuestSkuIds | None = Field(
        default=None,
        description="Stands for the cart, which stays as it is: a guest's cart, or 'Buy now'.",
    )


class Offer(Output):
    """A public promo code that the shopper can use now, or could with a larger cart."""

    code: str
    title: str
    percent: int | None
    amount: Money | None
    savings: Money | None = Field(
        description="What it takes off this cart beyond automatic discounts; null where it does not"
        " count yet."
    )
    missing: Money | None = Field(
        description="What has to be added for it to count; null: nothing."
    )
    ends_at: Time | None


class ShippingChoice(Output):
    """A way of delivery and what it costs for these lines."""

    code: str
    name: str
    price: Money
    free_over: Money | None = Field(
        description="Free for goods worth this much after the discount; null: never."
    )
    more_for_free: Money | None = Field(description="What is missing for that; null: nothing is.")
    estimate: Estimate


class QuoteProblem(Output):
    """What stands in the way of ordering."""

    code: str
    message: str
    sku_id: int | None


class Quote(Output):
    """What an order would cost."""

    lines: list[CartItem] = Field(
        description="What is bought, and behind it the gifts, with the id 0 and the price 0."
    )
    gifts: list[QuoteGift] = Field(description="For each line that is a gift, in their order.")
    subtotal: Money
    discounts: list[Discount] = Field(
        description="Automatic ones in the order in which they apply, then the promo code."
    )
    discount_hints: list[DiscountHint] = Field(description="The nearest first.")
    shipping_methods: list[ShippingChoice]
    shipping_method: str | None = Field(description="The one that is counted.")
    shipping_total: Money
    gift_wrap_offered: GiftWrap | None = Field(
        description="What gift wrap would cost; null where the shop offers none for these lines."
    )
    gift_wrap: GiftWrap | None = Field(description="The one that is counted.")
    taxes: list[Tax]
    total: Money = Field(description="What the order is worth.")
    wallet_used: Money
    payable: Money = Field(description="What is left to pay after the wallet.")
    problems: list[QuoteProblem]


class PlacedOrder(Output):
    """An order that was placed."""

    order_id: str
    status: int
    payment: PaymentStep
    key: str | None = Field(description="Lets a guest see the order; null for a customer.")
