"""What the API says about signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from stallage.cart.rules import MAX_LINES, MAX_QUANTITY
from stallage.cart.schemas import CartMerge, PriceSeen
from stallage.core.schemas import MAX_ID, Email, Id, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import Customer, Name
from stallage.signin.rules import CODE_DIGITS, typed_code
from stallage.wishlist.rules import MAX_GUEST_WISHES

MAX_VIEWED_SENT = 100
MAX_TOKEN = 8192


def _usable_ids(limit: int) -> BeforeValidator:
    """Keeps what can be an id: a browser's damaged list must not stand in the way of signing in."""

    def kept(value: Any) -> list[int]:
        given = value if isinstance(value, list) else []
        ids = [one for one in given if isinstance(one, int) and not isinstance(one, bool)]
        return [one for one in ids if 1 <= one <= MAX_ID][:limit]

    return BeforeValidator(kept)


def _usable_prices(value: Any) -> list[PriceSeen]:
    """Keeps what can be a price, for the same reason."""
    kept: list[PriceSeen] = []
    for one in (value if isinstance(value, list) else [])[:MAX_LINES]:
        try:
            kept.append(PriceSeen.model_validate(one))
        except ValidationError:
            continue
    return kept


GuestSkuIds = Annotated[list[Id], _usable_ids(MAX_LINES * MAX_QUANTITY)]
GuestPrices = Annotated[list[PriceSeen], BeforeValidator(_usable_prices)]
GuestViewedSkuIds = Annotated[list[Id], _usable_ids(MAX_VIEWED_SENT)]
GuestWishlistSkuIds = Annotated[list[Id], _usable_ids(MAX_GUEST_WISHES)]
Token = Annotated[Text, Field(min_length=1, max_length=MAX_TOKEN)]


def _typed_code(given: Any) -> Any:
    return typed_code(given) if isinstance(given, str) else given


Otp = Annotated[
    Line,
    BeforeValidator(_typed_code),
    Field(min_length=CODE_DIGITS, max_length=CODE_DIGITS, examples=["042042"]),
]
"""A code; spaces and dashes between its digits do not count."""


class ContactInput(Input):
    """An e-mail address or a phone number: exactly one of the two."""

    email: Email | None = None
    phone: Phone | None = None


class ContactProof(ContactInput):
    """A contact and the code that went to it."""

    otp: Otp


class ContactChange(ContactInput):
    """Another contact of a customer."""

    prove_with: Literal["email", "phone"] | None = Field(
        default=None,
        description="Which of the customer's contacts gets the other code, where one is needed;"
        " null: the one that is replaced.",
    )


class ContactChangeProof(ContactProof):
    """The code that went to another contact, and the one that went to the contact there is."""

    current_otp: Otp | None = Field(
        default=None, description="Needed where the request answered a `currentContact`."
    )


class VisitorInput(Input):
    """What a guest brings along when signing in."""

    guest_sku_ids: GuestSkuIds = Field(
        default=[], description="The guest's cart; an id that stands n times means n pieces."
    )
    guest_prices: GuestPrices = Field(
        default=[],
        description="What a piece cost when the guest last saw it; another price now is told.",
    )
    guest_recently_viewed_sku_ids: GuestViewedSkuIds = Field(
        default=[], description="Newest first."
    )
    guest_wishlist_sku_ids: GuestWishlistSkuIds = Field(
        default=[], description="What the guest saved, newest first."
    )


class OtpProof(ContactProof, VisitorInput):
    """A code, and what a new customer may say at once."""

    first_name: Name | None = None
    last_name: Name | None = None


class GoogleProof(VisitorInput):
    """What Google gave the browser: exactly one of the first three."""

    code: Token | None = Field(default=None, description="Of the code flow's popup.")
    credential: Token | None = Field(default=None, description="An ID token of Google's button.")
    access_token: Token | None = Field(default=None, description="Of the token flow.")
    nonce: Line | None = Field(
        default=None,
        max_length=200,
        description="What the browser gave Google for this sign-in; the ID token has to carry it.",
    )
    otp: Otp | None = Field(
        default=None,
        description="Where Google does not vouch for the address: the code that went to it.",
    )


class RefreshInput(Input):
    """A refresh token."""

    refresh_token: Token


class ForgetInput(Input):
    """A code from `/auth/otp/request` for the customer's own e-mail address or phone number."""

    otp: Otp


class CodeSent(Output):
    """A code is on its way, if the address can be reached."""

    expires_in_seconds: int
    resend_in_seconds: int = Field(description="How soon another may be asked for.")


class ContactCodesSent(CodeSent):
    """A code is on its way to the new contact, and perhaps one to a contact that there is."""

    current_contact: str | None = Field(
        description="The contact, shortened, that got the code for `currentOtp`; null where none"
        " is needed.",
        examples=["a•••@example.com"],
    )


class Tokens(Output):
    """What keeps a visitor signed in."""

    token: str = Field(description="For the Authorization header, as a bearer.")
    refresh_token: str = Field(description="Good once, for new tokens.")


class SignedIn(Tokens):
    """A visitor who is signed in."""

    details: Customer
    cart_merge: CartMerge | None = Field(description="Null where no guest's cart was sent.")


class Device(Output):
    """A device on which the customer is signed in."""

    id: str
    name: str = Field(examples=["Firefox on Windows"])
    signed_in_at: Time
    last_used_at: Time = Field(description="When its tokens were renewed last.")
    is_current: bool = Field(description="The one that is asking.")


class GoogleAuth(Output):
    """What the browser needs for Google sign-in."""

    client_id: str | None = Field(description="Null where it is not enabled.")
