"""Videos are recognized by their content."""

from __future__ import annotations

import pytest

from stallage.core.videos import InvalidVideo, video_format
from tests.videos import box, mp4, webm


def test_mp4_and_webm_are_recognized() -> None:
    assert video_format(mp4()) == "mp4"
    assert video_format(mp4(brand=b"mp42")) == "mp4"
    assert video_format(webm()) == "webm"
    assert video_format(webm(codec=b"V_VP8")) == "webm"
    # Lengths may have up to eight bytes.
    long = webm().replace(b"\x84webm", b"\x01\x00\x00\x00\x00\x00\x00\x04webm")
    assert video_format(long) == "webm"


LARGE = box(b"ftyp", b"isom\x00\x00\x00\x00") + b"\x00\x00\x00\x01mdat" + (2000).to_bytes(8, "big")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><script>alert(1)</script>",
        b"GIF89a" + b"\x00" * 100,
        mp4(brand=b"qt  "),
        mp4(brand=b"heic"),
        mp4()[:-1],
        mp4().replace(b"vide", b"soun"),
        mp4().replace(b"mdat", b"free"),
        box(b"ftyp", b"isom\x00\x00\x00\x00"),
        box(b"ftyp"),
        LARGE,
        b"\x00\x00\x00\x04ftyp",
        box(b"ftyp", b"isom") + box(b"free") * 100_001,
        webm(document=b"matroska"),
        webm(codec=b"A_OPUS"),
        b"\x1a\x45\xdf\xa3",
        b"\x1a\x45\xdf\xa3\x42\x82\x84webm",
        webm().replace(b"\x84webm", b"\x00webm"),
        b"\x1a\x45\xdf\xa3\x42\x82\x18\x53\x80\x67",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_other_content_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidVideo):
        video_format(content)
