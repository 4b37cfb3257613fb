"""Tables of operators, their roles, sessions and access tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Identity, Index, Text, text
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
    __table_args__ = (Index("uq_operators_email", text("lower(email)"), unique=True),)

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
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class OperatorSession(Model):
    """A sign-in of an operator."""

    __tablename__ = "operator_sessions"
    __table_args__ = (Index("ix_operator_sessions_operator_id", "operator_id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    """Of the cookie, so that the table alone signs nobody in."""
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    """The session ends then, also if it is in use."""
    verified_at: Mapped[datetime]
    """When the operator last proved their identity."""
    address: Mapped[str | None]
    agent: Mapped[str | None]
    """The browser's User-Agent, cut to 300 characters."""


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
