"""A shop is brought in in the back office: the processes stop, import, start again, and people sign in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest

from stallage.archive.operations.check import check_upload
from stallage.archive.operations.import_state import read_state, update_upload
from stallage.archive.operations.run_import import run_import
from stallage.archive.operations.upload import (
    Uploader,
    begin_import,
    begin_upload,
    open_uploaded_secrets,
    receive_part,
    request_check,
)
from stallage.archive.rules.uploads import folder_of, upload_of
from stallage.core import clock
from stallage.doctor import check_ledger_at
from stallage.settings import Settings
from tests.archive.shops import PASSPHRASE, archived_rows, empty_database, export
from tests.archive.test_hostile import as_json, edit
from tests.archive.uploading import UPLOAD, upload
from tests.backup.comparing import rows_of
from tests.command import run_stallage
from tests.operators.factory import Person, accept, browser, signed_in
from tests.processes import free_port, stallage, wait_until_ready
from tests.shop import Shop, running_shop
from tests.signin.factory import sign_in
from tests.test_ledger import trade
from tests.waiting import until

pytestmark = pytest.mark.slow

OWN_TABLES = {"audit_entries", "operators", "operator_recovery_codes"}
"""The account of whoever imports stays, and the import is recorded."""
CALCULATED = {
    "customer_changes",
    "customer_overviews",
    "guest_overviews",
    "figures_state",
    "figures_days",
    "payment_attempts",
}
"""Jobs bring these up to date when the shop serves again."""


@dataclass
class Source:
    """A shop with orders, and its archive."""

    archive: Path
    rows: dict[str, list[str]]
    member: Person
    customer: str
    """The id of `ada@example.com`."""


@pytest.fixture
async def source(cluster: str, template: str, tmp_path: Path) -> AsyncIterator[Source]:
    """The archive of a shop with trade, a team and a customer."""
    async with (
        empty_database(cluster, tmp_path / "other", template) as settings,
        running_shop(settings) as other,
        signed_in(other, email="lena@example.com") as member,
    ):
        await trade(other)
        customer = (await sign_in(other)).id
        written = await export(settings, tmp_path / "shop.tar", PASSPHRASE)
        rows = await archived_rows(settings.database_url)
        yield Source(written.path, rows, member, str(customer))


@asynccontextmanager
async def served(settings: Settings, *words: str) -> AsyncIterator[Person]:
    """Serve an empty shop; yield its owner's browser."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with stallage(
        settings,
        *("serve", "--port", str(port), *words),
        STALLAGE_PUBLIC_URL=address,
        STALLAGE_LOG_LEVEL="error",
    ):
        await (await wait_until_ready(port)).aclose()
        async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
            created = await run_stallage(settings, "operator", "create", "owner@example.com")
            token = re.search(r"invitation#(\S+)", created.output)
            assert token is not None
            owner = Person(client)
            await accept(owner, token[1], "owner@example.com")
            yield owner


async def ready_upload(owner: Person, archive: Path) -> None:
    """Upload an archive and have it checked."""
    await upload(owner, archive)
    response = await owner.request("POST", f"{UPLOAD}/check")
    assert response.status_code == 202, response.text

    async def is_checked() -> Any:
        found = (await owner.output("GET", UPLOAD))["upload"]
        return found if found["state"] not in ("checking", "uploaded") else None

    assert (await until(is_checked))["state"] == "ready"


async def imported(owner: Person, **given: str) -> Any:
    """Start the import and return its last progress."""
    response = await owner.request("POST", f"{UPLOAD}/start", json=given)
    assert response.status_code == 202, response.text
    headers = {"Import-Token": response.json()["output"]["token"]}
    steps: list[str] = []

    async def is_over() -> Any:
        try:
            answer = await owner.client.get(f"/api/admin/v1{UPLOAD}/progress", headers=headers)
        except httpx.TransportError:
            return None
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 503:
            return None
        progress = answer.json()["output"]
        steps.append(progress["state"])
        return progress if progress["state"] in ("finished", "failed") else None

    progress = await until(is_over, 300)
    assert steps[0] in ("starting", "running")

    async def is_back() -> bool:
        try:
            return (await owner.client.get("/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    await until(is_back, 300)
    return progress


def next_code(person: Person) -> str:
    """Return the code after the present one, which may have been used."""
    return str(pyotp.TOTP(person.secret).at(clock.now() + timedelta(seconds=30)))


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_shop_is_brought_in_with_its_key(
    settings: Settings, source: Source, workers: str
) -> None:
    before = settings.secret()
    async with served(settings, "--workers", workers) as owner:
        await ready_upload(owner, source.archive)
        progress = await imported(owner, passphrase=PASSPHRASE)
        assert progress["state"] == "finished", progress["failure"]
        result = progress["result"]
        assert result["hasKey"] is True
        assert result["operatorEmail"] == "owner@example.com"
        assert result["ledger"]
        assert all(one["isOk"] for one in result["ledger"])
        # Everybody is signed out, and signs in as before.
        assert await owner.code_of("GET", "/session") == "unauthorized"
        await owner.sign_in(next_code(owner))
        session = await owner.output("GET", "/session")
        assert session["role"] == "owner"
        member = Person(owner.client, "lena@example.com", source.member.secret)
        await member.sign_in(next_code(member))
        orders = await member.output("GET", "/orders")
        assert orders["items"]
        assert (await owner.output("GET", UPLOAD))["isShopEmpty"] is False
    assert settings.secret() != before
    assert not upload_of(settings.data_dir).exists()
    assert not (folder_of(settings.data_dir) / "before.json").exists()
    after = await archived_rows(settings.database_url)
    changed = {table for table, rows in source.rows.items() if after[table] != rows}
    # Signing in again counts its own.
    assert changed <= OWN_TABLES | CALCULATED | {"milestones", "visit_days"}
    for table in OWN_TABLES:
        assert set(after[table]) >= set(source.rows[table]) or table == "operators"
    assert len(after["operators"]) == 2
    async with running_shop(settings) as shop:
        assert str((await sign_in(shop)).id) == source.customer
        async with shop.database.reading() as connection:
            entry = await connection.fetchrow(
                "SELECT actor_name, subject_label FROM audit_entries WHERE action = $1",
                "archive.imported",
            )
    assert entry is not None
    assert tuple(entry) == ("Ada Lovelace", "shop.tar")


async def test_without_the_key_the_owner_and_customers_sign_in(
    settings: Settings, source: Source
) -> None:
    async with served(settings) as owner:
        await ready_upload(owner, source.archive)
        progress = await imported(owner)
        assert progress["state"] == "finished", progress["failure"]
        assert progress["result"]["hasKey"] is False
        await owner.sign_in(next_code(owner))
        # The key of this app is encrypted with the other shop's secret.
        member = Person(owner.client, "lena@example.com", source.member.secret)
        challenge = await member.begin()
        given = {"challenge": challenge, "code": next_code(member)}
        assert await member.code_of("POST", "/sign-in/code", json=given) != ""
        # A recovery code needs no key.
        await member.sign_in(source.member.recovery_codes[0])
    async with running_shop(settings) as shop:
        assert str((await sign_in(shop)).id) == source.customer


async def test_who_is_on_both_teams_signs_in_as_in_the_new_shop(
    settings: Settings, source: Source
) -> None:
    async with running_shop(settings) as shop, signed_in(shop, email="LENA@example.com") as lena:
        recovery_codes = lena.recovery_codes
        operator_id = await only_operator(shop)
    await asyncio.to_thread(prepare, settings, source.archive, operator_id, "lena@example.com")
    await asyncio.to_thread(run_import, settings, settings.database_url, check_ledger_at, allow)
    state = read_state(settings.data_dir)
    assert state is not None
    assert state.state == "finished", state.failure
    async with running_shop(settings) as shop, browser(shop) as person:
        person.email, person.secret = lena.email, lena.secret
        await person.sign_in(next_code(person))
        assert (await person.output("GET", "/session"))["role"] == "owner"
        await person.sign_in(recovery_codes[0])
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM operators") == 1


async def only_operator(shop: Shop) -> int:
    """Return the id of the only operator."""
    async with shop.database.reading() as connection:
        return int(await connection.fetchval("SELECT id FROM operators"))


async def allow(_connection: object, _settings: Settings) -> None:
    """Let the shop start with anything."""


def prepare(settings: Settings, archive: Path, operator_id: int, email: str) -> None:
    """Upload, check and start the import of an archive in a shop that is stopped."""
    data_dir, dsn = settings.data_dir, settings.database_url
    uploader = Uploader(operator_id, "Ada", email, None)
    content = archive.read_bytes()
    begin_upload(data_dir, "shop.tar", len(content), uploader)
    receive_part(data_dir, 0, content)
    check_upload(settings, dsn, request_check(data_dir))
    state = read_state(data_dir)
    assert state is not None
    assert state.state == "ready", state.failure
    opened = open_uploaded_secrets(state, PASSPHRASE)
    begin_import(data_dir, state.id, uploader, settings.secret(), opened)


async def test_a_failed_import_leaves_the_shop_empty(settings: Settings, source: Source) -> None:
    bad = edit(source.archive, "tables/products.jsonl", as_json(lambda row: row.update(status="x")))
    before = settings.secret()
    async with served(settings) as owner:
        await ready_upload(owner, bad)
        progress = await imported(owner, passphrase=PASSPHRASE)
        assert progress["state"] == "failed"
        assert "violates check" in progress["failure"]
        # The session goes on, and the import can be tried again.
        found = await owner.output("GET", UPLOAD)
        assert (found["isShopEmpty"], found["upload"]["state"]) == (True, "failed")
        assert found["upload"]["failure"] == progress["failure"]
        assert (await owner.output("GET", "/session"))["name"] == "Ada Lovelace"
    assert settings.secret() == before
    rows = await rows_of(settings.database_url)
    assert rows["products"] == rows["orders"] == []
    assert len(rows["operators"]) == 1


@pytest.fixture
async def stopped(settings: Settings, source: Source) -> int:
    """A stopped shop that waits for an import; the id of its owner."""
    async with running_shop(settings) as shop, signed_in(shop, email="ada@example.com"):
        operator_id = await only_operator(shop)
    await asyncio.to_thread(prepare, settings, source.archive, operator_id, "ada@example.com")
    return operator_id


async def end(settings: Settings, require_startable: Any = allow) -> Any:
    """Run the import, or end it, and return its state."""
    await asyncio.to_thread(
        run_import, settings, settings.database_url, check_ledger_at, require_startable
    )
    return read_state(settings.data_dir)


async def test_an_import_that_was_interrupted_is_undone(settings: Settings, stopped: int) -> None:
    before, key = await rows_of(settings.database_url), settings.secret()
    state = read_state(settings.data_dir)
    assert state is not None
    # As after a crash before the rows were committed.
    update_upload(settings.data_dir, state.id, state="running")
    ended = await end(settings)
    assert (ended.state, ended.secrets) == ("failed", "")
    assert "interrupted" in ended.failure
    assert await rows_of(settings.database_url) == before
    assert settings.secret() == key


async def test_an_import_that_was_committed_is_finished(
    settings: Settings, stopped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process ends."""

    def kill(*_arguments: object) -> bool:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("stallage.archive.operations.restore.settle", kill)
        with pytest.raises(Killed):
            await end(settings)
    state = read_state(settings.data_dir)
    assert state is not None
    assert state.state == "running"
    ended = await end(settings)
    assert ended.state == "finished", ended.failure
    assert ended.result.has_key
    rows = await rows_of(settings.database_url)
    assert rows["orders"]
    assert len(rows["operators"]) == 2
    # Once more changes nothing.
    assert (await end(settings)).state == "finished"


async def test_a_crash_before_the_commit_gives_the_key_back(
    settings: Settings, stopped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = settings.secret()

    class Killed(BaseException):
        """The process ends."""

    async def kill(*_arguments: object) -> None:
        raise Killed

    def leave(*_arguments: object) -> bool:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("stallage.archive.operations.restore.settle", leave)
        with pytest.raises(Killed):
            await end(settings, kill)
    assert settings.secret() != key
    ended = await end(settings)
    assert ended.state == "failed"
    assert settings.secret() == key
    assert not (settings.data_dir / "settings.env").exists()


async def test_a_shop_that_could_not_start_is_not_imported(
    settings: Settings, stopped: int
) -> None:
    before = await rows_of(settings.database_url)
    async with stallage(
        settings, "import-upload", STALLAGE_PUBLIC_URL="https://shop.example"
    ) as command:
        assert await command.wait() == 0
    ended = read_state(settings.data_dir)
    assert ended is not None
    assert ended.state == "failed"
    assert "Payments are in test mode" in str(ended.failure)
    assert await rows_of(settings.database_url) == before
