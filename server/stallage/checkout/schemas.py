"""What the API says of a quote and of placing an order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.gift_cards import GiftCardLines
from stallage.cart.schemas import CartItem, GuestSkuIds
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Id, Input, Integer, Line, Output
from stallage.customers.schemas import AddressInput
from stallage.payments.schemas import PaymentStep
from stallage.pricing.schemas import Discount, Estimate, Tax

Code = Annotated[Line, Field(max_length=64)]
Part = Annotated[Line, Field(max_length=120)]
Name = Annotated[Line, Field(min_length=1, max_length=80)]
Country = Annotated[str, Field(pattern=r"^[A-Za-z]{2}$")]
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
    use_wallet: bool = False


class Contact(Input):
    """Whom to tell; a guest gives an e-mail address, a phone number or both."""

    email: Annotated[Line, Field(max_length=254)] | None = None
    phone: Annotated[Line, Field(max_length=40)] | None = None
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
    address_id: Id | None = Field(default=None, description="One of the customer's addresses.")
    address: AddressInput | None = Field(
        default=None, description="Not needed where all lines are gift cards."
    )
    shipping_method: Code | None = None
    promo_code: Code | None = None
    use_wallet: bool = False
    payment_method: PaymentMethod
    expected_total: Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)] | None = Field(
        default=None,
        description="The total that the shopper saw, in the minor unit; another one is refused.",
    )


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

    lines: list[CartItem]
    subtotal: Money
    discounts: list[Discount]
    shipping_methods: list[ShippingChoice]
    shipping_method: str | None = Field(description="The one that is counted.")
    shipping_total: Money
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
