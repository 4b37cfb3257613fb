"""Recognizes MP4 and WebM videos by their content, whatever their names say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

VideoFormat: TypeAlias = Literal["mp4", "webm"]

MAX_VIDEO_BYTES = 32 * 1024 * 1024
MAX_BOXES = 100_000
"""Boxes of a file, and of its index, that are read: a fragmented hour has a few thousand."""
_BRANDS = frozenset(
    (
        b"isom",
        b"iso2",
        b"iso4",
        b"iso5",
        b"iso6",
        b"iso8",
        b"mp41",
        b"mp42",
        b"avc1",
        b"M4V ",
        b"dash",
    )
)
"""Of files that browsers play; QuickTime and pictures in HEIF have others."""
_EBML = b"\x1a\x45\xdf\xa3"
_DOC_TYPE = b"\x42\x82"
_SEGMENT = b"\x18\x53\x80\x67"
_HEAD_BYTES = 64 * 1024
"""The beginning of a WebM file, which names its tracks."""


class InvalidVideo(Exception):
    """The content is not a video that browsers play; the message tells why."""


def video_format(content: bytes) -> VideoFormat:
    """Return the format of a video. Raises InvalidVideo."""
    if content[4:8] == b"ftyp":
        _check_mp4(content)
        return "mp4"
    if content.startswith(_EBML):
        _check_webm(content)
        return "webm"
    raise InvalidVideo("This is neither an MP4 nor a WebM video.")


def _check_mp4(content: bytes) -> None:
    boxes = list(_boxes(content, 0, len(content)))
    first = next((content[start:end] for kind, start, end in boxes if kind == b"ftyp"), b"")
    # The major brand, its version, and the compatible brands.
    brands = {first[:4]} | {first[at : at + 4] for at in range(8, len(first), 4)}
    if first[:4] == b"qt  " or not brands & _BRANDS:
        raise InvalidVideo("Browsers do not play this kind of MP4 file.")
    index = next(((start, end) for kind, start, end in boxes if kind == b"moov"), None)
    has_samples = any(kind in (b"mdat", b"moof") for kind, _start, _end in boxes)
    if index is None or not has_samples or b"vide" not in content[slice(*index)]:
        raise InvalidVideo("This file has no video in it.")


def _boxes(content: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the boxes of a part of an MP4 file: kind, first and last byte. Raises InvalidVideo."""
    for _ in range(MAX_BOXES):
        if start == end:
            return
        header = 8
        size = int.from_bytes(content[start : start + 4], "big")
        if size == 1:
            header = 16
            size = int.from_bytes(content[start + 8 : start + 16], "big")
        elif size == 0:
            size = end - start
        if size < header or start + size > end:
            raise InvalidVideo("This video is damaged or incomplete.")
        yield content[start + 4 : start + 8], start + header, start + size
        start += size
    raise InvalidVideo("This video is damaged or incomplete.")


def _check_webm(content: bytes) -> None:
    head = content[:_HEAD_BYTES]
    segment = head.find(_SEGMENT)
    at = head.find(_DOC_TYPE)
    if segment < 0 or not 0 < at < segment or _content(head, at + 2) != b"webm":
        raise InvalidVideo("Browsers do not play this kind of Matroska file.")
    if b"V_VP8" not in head and b"V_VP9" not in head and b"V_AV1" not in head:
        raise InvalidVideo("This file has no video in it.")


def _content(head: bytes, at: int) -> bytes:
    """Return the content of an EBML element whose length begins at `at`.

    The length has as many bytes as its first one has leading zeros, and one more.
    """
    width = 9 - head[at].bit_length()
    length = int.from_bytes(head[at : at + width], "big") & ((1 << (7 * width)) - 1)
    return head[at + width : at + width + length]
