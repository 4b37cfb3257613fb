"""Emails that are made to keep the shop busy are read in bounded time."""

from __future__ import annotations

import pytest

from stallage.support.formats.received_email import read_email

HEAD = b"From: ada@example.com\r\nMessage-ID: <1@example.com>\r\n"
HTML = HEAD + b"Content-Type: text/html\r\n\r\nHello"
NESTED = b"".join(
    b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (depth, depth)
    for depth in range(2000)
)


@pytest.mark.fast
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        # Each took the standard library minutes or hours.
        (HTML + b"<a " * 300_000, "Hello"),
        (HTML + b"<!--" * 250_000, "Hello"),
        (HTML + b"</a " * 250_000, "Hello"),
        (HEAD + b"Content-Type: text/plain; %s\r\n\r\nHello", "Hello"),
        (HEAD + NESTED, ""),
        (HEAD + b"Content-Type: text/plain\r\n\r\nHello" + b"\n" * 900_000, "Hello"),
    ],
    ids=["tags", "comments", "end tags", "parameters", "nested", "lines"],
)
def test_malicious_emails_are_read_in_bounded_time(raw: bytes, text: str) -> None:
    raw = raw.replace(b"%s", b"".join(b"filename*%d=a;" % number for number in range(60_000)))
    assert read_email(raw).text == text


@pytest.mark.fast
def test_a_sender_in_too_many_comments_is_none() -> None:
    assert read_email(b"From: " + b"(" * 100_000 + b"\r\n\r\nHello").sender == ""
