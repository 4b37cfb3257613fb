"""Limits of wishlists, and tokens of shared ones."""

from __future__ import annotations

import secrets

MAX_ITEMS = 500

MAX_GUEST_ITEMS = 100
"""Items that a guest's browser stores and sends at sign-in."""


def new_share_token() -> str:
    """Return an unguessable token for the link to a shared list."""
    return secrets.token_urlsafe(24)
