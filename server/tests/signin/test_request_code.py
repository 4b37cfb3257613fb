"""POST /auth/otp/request: the same response for everybody, and rate limits."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from asyncpg.connection import LoggedQuery
from structlog.testing import capture_logs

from stallage.core import clock
from stallage.core.clients import Client
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.signin.actions.codes import request_code, verify_code
from stallage.signin.drafts import Requester
from stallage.signin.rules import Contact
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import last_code, sign_in

REQUEST = "/auth/otp/request"


async def test_the_response_is_the_same_for_strangers_and_customers(shop: Shop) -> None:
    await sign_in(shop, "known@example.com")
    with clock.shift(timedelta(seconds=31)):
        known = await shop.client.post(REQUEST, json={"email": "known@example.com"})
        unknown = await shop.client.post(REQUEST, json={"email": "unknown@example.com"})
    assert known.status_code == unknown.status_code == 200
    assert known.json() == unknown.json()
    assert known.json()["output"] == {"expiresInSeconds": 600, "resendInSeconds": 30}


async def test_the_code_is_sent_by_message_only(shop: Shop) -> None:
    response = await shop.client.post(REQUEST, json={"email": "Ada.L@Example.COM"})
    code = await last_code(shop, "Ada.L@example.com")
    assert code not in response.text
    message = shop.outbox()[-1]
    assert message["kind"] == "otp"
    assert message["data"] == {"otp": code}
    assert len(code) == 6
    for part in ("subject", "text", "html"):
        assert code in message[part]
        assert "Stallage" in message[part]
    assert "10 minutes" in message["text"]


async def test_a_phone_number_gets_a_short_message(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"phone": "(503) 555-0143"})
    code = await last_code(shop, "+15035550143")
    assert code in shop.outbox()[-1]["text"]


async def test_no_code_is_written_to_the_database(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    async with shop.database.reading() as connection:
        stored = str(await connection.fetch("SELECT * FROM issued_codes"))
        queued = str(await connection.fetch("SELECT * FROM pgqueuer"))
    code = await last_code(shop, "ada@example.com")
    assert code not in stored
    assert code not in queued


async def test_another_code_can_be_requested_after_half_a_minute(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    response = await shop.client.post(REQUEST, json={"email": "ADA@example.com"})
    assert response.status_code == 429
    assert response.json()["error"]["code"] == "too_many_requests"
    assert 1 <= int(response.headers["retry-after"]) <= 30
    with clock.shift(timedelta(seconds=31)):
        await shop.output("POST", REQUEST, json={"email": "ada@example.com"})


async def test_five_codes_an_hour_for_one_address(shop: Shop) -> None:
    for minute in range(5):
        with clock.shift(timedelta(minutes=minute)):
            await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(minutes=5)):
        response = await shop.client.post(REQUEST, json={"email": "ada@example.com"})
        assert response.status_code == 429
        assert 54 * 60 <= int(response.headers["retry-after"]) <= 55 * 60
        await shop.output("POST", REQUEST, json={"email": "eve@example.com"})
    # The window slides: when the first request is an hour old, one more is allowed, and only one.
    with clock.shift(timedelta(minutes=60, seconds=5)):
        await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(minutes=60, seconds=40)):
        status, _ = await shop.error("POST", REQUEST, json={"email": "ada@example.com"})
        assert status == 429


async def test_twenty_codes_an_hour_for_one_client_even_concurrently(shop: Shop) -> None:
    responses = await asyncio.gather(
        *(
            shop.client.post(REQUEST, json={"email": f"guest{number}@example.com"})
            for number in range(30)
        )
    )
    statuses = sorted(response.status_code for response in responses)
    assert statuses == [200] * 20 + [429] * 10


async def test_concurrent_requests_send_one_code(shop: Shop) -> None:
    responses = await asyncio.gather(
        *(shop.client.post(REQUEST, json={"email": "ada@example.com"}) for _ in range(8))
    )
    assert sorted(response.status_code for response in responses) == [200] + [429] * 7
    await shop.work()
    assert len(shop.outbox()) == 1


NO_CONTACTS: tuple[tuple[dict[str, str], str, str], ...] = (
    ({}, "email", "Email cannot be blank."),
    ({"email": ""}, "email", "Email cannot be blank."),
    ({"phone": ""}, "phone", "Phone number cannot be blank."),
    ({"email": "nobody"}, "email", "Please enter email in correct format."),
    ({"email": "a@b@c.com"}, "email", "Please enter email in correct format."),
    ({"email": "x" * 300 + "@example.com"}, "email", "Please enter email in correct format."),
    ({"phone": "555014"}, "phone", "Please enter your 10 digit number."),
    ({"phone": "50355501434"}, "phone", "Please enter your 10 digit number."),
    ({"phone": "٥٠٣٥٥٥٠١٤٣"}, "phone", "Please enter your 10 digit number."),
    ({"email": "a\x00@example.com"}, "email", "Please enter email in correct format."),
)


async def test_invalid_contacts_are_rejected(shop: Shop) -> None:
    for body, field, sentence in NO_CONTACTS:
        status, error = await shop.error("POST", REQUEST, json=body)
        assert (status, error["code"]) == (422, "invalid_fields")
        assert error["fields"] == {field: [sentence]}


async def test_two_contacts_in_one_request_are_rejected(shop: Shop) -> None:
    status, error = await shop.error(
        "POST", REQUEST, json={"email": "ada@example.com", "phone": "5035550143"}
    )
    assert status == 422
    assert list(error["fields"]) == ["phone"]


async def test_an_expired_code_is_not_delivered_late(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(minutes=11)):
        await shop.work()
    assert shop.outbox() == []


@pytest.mark.parametrize("mode", [0, 1])
async def test_no_log_carries_the_code(open_shop: OpenShop, mode: int) -> None:
    """Not at debug level and not in a test shop either: only the outbox has it."""
    async with open_shop(payment_gateway_mode=mode) as shop:
        with capture_logs() as entries:
            await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
            code = await last_code(shop, "ada@example.com")
    assert [entry for entry in entries if code in str(entry)] == []


async def test_a_code_that_was_replaced_is_not_delivered(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(seconds=31)):
        await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
        newer = await last_code(shop, "ada@example.com")
        assert len(shop.outbox()) == 1
        await shop.output(
            "POST", "/auth/otp/validate", json={"email": "ada@example.com", "otp": newer}
        )


async def test_the_same_work_is_done_for_strangers_and_customers(
    connection: Connection, runtime: Runtime
) -> None:
    await get_or_create_by_email(connection, "known@example.com")
    requester = Requester(Client("192.0.2.1", "192.0.2.1"), device_key="k" * 43)
    queries: dict[str, list[str]] = {}
    # The first one only makes the driver fetch the types.
    for name in ("first", "known", "stranger"):
        contact = Contact(email=f"{name}@example.com")
        recorded = queries.setdefault(name, [])

        def record(query: LoggedQuery, recorded: list[str] = recorded) -> None:
            recorded.append(query.query)

        with connection.query_logger(record):
            await request_code(
                connection, runtime.settings, runtime.secret, contact, requester=requester
            )
            for code in ("000000", "000001"):
                await verify_code(
                    connection,
                    runtime.settings,
                    runtime.secret,
                    code,
                    contact,
                    requester=requester,
                )
    # The driver may log a statement twice, when it decides to prepare it.
    assert list(dict.fromkeys(queries["known"])) == list(dict.fromkeys(queries["stranger"]))
    assert not any("customers" in query for query in queries["known"])
