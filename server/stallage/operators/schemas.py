"""Requests and responses of operators' accounts."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output


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
