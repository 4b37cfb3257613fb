"""Requests and responses of signing in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.json_types import JsonObject
from stallage.core.schemas import Email, Input, Line, Output, Time

Theme = Literal["auto", "light", "dark"]
Method = Literal["passkey", "totp", "password"]

Secret = Annotated[str, Field(min_length=1, max_length=200)]
"""A password or code as typed. Not stripped: spaces at the ends belong to a password."""
Code = Annotated[Line, Field(min_length=6, max_length=40)]
Challenge = Annotated[Line, Field(min_length=20, max_length=100)]
PasskeyResponse = Annotated[
    JsonObject, Field(description="What the browser returned, as `PublicKeyCredential.toJSON()`.")
]
Name = Annotated[Line, Field(min_length=1, max_length=80)]


class Session(Output):
    """Who is signed in."""

    operator_id: int
    name: str
    email: str
    role: str
    permissions: list[str]
    csrf_token: str | None = Field(
        description="Send it as X-CSRF-Token with every change; null with an access token."
    )
    verified_until: Time | None = Field(
        description="Until then, dangerous actions need no step-up authentication."
    )
    expires_at: Time | None = Field(description="The session ends then at the latest.")
    verification_methods: list[Method] = Field(
        description="How this operator can prove their identity."
    )
    theme: Theme
    shortcuts: bool = Field(description="Whether single keys are shortcuts.")


class SignInOptions(Output):
    """What the sign-in screen offers."""

    passkeys: bool = Field(description="Whether browsers have passkeys at this address.")


class PasswordSignIn(Input):
    """The first step of a sign-in without a passkey."""

    email: Email
    password: Secret


class SecondStep(Output):
    """The second step of a sign-in: a code of the authenticator app, or a recovery code."""

    challenge: str
    expires_at: Time


class CodeSignIn(Input):
    """The second step of a sign-in."""

    challenge: Challenge
    code: Code = Field(description="Six digits, or a recovery code.")


class PasskeyRequest(Output):
    """What to pass to the browser's passkey API, and the challenge to send back."""

    challenge: str
    options: JsonObject = Field(
        description="For `PublicKeyCredential.parseRequestOptionsFromJSON` or"
        " `parseCreationOptionsFromJSON`."
    )


class PasskeyProof(Input):
    """A browser's response to a passkey request."""

    challenge: Challenge
    credential: PasskeyResponse


class Verification(Input):
    """Step-up authentication of a signed-in operator: exactly one of the three."""

    password: Secret | None = None
    code: Code | None = None
    passkey: PasskeyProof | None = None


class LinkToken(Input):
    """The token in the fragment of an invitation or reset link."""

    token: Challenge


class FirstOwner(Input):
    """Who becomes the first owner, with the token of the link that the shop printed."""

    token: Challenge
    email: Email
    name: Name


class FirstOwnerLink(Output):
    """The token of an invitation, with which the owner sets up their sign-in."""

    token: str


class TotpSetup(Output):
    """A new authenticator app, before its first code is confirmed."""

    challenge: str
    secret: str = Field(description="For typing, in base32.")
    uri: str = Field(description="For a QR code.")


class LinkDetails(Output):
    """Recipient of a link, and what is needed to set up a sign-in."""

    purpose: Literal["invitation", "reset"]
    email: str
    name: str
    role: str
    expires_at: Time
    totp: TotpSetup
    passkey: PasskeyRequest | None = Field(
        description="Null if browsers have no passkeys at this address."
    )


class LinkWithPassword(Input):
    """Accepts a link with a password and an authenticator app."""

    token: Challenge
    name: Name
    password: Secret
    challenge: Challenge
    code: Code


class LinkWithPasskey(Input):
    """Accepts a link with a passkey."""

    token: Challenge
    name: Name
    passkey: PasskeyProof
    passkey_name: Name = "Passkey"


class SetUp(Output):
    """The session after a link was accepted."""

    session: Session
    recovery_codes: list[str] = Field(description="Shown once; empty with a passkey.")
