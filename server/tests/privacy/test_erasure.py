"""Erasure removes a person everywhere, and does not affect other people and the accounts."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from stallage.core import clock
from stallage.core.jobs import enqueue
from stallage.customers.personal_data import REGISTRY
from stallage.features import parts
from stallage.signin.events import ContactChanged
from stallage.signin.jobs import send_contact_changed
from tests.privacy.lives import (
    PUBLISHED,
    create_catalog,
    customer_life,
    guest_life,
    run_timers,
    words_of,
)
from tests.privacy.traces import everywhere, pdf_text, rows_of_everything, words_in
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.signin.factory import code_for, sign_in

# Published reviews, questions and answers stay without the name. No other words of a forgotten person
# may remain.
ALLOWED = {
    "reviews.title": {"headline"},
    "reviews.comment": {"review"},
    "questions.question": {"question"},
    "question_answers.answer": {"answer"},
}
FORGET = "/api/privacy/forget"

# Tables whose rows every customer's actions change.
SHARED = {
    "alembic_version",
    "invoice_counters",
    "limits",
    "pgqueuer",
    "pgqueuer_log",
    "pgqueuer_schedules",
    "pgqueuer_statistics",
    "process_heartbeats",
    "products",
    "promo_codes",
    "skus",
    "stock_levels",
    "bought_together",
    "popular_products",
    "catalogue_state",
    "changed_products",
    "changed_stock",
    "lexicon",
    "lexicon_state",
    "found_searches",
    "empty_lists",
    "hidden_queries",
    "starter_synonyms_off",
    "price_roundings",
    "swatch_counts",
}


async def hold_a_message(shop: Shop, contact: str) -> None:
    """Add a message to a contact that failed for good and waits for an operator."""
    async with shop.database.transaction() as connection:
        await enqueue(
            connection, send_contact_changed, ContactChanged(to=contact, changed="number")
        )
        await connection.execute(
            "UPDATE pgqueuer SET status = 'failed' WHERE entrypoint = 'signin.send_contact_changed'"
        )


async def after_everything(shop: Shop) -> None:
    """Run all jobs and timers, and again when the second run of the erasure is due."""
    await shop.work()
    await run_timers(shop)
    with clock.shift(timedelta(minutes=30)):
        await run_timers(shop)
        await shop.work()


def left(found: dict[str, set[str]]) -> dict[str, set[str]]:
    rest = {place: names - ALLOWED.get(place, set()) for place, names in found.items()}
    return {place: names for place, names in rest.items() if names}


async def test_nothing_is_left_of_a_customer(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = await create_catalog(shop)
    words = words_of("cust", "2065550187")
    who, words = await customer_life(shop, catalog, words, 3)
    await hold_a_message(shop, words["email"].upper())
    # Every word is found before the erasure; otherwise the test would prove nothing.
    before = await everywhere(shop, words)
    assert {name for names in before.values() for name in names} >= set(words) - {"key"}
    assert "invoices.pdf" in before
    with clock.shift(timedelta(minutes=5)):
        code = await code_for(shop, words["email"])
        await shop.output("DELETE", "/customer", headers=who.headers, json={"otp": code})
        await after_everything(shop)
    found = await everywhere(shop, words)
    assert left(found) == {}
    log = capsys.readouterr()
    assert words_in((log.out + log.err).encode(), words) - PUBLISHED == set()
    assert await broken_invariants(shop) == []


async def test_nothing_is_left_of_a_guest(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    last = await guest_life(shop, catalog, words)
    await hold_a_message(shop, words["email"])
    before = await everywhere(shop, words)
    assert {"invoices.pdf", "idempotency_keys.scope", "returns.reason"} <= set(before)
    with clock.shift(timedelta(minutes=5)):
        body = {"email": words["email"], "otp": await code_for(shop, words["email"])}
        await shop.output("POST", FORGET, json=body)
        await after_everything(shop)
        path = f"/api/orders/{last['orderId']}"
        order = await shop.output("GET", path, params={"key": last["key"]})
        assert order["total"]["amount"] > 0
    assert left(await everywhere(shop, words)) == {}
    log = capsys.readouterr()
    assert words_in((log.out + log.err).encode(), words) == set()
    assert await broken_invariants(shop) == []


async def test_other_people_and_the_accounts_are_not_affected(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    neighbour = words_of("nb", "2065550111")
    await customer_life(shop, catalog, neighbour, 40)
    guest = words_of("ng", "2065550112")
    await guest_life(shop, catalog, guest)
    await shop.work()
    async with shop.database.reading() as connection:
        before = await rows_of_everything(connection)
    words = words_of("cust", "2065550187")
    who, words = await customer_life(shop, catalog, words, 3)
    other = words_of("guest", "2065550188")
    await guest_life(shop, catalog, other)
    await shop.work()
    accounts = (
        "SELECT kind, number, total, content FROM invoices ORDER BY id",
        "SELECT public_id, placed_at, total, taxes, discounts, status FROM orders ORDER BY id",
        "SELECT sku_id, quantity, price, tax FROM order_lines ORDER BY id",
        "SELECT account, amount FROM wallet_entries ORDER BY id",
        "SELECT code, used FROM promo_codes ORDER BY id",
        "SELECT promo_code_id, given_back FROM promo_uses ORDER BY order_id",
    )
    async with shop.database.reading() as connection:
        sums = [await connection.fetch(statement) for statement in accounts]
    files = {name for name in everything_stored(shop) if "/uploads/" in name}
    with clock.shift(timedelta(minutes=5)):
        code = await code_for(shop, words["email"])
        await shop.output("DELETE", "/customer", headers=who.headers, json={"otp": code})
        body = {"email": other["email"], "otp": await code_for(shop, other["email"])}
        await shop.output("POST", FORGET, json=body)
        await shop.work()
        async with shop.database.reading() as connection:
            after = await rows_of_everything(connection)
            for table in set(before) - SHARED:
                assert before[table] <= after[table], table
            for statement, expected in zip(accounts, sums, strict=True):
                assert await connection.fetch(statement) == expected, statement
    remaining = {name for name in everything_stored(shop) if "/uploads/" in name}
    assert remaining < files
    assert len(remaining) * 2 == len(files)
    found = await everywhere(shop, neighbour | {f"guest_{k}": v for k, v in guest.items()})
    assert {"orders.email", "tickets.subject", "invoices.pdf"} <= set(found)
    assert await broken_invariants(shop) == []


def everything_stored(shop: Shop) -> list[str]:
    folder = shop.runtime.settings.data_dir
    return [str(path) for path in folder.rglob("*") if path.is_file()]


async def test_every_table_with_personal_data_is_declared(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        tables = {
            row["name"]
            for row in await connection.fetch(
                "SELECT table_name AS name FROM information_schema.tables"
                " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
            )
        }
        refers = {
            row["name"]
            for row in await connection.fetch(
                "SELECT DISTINCT table_name AS name FROM information_schema.columns"
                " WHERE table_schema = 'public' AND (column_name ~ '(email|phone|customer_id|buyer)'"
                " OR column_name ~ '(first|last|guest|customer|recipient|sender)_name')"
            )
        }
    declared = {table for data in REGISTRY.values() for table in data.tables}
    assert declared <= tables
    # Views show columns of tables. The rest are columns of the shop's own address, articles and pages.
    undeclared = (refers & tables) - declared
    assert (
        undeclared
        == {
            "company_details",
            "email_texts",
            "pages",
            "sliders",
            "sales",
            "feature_tiles",
        }
        & undeclared
    )


async def test_words_are_found_in_a_pdf(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    await guest_life(shop, catalog, words)
    async with shop.database.reading() as connection:
        pdf = await connection.fetchval("SELECT pdf FROM invoices WHERE pdf IS NOT NULL")
    assert {"first_name", "last_name", "street"} <= words_in(pdf_text(pdf), words)


async def test_the_erasure_does_not_affect_a_new_sign_in(shop: Shop) -> None:
    signed = await sign_in(shop, "ada@example.com", firstName="Ada")
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        await shop.output("DELETE", "/customer", headers=signed.headers, json={"otp": code})
    with clock.shift(timedelta(minutes=2)):
        again = await sign_in(shop, "ada@example.com", firstName="Ada")
    with clock.shift(timedelta(minutes=15)):
        await run_timers(shop)
        assert (await shop.output("GET", "/customer/export", headers=again.headers))["customer"][
            "email"
        ] == "ada@example.com"
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM erasures") == 0


def test_the_documentation_matches_the_declarations() -> None:
    parts("personal_data")
    text = (Path(__file__).parents[3] / "docs" / "privacy.md").read_text()
    for data in REGISTRY.values():
        for table, outcome in data.tables.items():
            assert f"| `{table}` | {outcome} |" in text
