"""Errors of uploads."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotAPicture(ApiError):
    """The content is not a picture of an accepted type, regardless of the file name."""

    code = "not_a_picture"
    status = 415
    message = "Please upload a JPEG, PNG or WebP picture."


class NotAVideo(ApiError):
    """The content is not a video that browsers play, regardless of the file name."""

    code = "not_a_video"
    status = 415
    message = "Please upload an MP4 or WebM video."
