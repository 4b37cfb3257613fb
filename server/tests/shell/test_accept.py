"""Content negotiation by Accept header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.shell.negotiation import prefers_page


def scope(accept: str) -> dict[str, object]:
    return {"headers": [(b"accept", accept.encode("latin-1"))]}


@pytest.mark.parametrize(
    ("accept", "page"),
    [
        ("text/html,application/xhtml+xml,*/*;q=0.8", True),
        ("text/html", True),
        ("application/json", False),
        ("*/*", False),
        ("", False),
        ("application/json, text/html", False),
        ("application/json;q=0.5, text/html", True),
        ("text/html;q=0.1, */*;q=0.8", False),
        ("text/html;q=oops", False),
    ],
)
def test_prefers_page(accept: str, page: bool) -> None:
    assert prefers_page(scope(accept)) is page


@given(st.text(st.characters(max_codepoint=255)))
def test_any_header_can_be_parsed(accept: str) -> None:
    assert prefers_page(scope(accept)) in (True, False)
