"""Errors of the operators' API of texts."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TooManyPages(ApiError):
    """The shop has as many pages as it can have."""

    code = "too_many_pages"
    status = 409
    message = "A shop can have 500 pages. Delete one that you no longer need."


class FixedPage(ApiError):
    """One of the fixed pages is to be deleted, renamed or hidden."""

    code = "fixed_page"
    status = 409
    message = "Every shop has this page. You can change its text, but not remove it."
