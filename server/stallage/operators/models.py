"""Tables of operators, their roles, sessions and access tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Identity, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class OperatorRole(Model):
    """A role that the shop added. Built-in roles are in `rules.permissions`."""

    __tablename__ = "operator_roles"

    name: Mapped[str] = mapped_column(primary_key=True)
    permissions: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class Operator(Model):
    """A person who runs the shop."""

    __tablename__ = "operators"
    __table_args__ = (
        CheckConstraint("theme IN ('auto', 'light', 'dark')", name="theme"),
        # A password alone signs nobody in.
        CheckConstraint("password_hash IS NULL OR totp_secret IS NOT NULL", name="second_factor"),
        Index("uq_operators_email", text("lower(email)"), unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    email: Mapped[str]
    name: Mapped[str]
    role: Mapped[str]
    """A built-in role or one of `operator_roles`."""
    password_hash: Mapped[str | None]
    """Argon2id; null until a password is set."""
    totp_secret: Mapped[bytes | None]
    """Encrypted; null until an authenticator app is set up."""
    totp_last_step: Mapped[int | None]
    """The time step of the last accepted code, so that none is accepted twice."""
    shortcuts: Mapped[bool] = mapped_column(server_default=text("true"))
    """Whether single keys are shortcuts."""
    theme: Mapped[str] = mapped_column(server_default="auto")
    last_signed_in_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class OperatorSession(Model):
    """A sign-in of an operator."""

    __tablename__ = "operator_sessions"
    __table_args__ = (
        Index("ix_operator_sessions_operator_id", "operator_id"),
        Index("ix_operator_sessions_expires_at", "expires_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    """Of the cookie, so that the table alone signs nobody in."""
    previous_token_hash: Mapped[bytes | None] = mapped_column(unique=True)
    """Of the cookie before the last rotation, which requests under way may still send for seconds."""
    rotated_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    """The session ends then, also if it is in use."""
    verified_at: Mapped[datetime]
    """When the operator last proved their identity."""
    address: Mapped[str | None]
    agent: Mapped[str | None]
    """The browser's User-Agent, cut to 300 characters."""


class OperatorLink(Model):
    """A one-time link that lets an operator set up how they sign in. Each has one at most."""

    __tablename__ = "operator_links"
    __table_args__ = (CheckConstraint("purpose IN ('invitation', 'reset')", name="purpose"),)

    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    purpose: Mapped[str]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class OperatorPasskey(Model):
    """A passkey of an operator."""

    __tablename__ = "operator_passkeys"
    __table_args__ = (Index("ix_operator_passkeys_operator_id", "operator_id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    credential_id: Mapped[bytes] = mapped_column(unique=True)
    public_key: Mapped[bytes]
    sign_count: Mapped[int]
    """Of the last assertion. One that does not exceed it is a replay or comes from a copy."""
    name: Mapped[str]
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class OperatorRecoveryCode(Model):
    """A recovery code. Each replaces the code of the authenticator app once."""

    __tablename__ = "operator_recovery_codes"

    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True
    )
    code_hash: Mapped[bytes] = mapped_column(primary_key=True)
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class OperatorChallenge(Model):
    """A step of a sign-in or setup that waits for the next one. Each is used once."""

    __tablename__ = "operator_challenges"
    __table_args__ = (
        Index("ix_operator_challenges_operator_id", "operator_id"),
        Index("ix_operator_challenges_expires_at", "expires_at"),
    )

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    kind: Mapped[str]
    operator_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    """Null until a passkey tells who signs in."""
    data: Mapped[bytes]
    """The challenge of a passkey, or an encrypted TOTP secret."""
    failures: Mapped[int] = mapped_column(Integer)
    expires_at: Mapped[datetime]


class OperatorKnownClient(Model):
    """A browser or network that an operator has signed in from; it has rate limits of its own."""

    __tablename__ = "operator_known_clients"
    __table_args__ = (Index("ix_operator_known_clients_operator_id", "operator_id"),)

    client_hash: Mapped[bytes] = mapped_column(primary_key=True)
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    last_used_at: Mapped[datetime]


class OperatorToken(Model):
    """An access token of an operator or an app."""

    __tablename__ = "operator_tokens"
    __table_args__ = (
        CheckConstraint("kind IN ('personal', 'app')", name="kind"),
        Index("ix_operator_tokens_operator_id", "operator_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    name: Mapped[str]
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    """Who created it. A personal token has at most the permissions that its operator has."""
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    hint: Mapped[str]
    """The last four characters."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
