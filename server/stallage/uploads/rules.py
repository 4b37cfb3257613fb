"""Which files are pictures that the shop takes."""

from __future__ import annotations

MAX_BYTES = 5 * 1024 * 1024
SIGNATURE_BYTES = 12
"""So many bytes from the beginning tell what kind of file it is."""


def is_picture(content: bytes) -> bool:
    """Whether the bytes begin as JPEG, PNG or WebP do."""
    return (
        content.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))
        or (content[:4] == b"RIFF" and content[8:12] == b"WEBP")
    )  # fmt: skip
