"""Errors of uploads."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotAPicture(ApiError):
    """The content is not a picture of an accepted type, whatever the file name says."""

    code = "not_a_picture"
    status = 415
    message = "Please upload a JPEG, PNG or WebP picture."
