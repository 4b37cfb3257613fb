"""Detect a file's encoding: by its byte order mark, else by its bytes."""

from __future__ import annotations

import codecs
import re
from typing import BinaryIO

from charset_normalizer import from_bytes

CHUNK = 1024 * 1024
SAMPLE = 64 * 1024
"""Bytes that the detection of an encoding looks at."""

_MARKS = (
    # UTF-32's mark starts with UTF-16's, so it comes first.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UTF8_CHARACTERS = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_HIGH_BYTES = re.compile(rb"[\x80-\xff]")
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")
_DENSE = ["cp932", "gb18030", "big5", "euc_kr", "euc_jp", "cp1251", "koi8_r", "cp1253"]
"""Encodings of scripts in which most characters are outside ASCII."""


def detect_encoding(stream: BinaryIO) -> str:
    """Return the name of the codec for a stream. May read the stream to its end.

    The result is UTF-8 if the bytes allow it, even with a few damaged ones (their rows are refused
    later).
    """
    start = stream.read(SAMPLE)
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    if b"\0" in start and (wide := _wide_encoding(start)):
        return wide
    suspects = _lines_outside_utf8(start, stream)
    if not suspects:
        return "utf-8"
    whole = len(_UTF8_CHARACTERS.findall(suspects))
    broken = len(_HIGH_BYTES.findall(_UTF8_CHARACTERS.sub(b"", suspects)))
    return "utf-8" if whole > broken else _legacy_encoding(suspects)


def _wide_encoding(start: bytes) -> str | None:
    """Detect UTF-16 without a mark: in mostly Latin text every second byte is zero."""
    half = len(start) // 2
    if start[1::2].count(0) > half * 0.4:
        return "utf-16-le"
    if start[0::2].count(0) > half * 0.4:
        return "utf-16-be"
    return None


def _lines_outside_utf8(start: bytes, stream: BinaryIO) -> bytes:
    """Return the non-ASCII lines of the first chunk that is not UTF-8; empty if there is none."""
    rest = b""
    chunk = start
    while chunk:
        # Chunks end at line ends, so that no character is split.
        text, newline, tail = (rest + chunk).rpartition(b"\n")
        if not newline:
            text, tail = b"", rest + chunk
        rest = tail
        if not _is_utf8(text):
            return _non_ascii_lines(text)
        if len(rest) > CHUNK * 4:
            return b"" if _is_utf8(rest[: CHUNK * 4], final=False) else _non_ascii_lines(rest)
        chunk = stream.read(CHUNK)
    return b"" if _is_utf8(rest) else _non_ascii_lines(rest)


def _is_utf8(text: bytes, *, final: bool = True) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(text, final)
    except UnicodeDecodeError:
        return False
    return True


def _non_ascii_lines(text: bytes) -> bytes:
    lines = (line for line in re.split(rb"[\r\n]+", text) if _HIGH_BYTES.search(line))
    return b"\n".join(lines)[:SAMPLE]


def _legacy_encoding(sample: bytes) -> str:
    """Detect an encoding older than Unicode.

    In Western text accented characters occur one by one, and a few words are too little to
    distinguish its code pages: such text is read as Windows-1252, which includes the printable part
    of Latin-1. Runs of non-ASCII bytes mean another script, which statistics can detect.
    """
    runs = [len(run) for run in _HIGH_RUNS.findall(sample)]
    if sum(runs) / len(runs) < 2:
        return "cp1252"
    best = from_bytes(sample, cp_isolation=_DENSE).best()
    return best.encoding if best is not None else "cp1252"
