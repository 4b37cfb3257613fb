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


class ContactInUse(ApiError):
    """Another customer has this contact; `customer_id` says who. Operators may merge the two."""

    code = "contact_in_use"
    status = 409
    message = "Another customer has this contact. Merge the two accounts instead."


class CustomerMerged(ApiError):
    """The account was merged into another, which `merged_into` names."""

    code = "customer_merged"
    status = 409
    message = "This account was merged into another one."


class LastContact(ApiError):
    """A customer needs an email address or a phone number to sign in."""

    code = "last_contact"
    status = 409
    message = "A customer needs an email address or a phone number."
