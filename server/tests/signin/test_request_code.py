"""POST /auth/otp/request: the same answer for everybody, and not too often."""

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
from stallage.customers.actions.contacts import customer_with_email
from stallage.signin.actions.codes import judge_code, request_code
from stallage.signin.clients import Asker
from stallage.signin.rules import Contact
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import last_code, sign_in

REQUEST = "/auth/otp/request"


async def test_answer_is_the_same_for_strangers_and_customers(shop: Shop) -> None:
    await sign_in(shop, "known@example.com")
    with clock.shift(timedelta(seconds=31)):
        known = await shop.client.post(REQUEST, json={"email": "known@example.com"})
        unknown = await shop.client.post(REQUEST, json={"email": "unknown@example.com"})
    assert known.status_code == unknown.status_code == 200
    assert known.json() == unknown.json()
    assert known.json()["output"] == {"expiresInSeconds": 600, "resendInSeconds": 30}


async def test_the_code_comes_by_message_alone(shop: Shop) -> None:
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
        kept = str(await connection.fetch("SELECT * FROM issued_codes"))
        queued = str(await connection.fetch("SELECT * FROM pgqueuer"))
    code = await last_code(shop, "ada@example.com")
    assert code not in kept
    assert code not in queued


async def test_another_code_has_to_wait_half_a_minute(shop: Shop) -> None:
    await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    response = await shop.client.post(REQUEST, json={"email": "ADA@example.com"})
    assert response.status_code == 429
    assert response.json()["error"]["code"] == "too_many_requests"
    assert 1 <= int(response.headers["retry-after"]) <= 30
    with clock.shift(timedelta(seconds=31)):
        await shop.output("POST", REQUEST, json={"email": "ada@example.com"})


async def test_five_an_hour_for_one_address(shop: Shop) -> None:
    for minute in range(5):
        with clock.shift(timedelta(minutes=minute)):
            await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(minutes=5)):
        response = await shop.client.post(REQUEST, json={"email": "ada@example.com"})
        assert response.status_code == 429
        assert 54 * 60 <= int(response.headers["retry-after"]) <= 55 * 60
        await shop.output("POST", REQUEST, json={"email": "eve@example.com"})
    # The window slides: when the first is an hour old, one more may be asked for, and only one.
    with clock.shift(timedelta(minutes=60, seconds=5)):
        await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
    with clock.shift(timedelta(minutes=60, seconds=40)):
        status, _ = await shop.error("POST", REQUEST, json={"email": "ada@example.com"})
        assert status == 429


async def test_twenty_an_hour_for_one_client_even_at_once(shop: Shop) -> None:
    responses = await asyncio.gather(
        *(
            shop.client.post(REQUEST, json={"email": f"guest{number}@example.com"})
            for number in range(30)
        )
    )
    statuses = sorted(response.status_code for response in responses)
    assert statuses == [200] * 20 + [429] * 10


async def test_asked_twice_at_once_sends_one_code(shop: Shop) -> None:
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


async def test_what_is_no_contact_is_refused(shop: Shop) -> None:
    for body, field, sentence in NO_CONTACTS:
        status, error = await shop.error("POST", REQUEST, json=body)
        assert (status, error["code"]) == (422, "invalid_fields")
        assert error["fields"] == {field: [sentence]}


async def test_both_contacts_at_once_are_refused(shop: Shop) -> None:
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
    """Not at debug level and not in a test shop either: the outbox has it."""
    async with open_shop(payment_gateway_mode=mode) as shop:
        with capture_logs() as said:
            await shop.output("POST", REQUEST, json={"email": "ada@example.com"})
            code = await last_code(shop, "ada@example.com")
    assert [entry for entry in said if code in str(entry)] == []


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
    await customer_with_email(connection, "known@example.com")
    asker = Asker(Client("192.0.2.1", "192.0.2.1"), device_key="k" * 43)
    done: dict[str, list[str]] = {}
    # The first one only lets the driver learn the types that are asked for.
    for name in ("first", "known", "stranger"):
        contact = Contact(email=f"{name}@example.com")
        said = done.setdefault(name, [])

        def note(query: LoggedQuery, said: list[str] = said) -> None:
            said.append(query.query)

        with connection.query_logger(note):
            await request_code(connection, runtime, contact, asker=asker)
            for code in ("000000", "000001"):
                await judge_code(connection, runtime, code, contact, asker=asker)
    # The driver may tell of one statement twice, when it makes up its mind to keep it prepared.
    assert list(dict.fromkeys(done["known"])) == list(dict.fromkeys(done["stranger"]))
    assert not any("customers" in query for query in done["known"])
