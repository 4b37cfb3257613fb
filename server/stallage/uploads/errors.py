"""What an upload refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotAPicture(ApiError):
    """The file is none of the types that the shop takes, whatever its name says."""

    code = "not_a_picture"
    status = 415
    message = "Please upload a JPEG, PNG or WebP picture."
