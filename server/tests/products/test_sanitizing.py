"""Sanitising HTML from other sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.products.rules.sanitizing import sanitise
from stallage.products.rules.texts import clean_text

MARKUP = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<a href='",
        "javascript:",
        "'>",
        "<script>",
        "&#1;",
        "&lt;",
        "<h1>",
        "<!--",
        "\t",
    ]
)


@given(st.lists(MARKUP | st.text(max_size=5), max_size=12).map("".join))
def test_sanitising_is_idempotent(html: str) -> None:
    once = sanitise(clean_text(html))
    assert sanitise(clean_text(once)) == once


@pytest.mark.parametrize(
    ("html", "harmless"),
    [
        ("Plain & simple, 3 < 4", "Plain &amp; simple, 3 &lt; 4"),
        ("<b>bold</b><script>x()</script>", "<b>bold</b>"),
        ('<a href="java&#1;script:x()">a</a>', '<a rel="nofollow noopener noreferrer">a</a>'),
        ("<h1>Care</h1>", "<h2>Care</h2>"),
        ('<p class="x" style="color:red" onclick="x()">p</p>', "<p>p</p>"),
        ("", ""),
        ("<svg onload=x()><title>t</title></svg>", ""),
    ],
)
def test_sanitised_html(html: str, harmless: str) -> None:
    assert sanitise(html) == harmless
