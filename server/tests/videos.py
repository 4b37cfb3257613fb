"""Videos of a few bytes, written box by box: they have all that the shop checks, and no picture."""

from __future__ import annotations


def box(kind: bytes, content: bytes = b"") -> bytes:
    """A box of an MP4 file."""
    return (8 + len(content)).to_bytes(4, "big") + kind + content


def mp4(*, brand: bytes = b"isom", samples: bytes = b"\x00" * 2000) -> bytes:
    """An MP4 file with a video track."""
    handler = box(b"hdlr", b"\x00" * 8 + b"vide" + b"\x00" * 13)
    index = box(b"moov", box(b"trak", box(b"mdia", handler)))
    return box(b"ftyp", brand + b"\x00\x00\x02\x00" + brand) + index + box(b"mdat", samples)


def webm(*, document: bytes = b"webm", codec: bytes = b"V_VP9") -> bytes:
    """A WebM file with a video track."""
    kind = b"\x42\x82" + bytes([0x80 | len(document)]) + document
    head = b"\x1a\x45\xdf\xa3" + bytes([0x80 | len(kind)]) + kind
    track = b"\x86" + bytes([0x80 | len(codec)]) + codec
    return head + b"\x18\x53\x80\x67" + bytes([0x80 | len(track)]) + track + b"\x00" * 2000
