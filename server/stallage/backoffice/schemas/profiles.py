"""API schemas of a customer's profile."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.backoffice.schemas.customers import Tag
from stallage.core.cursors import Count, CursorPage
from stallage.core.money import Money
from stallage.core.schemas import MAX_EMAIL, Day, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import Address, Gender, Name
from stallage.wallet.rules import Reason

GiftCardState = Literal["unsent", "sent", "redeemed", "voided"]
SignInMethod = Literal["email", "phone", "google"]
Tags = Annotated[list[Tag], Field(max_length=20)]


class Figures(Output):
    """What a customer ordered, as of now."""

    orders: int = Field(description="Without those that were cancelled.")
    cancelled_orders: int
    spent: Money = Field(description="Paid and not given back.")
    average_order: Money | None = Field(description="Of what was spent; null without an order.")
    first_order_at: Time | None
    last_order_at: Time | None


class NewsletterConsent(Output):
    """Whether the customer's email address receives the newsletter."""

    status: Literal["none", "waiting", "subscribed", "unsubscribed"]
    since: Time | None = Field(description="When it was confirmed or ended.")


class MergedAccount(Output):
    """An account that was merged into this one. Its contacts still sign in to this one."""

    merge_id: int
    customer_id: int
    name: str
    email: str | None
    phone: str | None
    merged_at: Time
    operator: str
    undo_until: Time | None = Field(description="Null if the merge can no longer be undone.")


class CustomerProfile(Output):
    """A customer as an operator sees them."""

    id: int
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None = Field(description="E.164.")
    dob: date | None
    gender: Gender | None
    tags: list[str]
    created_at: Time
    addresses: list[Address]
    figures: Figures
    newsletter: NewsletterConsent
    balance: Money = Field(description="Of the wallet.")
    sign_in_methods: list[SignInMethod]
    last_sign_in_at: Time | None
    merged_accounts: list[MergedAccount]
    merged_into: int | None = Field(
        description="The customer that this account was merged into; it shows nothing else then."
    )
    etag: str = Field(description="Send it as If-Match with a change.")


class CustomerEdit(Input):
    """Fields to change. Omitted fields stay; null clears a field, except a customer's only contact."""

    first_name: Name | None = None
    last_name: Name | None = None
    email: Annotated[Line, Field(max_length=MAX_EMAIL)] | None = None
    phone: Phone | None = None
    dob: Day | None = None
    gender: Gender | None = None
    tags: Tags = Field(default=[])


class CustomerOrder(Output):
    """An order in the profile."""

    id: str = Field(examples=["SO-7K2M-9QXD"])
    placed_at: Time
    status: int
    payment_status: int
    is_test: bool = Field(description="Whether it was paid in test mode.")
    items: int = Field(description="Units, without those that were cancelled.")
    total: Money


class CustomerTicket(Output):
    """A ticket in the profile."""

    id: str
    subject: str
    status: int
    created_at: Time


class CustomerReview(Output):
    """A review in the profile."""

    id: int
    product: str
    rating: int
    title: str
    comment: str
    status: str
    created_at: Time


class CustomerGiftCard(Output):
    """A gift card that the customer bought."""

    id: str
    order_id: str
    recipient_name: str
    amount: Money
    state: GiftCardState
    send_at: Time


class CustomerSignIn(Output):
    """A device on which the customer is signed in."""

    id: str
    name: str
    signed_in_at: Time
    last_used_at: Time


class WalletEntry(Output):
    """An entry of a wallet's statement."""

    id: int
    amount: Money = Field(description="Negative if credit was taken.")
    balance_after: Money
    reason: Reason
    order_id: str | None
    note: str | None = Field(description="Why an operator credited or debited it.")
    operator: str | None
    time: Time


class ExpiringAmount(Output):
    """Credit that expires."""

    amount: Money
    expires_at: Time


class CustomerWallet(Output):
    """A wallet's balance and statement, newest first."""

    balance: Money
    expiring: list[ExpiringAmount]
    entries: CursorPage[WalletEntry]


class CustomerOrders(CursorPage[CustomerOrder]):
    """A page of a customer's orders, newest first."""

    count: Count


class WalletChange(Input):
    """Credit to add or take."""

    direction: Literal["credit", "debit"]
    amount: Annotated[int, Field(strict=True, ge=1, le=10**12)] = Field(
        description="In minor units."
    )
    note: Annotated[Text, Field(min_length=3, max_length=500, title="Reason")] = Field(
        description="Only operators see it."
    )
    expires_on: Day | None = Field(
        default=None, description="The last day on which the credit can be spent."
    )
    balance: int | None = Field(
        default=None,
        description="The balance that the preview showed, in minor units. Another balance is refused.",
    )


class WalletPreview(Output):
    """What a change of a wallet does."""

    before: Money
    change: Money = Field(description="Negative for a debit.")
    after: Money
    needs_step_up: bool = Field(description="Whether the amount needs step-up authentication.")


class WalletChanged(Output):
    """A wallet after a change."""

    balance: Money
    entry_id: int


class ErasurePreview(Output):
    """What erasing a customer deletes, what stays without personal data, and what prevents it."""

    addresses: int
    sign_ins: int
    tickets: int
    wishlist_items: int
    unpublished_reviews: int
    merged_accounts: int
    retained_orders: int = Field(description="Without name, contacts and address.")
    retained_invoices: int = Field(description="Kept for as long as tax rules require.")
    retained_reviews: int = Field(description="Published ones, without the name.")
    wallet_balance: Money = Field(description="Is lost: nobody can spend it any more.")
    open_orders: int = Field(description="Are still delivered; nothing else is known of them then.")
    unsent_gift_cards: int = Field(description="Keep their recipient until they were sent.")


class ErasureInput(Input):
    """The confirmation of an erasure."""

    customer_id: int = Field(
        description="Repeats the id, so that nobody else is erased by mistake."
    )
