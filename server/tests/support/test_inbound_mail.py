"""Emails that answer tickets: signed, added once, and held if somebody else sent them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from email.message import EmailMessage
from typing import Any

import pytest
import pytest_asyncio
import typer
from pydantic import SecretStr
from typer.testing import CliRunner

from stallage.core import clock
from stallage.support import cli
from stallage.support.formats.received_email import MARKER, read_email
from stallage.support.rules.inbound import find_ticket, reply_address, sign
from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.support.test_admin import open_ticket, patch

SECRET = "a-secret-of-forty-characters-for-the-tests"
URL = "/api/inbound/mail"


@pytest_asyncio.fixture
async def receiving(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop that receives emails."""
    async with open_shop(
        inbound_email_address="reply@kiln.example", inbound_email_secret=SecretStr(SECRET)
    ) as shop:
        yield shop


def mail(
    sender: str, to: str, text: str, *, message_id: str = "<1@mail.example>", **headers: str
) -> bytes:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = "Re: your ticket"
    message["Message-ID"] = message_id
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


async def post(shop: Shop, raw: bytes, *, secret: str = SECRET, age: int = 0) -> Any:
    stamp = int(clock.now().timestamp()) - age
    return await shop.client.post(
        URL,
        content=raw,
        headers={
            "Content-Type": "message/rfc822",
            "Stallage-Signature": f"t={stamp},v1={sign(secret, stamp, raw)}",
        },
    )


async def received(shop: Shop, raw: bytes) -> tuple[str, bool]:
    response = await post(shop, raw)
    assert response.status_code == 200, response.text
    output = response.json()["output"]
    return output["outcome"], output["repeated"]


async def answered(shop: Shop, who: Someone) -> tuple[str, str]:
    """Open a ticket and answer it; return its id and the address that the email is answered to."""
    ticket_id = await open_ticket(shop, who)
    async with operator_client(shop) as admin:
        ticket = await admin.get(f"/tickets/{ticket_id}")
        await admin.post(
            f"/tickets/{ticket_id}/replies",
            json={"message": "Which one?"},
            headers={"If-Match": ticket["etag"]},
        )
    await shop.work()
    email = shop.message("ticket_answered")
    assert MARKER in email["text"]
    address: str = email["headers"]["Reply-To"]
    assert address.startswith(f"reply+{ticket_id}.")
    assert address.endswith("@kiln.example")
    # Mail servers accept local parts of up to 64 characters.
    assert len(address.rpartition("@")[0]) <= 64
    return ticket_id, address


async def messages(shop: Shop, ticket_id: str) -> list[dict[str, Any]]:
    async with operator_client(shop) as admin:
        ticket = await admin.get(f"/tickets/{ticket_id}")
    shown: list[dict[str, Any]] = ticket["messages"]
    return shown


async def test_a_customer_answers_by_email(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    text = (
        "The blue one.\n\n<b>Not</b> the other.\n\nOn Mon, 3 Aug 2026 at 10:00, Kiln\n"
        "<reply@kiln.example> wrote:\n> Which one?\n"
    )
    # Mail servers may change the case of an address.
    raw = mail("Ada <ADA@example.com>", address.upper(), text)
    assert await received(receiving, raw) == ("added", False)
    last = (await messages(receiving, ticket_id))[-1]
    assert (last["by"], last["via"]) == ("customer", "email")
    assert last["message"] == "The blue one.\n\n<b>Not</b> the other."
    # A second delivery changes nothing, also with other transport headers.
    assert await received(receiving, b"Received: by mx.example\r\n" + raw) == ("added", True)
    assert len(await messages(receiving, ticket_id)) == 3
    async with operator_client(receiving) as admin:
        assert (await admin.get(f"/tickets/{ticket_id}"))["state"] == "open"


async def test_the_message_id_finds_the_ticket_too(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, _address = await answered(receiving, ada)
    sent = receiving.message("ticket_answered")["headers"]["Message-ID"]
    for number, header in enumerate(("In_Reply_To", "References")):
        raw = mail(
            "ada@example.com",
            "support@kiln.example",
            f"By header {number}",
            message_id=f"<{number}@mail.example>",
            **{header: f"<other@mail.example> {sent}"},
        )
        assert await received(receiving, raw) == ("added", False)
    assert [one["message"] for one in await messages(receiving, ticket_id)][2:] == [
        "By header 0",
        "By header 1",
    ]


async def test_concurrent_deliveries_of_one_email_add_it_once(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    raw = mail("ada@example.com", address, "Once")
    outcomes = await asyncio.gather(*(received(receiving, raw) for _ in range(6)))
    assert sorted(outcomes) == [("added", False), *[("added", True)] * 5]
    assert [one["message"] for one in await messages(receiving, ticket_id)][2:] == ["Once"]


async def test_another_sender_is_held_for_a_decision(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    raw = mail("Eve <eve@evil.example>", address, "Send it to <me> instead.")
    assert await received(receiving, raw) == ("held", False)
    assert len(await messages(receiving, ticket_id)) == 2
    async with operator_client(receiving, "support") as admin:
        ticket = await admin.get(f"/tickets/{ticket_id}")
        (held,) = ticket["heldEmails"]
        assert (held["reason"], held["sender"]) == ("other_sender", "eve@evil.example")
        assert held["text"] == "Send it to <me> instead."
        assert (await admin.get("/inbox/counts"))["heldEmails"] == {"value": 1, "exact": True}
        await admin.post(f"/support/held-emails/{held['id']}/accept")
        last = (await admin.get(f"/tickets/{ticket_id}"))["messages"][-1]
        assert last["message"] == "[Email from eve@evil.example]\nSend it to <me> instead."
        for act in ("accept", "refuse"):
            status, error = await admin.error("POST", f"/support/held-emails/{held['id']}/{act}")
            assert (status, error["code"]) == (409, "already_decided")
        raw = mail("eve@evil.example", address, "Again", message_id="<2@evil.example>")
        assert await received(receiving, raw) == ("held", False)
        (held,) = await admin.get("/support/held-emails")
        await admin.post(f"/support/held-emails/{held['id']}/refuse")
        assert await admin.get("/support/held-emails") == []
        assert len((await admin.get(f"/tickets/{ticket_id}"))["messages"]) == 3
    async with receiving.database.reading() as connection:
        assert not await connection.fetchval(
            "SELECT count(*) FROM inbound_emails WHERE sender <> '' OR text <> ''"
        )


async def test_a_forged_or_foreign_address_is_held_without_a_ticket(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    other_id = await open_ticket(receiving, ada)
    forged = address.replace(ticket_id, other_id)
    raw = mail("ada@example.com", forged, "Into another ticket")
    assert await received(receiving, raw) == ("held", False)
    assert len(await messages(receiving, other_id)) == 1
    async with operator_client(receiving) as admin:
        (held,) = await admin.get("/support/held-emails")
        assert (held["ticketId"], held["reason"]) == (None, "no_ticket")
        opened = await admin.post(f"/support/held-emails/{held['id']}/accept")
        ticket = await admin.get(f"/tickets/{opened['ticketId']}")
        assert ticket["messages"][0]["message"] == "Into another ticket"
        assert ticket["contact"]["customerId"] is None


async def test_an_operator_answers_by_email(receiving: Shop) -> None:
    ada = await someone(receiving, "ada@example.com")
    async with operator_client(receiving, "support") as admin:
        ticket_id = await open_ticket(receiving, ada)
        await receiving.work()
        await patch(admin, await admin.get(f"/tickets/{ticket_id}"), assigneeId=admin.operator_id)
        await receiving.output(
            "POST",
            f"/api/supporttickets/{ticket_id}/messages",
            json={"message": "Hello?"},
            headers=ada.headers,
        )
        await receiving.work()
        (email,) = (one for one in receiving.outbox() if one["kind"] == "ticket_customer_replied")
        address, operator = email["headers"]["Reply-To"], email["to"]
        # The customer's address does not open the operator's way, nor the operator's another sender.
        raw = mail("ada@example.com", address, "I am the shop", message_id="<a@x.example>")
        assert await received(receiving, raw) == ("held", False)
        raw = mail(operator, address, "We are on it.\n-- \nSupport", message_id="<b@x.example>")
        assert await received(receiving, raw) == ("added", False)
        ticket = await admin.get(f"/tickets/{ticket_id}")
        last = ticket["messages"][-1]
        assert (last["by"], last["via"], last["message"]) == ("operator", "email", "We are on it.")
        assert (ticket["state"], last["author"][:8]) == ("waiting", "Support-")
        await receiving.work()
        assert receiving.message("ticket_answered")["to"] == "ada@example.com"
        # Somebody who has left the team no longer answers.
        async with receiving.database.transaction() as connection:
            await connection.execute("UPDATE operators SET disabled_at = now()")
        raw = mail(operator, address, "Still me", message_id="<c@x.example>")
        assert await received(receiving, raw) == ("held", False)
    async with receiving.database.reading() as connection:
        names = await connection.fetch(
            "SELECT actor_kind, actor_id FROM audit_entries WHERE action = 'ticket.answered'"
        )
    assert [tuple(row) for row in names] == [("operator", admin.operator_id)]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
        {"List_Id": "<news.example>"},
        {"Return_Path": "<>"},
    ],
)
async def test_automatic_replies_are_ignored(receiving: Shop, headers: dict[str, str]) -> None:
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    raw = mail("ada@example.com", address, "I am on holiday.", **headers)
    assert await received(receiving, raw) == ("ignored", False)
    assert len(await messages(receiving, ticket_id)) == 2


async def test_only_signed_and_recent_posts_are_accepted(receiving: Shop, shop: Shop) -> None:
    raw = mail("ada@example.com", "reply@kiln.example", "Hello")
    assert (await post(receiving, raw, secret="another")).status_code == 403
    assert (await post(receiving, raw, age=301)).status_code == 403
    assert (await post(receiving, raw, age=-301)).status_code == 403
    for header in ("", "v1=", "t=1", "t=x,v1=y", "t=²,v1=0", "t=1,v1=é", "=,=,="):
        response = await receiving.client.post(
            URL, content=raw, headers={b"Stallage-Signature": header.encode()}
        )
        assert response.status_code == 403, header
    assert (await post(receiving, b" ")).status_code == 400
    assert (await post(receiving, b"x" * 1_100_000)).status_code == 413
    # Off by default.
    assert (await post(shop, raw)).status_code == 404


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\xff" * 500,
        b"From: \r\n\r\n",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n" * 400,
        b"Content-Type: text/plain; charset=no-such\r\nFrom: a@b.example\r\n\r\nHi \xff",
        b"Content-Type: text/html\r\nFrom: =?utf-8?b?/////w==?= <a@b.example>\r\n\r\n<p<p<!--",
        b"Subject: =?x?q?=\r\nFrom: a@b.example, c@d.example\r\n\r\nTwo senders",
        b"Content-Transfer-Encoding: base64\r\nFrom: a@b.example\r\n\r\n!!!!",
        b"From: a@b.example\r\nMessage-ID: \x00\xff\r\nReferences: "
        + b"<x@y> " * 9999
        + b"\r\n\r\nLong",
        b"From: a@b.example\r\nSubject: a\r\n\tb\x00c\r\n\r\n\x00 nul \xe2\x80\xae reversed",
    ],
)
async def test_malformed_emails_are_never_an_error(receiving: Shop, raw: bytes) -> None:
    response = await post(receiving, raw)
    assert response.status_code == 200, response.text
    assert response.json()["output"]["outcome"] in ("held", "ignored")
    async with operator_client(receiving) as admin:
        for held in await admin.get("/support/held-emails"):
            assert "\x00" not in held["text"] + held["subject"] + held["sender"]
            assert "\u202e" not in held["text"]


async def test_the_command_receives_an_email(receiving: Shop) -> None:
    commands = typer.Typer()
    cli.register(commands)
    ada = await someone(receiving, "ada@example.com")
    ticket_id, address = await answered(receiving, ada)
    settings = receiving.runtime.settings
    environment = {
        "STALLAGE_DATABASE_URL": settings.database_url,
        "STALLAGE_DATA_DIR": str(settings.data_dir),
    }
    raw = mail("ada@example.com", address, "By a pipe")
    for expected in (f"added {ticket_id}\n", "added (received before)\n"):
        result = await asyncio.to_thread(
            CliRunner().invoke, commands, ["support", "receive-mail"], input=raw, env=environment
        )
        assert (result.exit_code, result.stdout) == (0, expected), result.output
    assert (await messages(receiving, ticket_id))[-1]["message"] == "By a pipe"
    result = await asyncio.to_thread(
        CliRunner().invoke, commands, ["support", "receive-mail"], input=b"", env=environment
    )
    assert result.exit_code == 1


@pytest.mark.fast
def test_html_emails_are_read_as_text() -> None:
    message = EmailMessage()
    message["From"] = "=?utf-8?q?Zo=C3=AB?= <zoe@example.com>"
    message.set_content(
        "<style>p{}</style><p>Hello <b>there</b></p><script>alert(1)</script>"
        "<div>Second&nbsp;line &lt;i&gt;</div><blockquote>Quoted</blockquote>",
        subtype="html",
    )
    message.add_attachment(b"x", maintype="image", subtype="png", filename='"><img src=x>.png')
    email = read_email(message.as_bytes())
    assert email.text == "Hello there\nSecond line <i>"
    assert email.sender_name == "Zoë"
    assert email.attachments == ('"><img src=x>.png',)


@pytest.mark.fast
@pytest.mark.parametrize(
    "quoted",
    [
        "On Mon, Shop <a@b.example> wrote:\n> old",
        "Am Montag schrieb Laden <a@b.example>:\n> alt",
        "-----Original Message-----\nFrom: Shop",
        "________________________________\nFrom: Shop",
        f"> {MARKER}\n> old",
        f"{MARKER}\nold",
        "From: Shop <reply@shop.example>\nSent: Monday",
        "-- \nAda",
        "> all\n> quoted",
    ],
)
def test_quotations_are_cut_off(quoted: str) -> None:
    raw = mail("a@b.example", "c@d.example", f"New text.\nFrom the heart.\n\n{quoted}\n")
    assert read_email(raw).text == "New text.\nFrom the heart."


@pytest.mark.fast
def test_addresses_are_signed_for_one_ticket_and_one_person() -> None:
    secret, previous = b"current" * 5, b"previous" * 5
    address = reply_address(secret, "reply@kiln.example", "ST-4H8W-2KMN")
    found = find_ticket((secret,), [f"Ada <{address}>"])
    assert found is not None
    assert (found.ticket_id, found.operator_id) == ("ST-4H8W-2KMN", None)
    own = reply_address(secret, "reply@kiln.example", "ST-4H8W-2KMN", 17)
    found = find_ticket((b"new" * 9, secret), [own.lower()])
    assert found is not None
    assert found.operator_id == 17
    # Neither another operator's nor another ticket's, nor one of another secret.
    for wrong in (
        own.replace(".o17", ".o18"),
        own.replace(".o17", ""),
        own.replace("4H8W", "4H8X"),
        reply_address(previous, "reply@kiln.example", "ST-4H8W-2KMN"),
        "reply+ST-4H8W-2KMN@kiln.example",
    ):
        assert find_ticket((secret,), [wrong]) is None, wrong
