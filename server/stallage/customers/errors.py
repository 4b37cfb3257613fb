"""Errors of customers and their addresses."""

from __future__ import annotations

from stallage.core.errors import ApiError
from stallage.customers.rules.addresses import MAX_ADDRESSES


class TooManyAddresses(ApiError):
    """The customer has the maximum number of addresses."""

    code = "too_many_addresses"
    status = 409
    message = f"You can save up to {MAX_ADDRESSES} addresses. Please remove one first."


class ContactTaken(ApiError):
    """Another customer has this contact. Raised only after the caller verified it as well."""

    code = "contact_taken"
    status = 409
    message = "Another account already uses this contact. Please sign in with it instead."
