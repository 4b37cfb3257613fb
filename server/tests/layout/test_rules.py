"""Which addresses links may lead to."""

from __future__ import annotations

import pytest

from stallage.layout.rules import is_safe_address


@pytest.mark.parametrize(
    "address",
    [
        "/faqs",
        "/contact-us#customer-care",
        "/search?q=a%20b",
        "https://example.org/a?b=c#d",
        "http://example.org",
        "mailto:shop@example.org",
        "tel:+15551234567",
    ],
)
def test_safe_addresses(address: str) -> None:
    assert is_safe_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "faqs",
        "//example.org",
        "/\\example.org",
        "\\\\example.org",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\tscript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "https:example.org",
        "https://",
        "https://user@example.org",
        "https://shop.example@evil.example/",
        "http://[::1",
        "mailto:",
        "tel://1",
        "/a\nb",
        "blob:https://example.org/1",
        "file:///etc/passwd",
    ],
)
def test_unsafe_addresses(address: str) -> None:
    assert not is_safe_address(address)
