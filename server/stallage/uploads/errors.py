"""Errors of uploads."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotAPicture(ApiError):
    """The content is not a picture of an accepted type, regardless of the file name."""

    code = "not_a_picture"
    status = 415
    message = "Please upload a JPEG, PNG or WebP picture."
