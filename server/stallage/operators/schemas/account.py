"""Requests and responses of an operator's own account."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Input, Output, Time
from stallage.operators.schemas.session import Challenge, Code, Name, PasskeyProof, Secret, Theme


class Passkey(Output):
    """A passkey of the operator."""

    id: int
    name: str
    created_at: Time
    last_used_at: Time | None


class OpenSession(Output):
    """A session of the operator."""

    id: int
    is_current: bool
    device: str = Field(description="Such as Firefox on Linux.")
    address: str | None
    created_at: Time
    last_used_at: Time
    expires_at: Time


class Account(Output):
    """The operator's own account."""

    id: int
    email: str
    name: str
    role: str
    has_password: bool
    has_totp: bool
    recovery_codes_left: int
    passkeys: list[Passkey]
    theme: Theme
    shortcuts: bool


class AccountChange(Input):
    """New values; fields that are left out stay as they are."""

    name: Name | None = None
    theme: Theme | None = None
    shortcuts: bool | None = None


class PasswordChange(Input):
    """A new password."""

    password: Secret


class TotpConfirmation(Input):
    """The first code of a new authenticator app."""

    challenge: Challenge
    code: Code


class NewPasskey(Input):
    """A passkey that the browser has created."""

    passkey: PasskeyProof
    name: Name


class PasskeyName(Input):
    """A new name of a passkey."""

    name: Name


class RecoveryCodes(Output):
    """New recovery codes, shown once. Earlier ones no longer work."""

    codes: list[str]


class TotpEnabled(Output):
    """The authenticator app is set up."""

    account: Account
    recovery_codes: list[str] = Field(
        description="Shown once; empty if the operator has unused ones already."
    )
