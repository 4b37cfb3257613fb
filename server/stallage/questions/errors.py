"""What a question refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotABuyer(ApiError):
    """Somebody answers who has not bought the product and had it delivered."""

    code = "not_a_buyer"
    status = 409
    message = "Only those who have bought this can answer."


class AlreadyAnswered(ApiError):
    """A buyer answers the same question again."""

    code = "already_answered"
    status = 409
    message = "You have answered this question already."
