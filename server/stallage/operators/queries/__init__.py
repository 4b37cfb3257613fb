"""Finds operators, their permissions, sessions and tokens."""

from stallage.operators.queries.principals import (
    hash_token,
    permissions_of,
    principal_of_session,
    principal_of_token,
)

__all__ = ["hash_token", "permissions_of", "principal_of_session", "principal_of_token"]
