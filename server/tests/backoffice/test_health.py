"""Health: failed jobs and refused emails are listed, mended by who may, and recorded."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from stallage.backup.operations.schedule import record_failure
from stallage.core.jobs import JOBS, enqueue, job
from stallage.core.mail import Message, MessageSender
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from tests.admin import operator_client
from tests.checkout.factory import place
from tests.shop import Shop
from tests.stocked_shop import stock_shop


class Nothing(BaseModel):
    """An empty payload."""


@pytest.fixture
def jobs_run() -> Any:
    """Declares a job that fails until told otherwise; yields the control."""
    control: dict[str, Any] = {"fails": True, "runs": 0}

    @job
    async def sometimes_fails(_runtime: Runtime, _payload: Nothing) -> None:
        control["runs"] += 1
        if control["fails"]:
            raise RuntimeError("secret@example.com")

    control["job"] = sometimes_fails
    yield control
    del JOBS[sometimes_fails.name]


async def hold(shop: Shop, control: Any) -> None:
    """Enqueue a job and hold it, as after its last failure."""
    async with shop.database.transaction() as connection:
        await enqueue(connection, control["job"], Nothing())
        await connection.execute(
            "UPDATE pgqueuer SET status = 'failed' WHERE entrypoint = $1", control["job"].name
        )


async def test_held_jobs_are_retried_and_discarded(shop: Shop, jobs_run: Any) -> None:
    name = jobs_run["job"].name
    await hold(shop, jobs_run)
    await hold(shop, jobs_run)
    async with operator_client(shop) as admin:
        held = await admin.get("/health/jobs/held")
        assert [one["name"] for one in held["items"]] == [name, name]
        problems = await admin.get("/today/problems")
        assert ("jobs_held", 2) in [(one["kind"], one["count"]) for one in problems["items"]]
        first, second = (one["id"] for one in held["items"])
        jobs_run["fails"] = False
        assert await admin.post("/health/jobs/retry", json={"ids": [first]}) == {"count": 1}
        await shop.work()
        assert jobs_run["runs"] == 1
        assert await admin.post("/health/jobs/discard", json={"ids": [second]}) == {"count": 1}
        status, error = await admin.error("POST", "/health/jobs/retry", json={"ids": [second]})
        assert (status, error["code"]) == (409, "jobs_not_held")
        for body in ({}, {"ids": [1], "name": name}):
            status, error = await admin.error("POST", "/health/jobs/discard", json=body)
            assert (status, error["code"]) == (422, "nothing_selected")
    async with shop.database.reading() as connection:
        actions = await connection.fetch("SELECT action FROM audit_entries ORDER BY id")
    recorded = [row["action"] for row in actions]
    assert recorded.count("job.retried") == recorded.count("job.discarded") == 1


class RefusingMailer:
    """Refuses one address for good, as a mail server does."""

    def __init__(self, refused: str) -> None:
        self.refused = refused
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        if message.to == self.refused:
            raise Undeliverable("550 no such user")
        self.sent.append(message)


async def test_a_refused_email_is_sent_to_the_correct_address(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailer = RefusingMailer("guest@example.com")

    async def send(_self: MessageSender, message: Message) -> None:
        try:
            await mailer.send(message)
        except Undeliverable as error:
            error.message = message
            raise

    monkeypatch.setattr(MessageSender, "send", send)
    [bowl] = await stock_shop(shop)
    order = (await place(shop, [bowl.sku_ids[0]]))["orderId"]
    await shop.work()
    assert mailer.sent == []
    async with operator_client(shop) as admin:
        [refused] = await admin.get("/health/emails")
        assert (refused["address"], refused["orderId"]) == ("guest@example.com", order)
        assert "550" in refused["reason"]
        [problem] = [
            one
            for one in (await admin.get("/today/problems"))["items"]
            if one["kind"] == "emails_undelivered"
        ]
        assert problem["names"] == [order]
        path = f"/health/emails/{refused['id']}/send"
        status, error = await admin.error("POST", path, json={"address": "nobody"})
        assert (status, list(error["fields"])) == (422, ["address"])
        # Refused once more, then accepted.
        await admin.post(path, json={})
        await shop.work()
        [again] = await admin.get("/health/emails")
        assert again["queuedAt"] is None
        await admin.post(path, json={"address": "ada@example.com"})
        assert (await admin.request("POST", path, json={})).status_code == 404
        await shop.work()
        assert await admin.get("/health/emails") == []
    assert [message.to for message in mailer.sent] == ["ada@example.com"]
    assert order in mailer.sent[0].text


async def test_codes_are_not_stored(shop: Shop) -> None:
    @job(policy=EMAIL)
    async def sends_a_code(_runtime: Runtime, _payload: Nothing) -> None:
        error = Undeliverable("550")
        error.message = Message("a@example.com", "Code", "123456", "", "otp")
        raise error

    try:
        async with shop.database.transaction() as connection:
            await enqueue(connection, sends_a_code, Nothing())
        await shop.work()
    finally:
        del JOBS[sends_a_code.name]
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM undelivered_messages") == 0


async def test_a_failed_backup_is_a_problem(shop: Shop, tmp_path: Any) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    object.__setattr__(shop.runtime.settings, "backup_folder", str(folder))
    record_failure(shop.runtime.settings, "No space left on device")
    async with operator_client(shop) as admin:
        problems = (await admin.get("/today/problems"))["items"]
    [problem] = [one for one in problems if one["kind"] == "backup_failed"]
    assert "No space left on device" in problem["reason"]
    assert problem["since"] is not None


async def test_seeing_and_mending_are_two_rights(shop: Shop, jobs_run: Any) -> None:
    await hold(shop, jobs_run)
    async with operator_client(shop, "orders") as admin:
        held = await admin.get("/health/jobs/held")
        body = {"ids": [held["items"][0]["id"]]}
        for path in ("/health/jobs/retry", "/health/jobs/discard"):
            status, error = await admin.error("POST", path, json=body)
            assert (status, error["code"]) == (403, "forbidden")
    async with operator_client(shop, "content") as admin:
        assert (await admin.error("GET", "/health/jobs"))[0] == 403
