"""The list of subscribers is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from stallage.core.spreadsheets import unescape_formula
from stallage.newsletter.formats import write_subscribers
from tests.admin import operator_client
from tests.newsletter.test_newsletter import list_subscribers, sign_up, token_of
from tests.shop import Shop

DAY = datetime(2026, 3, 4, tzinfo=UTC)


def csv_rows(emails: list[str]) -> list[list[str]]:
    stream = io.StringIO(newline="")
    write_subscribers(stream, [(email, DAY, "https://shop.example/u/t") for email in emails])
    return list(csv.reader(io.StringIO(stream.getvalue(), newline="")))


@given(st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1), min_size=1))
def test_no_cell_is_a_formula_and_every_address_can_be_unescaped(emails: list[str]) -> None:
    header, *rows = csv_rows(emails)
    assert header == ["email", "confirmed", "unsubscribe"]
    assert [unescape_formula(row[0]) for row in rows] == emails
    for row in rows:
        for cell in row:
            assert cell.lstrip(" '")[:1] not in set("=+-@\t\r\n") or cell.startswith("'")


async def test_an_address_that_starts_like_a_formula_is_escaped(shop: Shop) -> None:
    (email,) = await sign_up(shop, "=2+5@example.com")
    await shop.output("POST", "/api/newsletter/confirm", json={"token": token_of(email)})
    assert "\n'=2+5@example.com," in await list_subscribers(shop)


async def test_operators_download_the_same_list(shop: Shop) -> None:
    (email,) = await sign_up(shop)
    await shop.output("POST", "/api/newsletter/confirm", json={"token": token_of(email)})
    async with operator_client(shop) as admin:
        response = await admin.request("GET", "/newsletter/export")
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert response.headers["Cache-Control"] == "no-store"
        command = await list_subscribers(shop)
        own_links = command.replace("http://127.0.0.1:8000", shop.url)
        assert response.text.splitlines() == own_links.splitlines()
        entry = (await admin.get("/audit"))["items"][0]
        assert entry["action"] == "newsletter.exported"
    async with operator_client(shop, "support") as support:
        assert (await support.error("GET", "/newsletter/export"))[0] == 403
