"""The list of readers is opened in spreadsheets, and strangers chose what stands in it."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from stallage.core.spreadsheets import unescape_formula
from stallage.newsletter.cli import write_readers
from tests.newsletter.test_newsletter import ask, readers, token_of
from tests.shop import Shop

DAY = datetime(2026, 3, 4, tzinfo=UTC)


def listed(emails: list[str]) -> list[list[str]]:
    rows = [{"email": email, "token": "t", "confirmed_at": DAY} for email in emails]
    stream = io.StringIO(newline="")
    write_readers(stream, rows, "https://shop.example")
    return list(csv.reader(io.StringIO(stream.getvalue(), newline="")))


@given(st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1), min_size=1))
def test_no_cell_of_the_list_is_a_formula_and_every_address_comes_back(emails: list[str]) -> None:
    header, *rows = listed(emails)
    assert header == ["email", "confirmed", "unsubscribe"]
    assert [unescape_formula(row[0]) for row in rows] == emails
    for row in rows:
        for cell in row:
            assert cell.lstrip(" '")[:1] not in set("=+-@\t\r\n") or cell.startswith("'")


async def test_an_address_that_begins_as_a_formula_is_neutralised(shop: Shop) -> None:
    (letter,) = await ask(shop, "=2+5@example.com")
    await shop.output("POST", "/api/newsletter/confirm", json={"token": token_of(letter)})
    assert "\n'=2+5@example.com," in await readers(shop)
