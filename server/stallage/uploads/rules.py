"""Picture types that the shop accepts."""

from __future__ import annotations

MAX_BYTES = 5 * 1024 * 1024
SIGNATURE_BYTES = 12
"""Number of leading bytes that identify the type of a file."""


def is_picture(content: bytes) -> bool:
    """Whether content starts with the signature of JPEG, PNG or WebP."""
    return (
        content.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))
        or (content[:4] == b"RIFF" and content[8:12] == b"WEBP")
    )  # fmt: skip
