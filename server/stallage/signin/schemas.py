"""API schemas of sign-in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from stallage.cart.rules.lines import MAX_LINES, MAX_QUANTITY
from stallage.cart.schemas import CartMerge, PriceSeen
from stallage.core.schemas import MAX_ID, Email, Id, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import Customer, Name
from stallage.signin.rules import CODE_DIGITS, clean_code
from stallage.wishlist.rules import MAX_GUEST_ITEMS

MAX_VIEWED_SENT = 100
MAX_TOKEN = 8192


def _usable_ids(limit: int) -> BeforeValidator:
    """Drop invalid ids, so that damaged browser storage does not prevent signing in."""

    def usable(value: Any) -> list[int]:
        items = value if isinstance(value, list) else []
        ids = [one for one in items if isinstance(one, int) and not isinstance(one, bool)]
        return [one for one in ids if 1 <= one <= MAX_ID][:limit]

    return BeforeValidator(usable)


def _usable_prices(value: Any) -> list[PriceSeen]:
    """Drop invalid prices, for the same reason."""
    prices: list[PriceSeen] = []
    for one in (value if isinstance(value, list) else [])[:MAX_LINES]:
        try:
            prices.append(PriceSeen.model_validate(one))
        except ValidationError:
            continue
    return prices


GuestSkuIds = Annotated[list[Id], _usable_ids(MAX_LINES * MAX_QUANTITY)]
GuestPrices = Annotated[list[PriceSeen], BeforeValidator(_usable_prices)]
GuestViewedSkuIds = Annotated[list[Id], _usable_ids(MAX_VIEWED_SENT)]
GuestWishlistSkuIds = Annotated[list[Id], _usable_ids(MAX_GUEST_ITEMS)]
Token = Annotated[Text, Field(min_length=1, max_length=MAX_TOKEN)]


def _clean_code(value: Any) -> Any:
    return clean_code(value) if isinstance(value, str) else value


Otp = Annotated[
    Line,
    BeforeValidator(_clean_code),
    Field(min_length=CODE_DIGITS, max_length=CODE_DIGITS, examples=["042042"]),
]
"""A code; spaces and dashes between the digits are ignored."""


class ContactInput(Input):
    """An email address or a phone number: exactly one of the two."""

    email: Email | None = None
    phone: Phone | None = None


class ContactProof(ContactInput):
    """A contact and the code that was sent to it."""

    otp: Otp


class ContactChange(ContactInput):
    """A new contact of a customer."""

    prove_with: Literal["email", "phone"] | None = Field(
        default=None,
        description="Which current contact gets the second code, if one is needed; null for the one"
        " being replaced.",
    )


class ContactChangeProof(ContactProof):
    """The codes that were sent to the new contact and to a current one."""

    current_otp: Otp | None = Field(
        default=None, description="Required if the request returned a `currentContact`."
    )


class VisitorInput(Input):
    """A guest's cart and lists, to merge when signing in."""

    guest_sku_ids: GuestSkuIds = Field(
        default=[], description="The guest's cart; an id that occurs n times means n units."
    )
    guest_prices: GuestPrices = Field(
        default=[],
        description="Unit prices that the guest last saw; a price that differs now is reported.",
    )
    guest_recently_viewed_sku_ids: GuestViewedSkuIds = Field(
        default=[], description="Newest first."
    )
    guest_wishlist_sku_ids: GuestWishlistSkuIds = Field(
        default=[], description="The guest's wishlist, newest first."
    )


class OtpProof(ContactProof, VisitorInput):
    """A code, and names for a new customer."""

    first_name: Name | None = None
    last_name: Name | None = None


class GoogleProof(VisitorInput):
    """What the browser received from Google: exactly one of the first three."""

    code: Token | None = Field(default=None, description="From the popup of the code flow.")
    credential: Token | None = Field(default=None, description="An ID token from Google's button.")
    access_token: Token | None = Field(default=None, description="From the token flow.")
    nonce: Line | None = Field(
        default=None,
        max_length=200,
        description="Sent to Google for this sign-in; the ID token must contain it.",
    )
    otp: Otp | None = Field(
        default=None,
        description="The code that was sent to the address, if Google does not verify it.",
    )


class RefreshInput(Input):
    """A refresh token."""

    refresh_token: Token


class ForgetInput(Input):
    """A code from `/auth/otp/request` for the customer's own email address or phone number."""

    otp: Otp


class CodeSent(Output):
    """A code was sent, if the address can be reached."""

    expires_in_seconds: int
    resend_in_seconds: int = Field(description="When another code can be requested.")


class ContactCodesSent(CodeSent):
    """A code was sent to the new contact, and possibly one to a current contact."""

    current_contact: str | None = Field(
        description="The masked contact that got the code for `currentOtp`; null if none is needed.",
        examples=["a•••@example.com"],
    )


class Tokens(Output):
    """The tokens of a signed-in visitor."""

    token: str = Field(description="Bearer token for the Authorization header.")
    refresh_token: str = Field(description="Can be exchanged once for new tokens.")


class SignedIn(Tokens):
    """A signed-in visitor."""

    details: Customer
    cart_merge: CartMerge | None = Field(description="Null if no guest's cart was sent.")


class Device(Output):
    """A device on which the customer is signed in."""

    id: str
    name: str = Field(examples=["Firefox on Windows"])
    signed_in_at: Time
    last_used_at: Time = Field(description="When its tokens were last renewed.")
    is_current: bool = Field(description="Whether it is the device of this request.")


class GoogleAuth(Output):
    """What the browser needs for Google sign-in."""

    client_id: str | None = Field(description="Null if it is not enabled.")
