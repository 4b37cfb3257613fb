"""Errors of questions."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotABuyer(ApiError):
    """The customer has not bought and received the product."""

    code = "not_a_buyer"
    status = 409
    message = "Only customers who bought this product can answer."


class AlreadyAnswered(ApiError):
    """The buyer has answered the question before."""

    code = "already_answered"
    status = 409
    message = "You have already answered this question."
