"""What is refused about customers."""

from __future__ import annotations

from stallage.core.errors import ApiError
from stallage.customers.rules.addresses import MAX_ADDRESSES


class TooManyAddresses(ApiError):
    """The customer has as many addresses as the shop keeps."""

    code = "too_many_addresses"
    status = 409
    message = f"You can keep {MAX_ADDRESSES} addresses. Please remove one first."


class ContactTaken(ApiError):
    """Another customer has proven this contact. Said only to who has just proven it too."""

    code = "contact_taken"
    status = 409
    message = "Another account uses this already. Please sign in with it instead."
