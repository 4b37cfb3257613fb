"""How long a wishlist is."""

from __future__ import annotations

import secrets

MAX_WISHES = 500

MAX_GUEST_WISHES = 100
"""What a guest's browser keeps, and brings along at sign-in."""


def draw_token() -> str:
    """A token for the link of a shared list; nobody guesses it."""
    return secrets.token_urlsafe(24)
