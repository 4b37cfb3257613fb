"""Every email can be shown, changed and reset, and no text of an operator can stop one."""

from __future__ import annotations

import pytest

from stallage.content.actions import put_email_texts
from stallage.core.email_catalog import Email, find_email, registered_emails, text_problem
from stallage.core.mail import Message
from stallage.features import parts
from stallage.newsletter.emails import confirm_email
from stallage.settings import Settings
from tests.admin import operator_client
from tests.shop import Shop

parts("emails")
PATH = "/content/emails/newsletter_confirm"


@pytest.mark.parametrize("email", registered_emails(), ids=lambda email: email.name)
def test_every_email_renders(email: Email) -> None:
    message = email.sample(Settings(), "Kiln & Co")
    assert message.html.lstrip().startswith("<!doctype html>")
    assert message.text.strip()
    for name, text in email.texts.items():
        assert text_problem(email, name, text) is None
        own = f"Own <b>{{shop_name}}</b> {text}"
        assert text_problem(email, name, own) is None
        changed = message.with_texts({name: own})
        # A preview shows the subject apart.
        shown = changed.subject if name == "subject" else changed.html
        assert "<b>Kiln" not in changed.html
        assert "Own" in shown, name
        if name != "subject":
            assert "Own" in changed.text, name


def test_texts_are_checked() -> None:
    email = find_email("newsletter_confirm")
    assert email is not None
    for name, text in (
        ("intro", "Hello {name}"),
        ("intro", "{{ shop_name }}"),
        ("intro", "{shop_name"),
        ("intro", "{shop_name.__class__}"),
        ("intro", " "),
        ("intro", "x" * 2001),
        ("subject", "Two\nlines"),
        ("subject", "\x07"),
        ("foot", "No such text"),
    ):
        assert text_problem(email, name, text) is not None, text
    instructions = find_email("return_instructions")
    assert instructions is not None
    assert text_problem(instructions, "intro", "Send it back") == "It must contain {instructions}."


async def test_an_operator_changes_and_resets_texts(shop: Shop) -> None:
    texts = {"subject": "Welcome to {shop_name}", "intro": "One\n\nTwo & three", "button": None}
    async with operator_client(shop) as admin:
        email = await admin.get(PATH)
        seen = {"If-Match": email["etag"]}
        preview = await admin.post(f"{PATH}/preview", json={"texts": texts})
        assert preview["subject"].startswith("Welcome to ")
        assert "One<br><br>Two &amp; three" in preview["html"]
        assert "Two & three" in preview["text"]
        changed = await admin.output("PUT", PATH, json={"texts": texts}, headers=seen)
        assert [one["own"] for one in changed["texts"] if one["own"]] == [*texts.values()][:2]
        assert (await admin.error("PUT", PATH, json={"texts": {}}, headers=seen))[0] == 412
        assert (await admin.error("PUT", PATH, json={"texts": {}}))[0] == 428
        status, error = await admin.error(
            "PUT", PATH, json={"texts": {"intro": "{x}"}}, headers=seen
        )
        assert status in (412, 422)
        status, error = await admin.error(
            "POST", f"{PATH}/preview", json={"texts": {"intro": "{x}", "closing": "}"}}
        )
        assert (status, sorted(error["fields"])) == (422, ["closing", "intro"])
        await shop.runtime.mailer.send(_confirmation(shop))
        assert shop.outbox()[-1]["subject"].startswith("Welcome to ")
        listed = (await admin.get("/content/emails"))["items"]
        assert [one["name"] for one in listed if one["changed"]] == ["newsletter_confirm"]
        assert len(listed) == len(registered_emails())
        await admin.output("DELETE", PATH, headers={"If-Match": changed["etag"]})
        await shop.runtime.mailer.send(_confirmation(shop))
        assert shop.outbox()[-1]["subject"].startswith("Please confirm")
        assert (await admin.error("GET", "/content/emails/unknown"))[0] == 404


def _confirmation(shop: Shop) -> Message:
    return confirm_email(
        "robin@example.com", token="t", shop_name="Kiln", shop_url=shop.runtime.settings.public_url
    )


async def test_a_broken_text_does_not_stop_an_email(shop: Shop) -> None:
    locale = shop.runtime.settings.locale
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO email_texts (email, locale, texts, updated_at)"
            " VALUES ('newsletter_confirm', $1, $2, now())",
            locale,
            {"intro": "Hello {nobody}"},
        )
    await shop.runtime.mailer.send(_confirmation(shop))
    (mail,) = shop.outbox()
    assert "Thank you for signing up" in mail["text"]
    async with shop.database.transaction() as connection:
        await put_email_texts(connection, "newsletter_confirm", locale, {"intro": "Hi {shop_name}"})
    await shop.runtime.mailer.send(_confirmation(shop))
    assert "Hi Kiln" in shop.outbox()[-1]["html"]


async def test_a_test_is_sent_to_the_operator_alone(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        texts = {"subject": "Trying", "intro": "Not saved"}
        sent = await admin.post(f"{PATH}/test", json={"texts": texts})
        await shop.work()
        (mail,) = [one for one in shop.outbox() if one["kind"] == "email_test"]
        assert (mail["to"], mail["subject"]) == (sent["to"], "[Test] Trying")
        assert "Not saved" in mail["html"]
        assert "headers" not in mail
        status, _error = await admin.error("POST", f"{PATH}/test", json={"texts": {"intro": "{x}"}})
        assert status == 422
        for _ in range(18):
            await admin.post(f"{PATH}/test", json={"texts": {}})
        status, _error = await admin.error("POST", f"{PATH}/test", json={"texts": {}})
        assert status == 429
    async with operator_client(shop, role="support") as admin:
        assert (await admin.error("POST", f"{PATH}/test", json={"texts": {}}))[0] == 403
