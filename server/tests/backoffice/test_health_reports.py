"""Health is the whole `doctor`: slow checks run as jobs, and Today shows what they found."""

from __future__ import annotations

import platform
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stallage import __version__, diagnosis
from stallage.backoffice.jobs.health import run_due_checks
from stallage.core import clock
from stallage.diagnosis import OTHER, SUBJECTS, ok, wrong
from stallage.migrations import head
from stallage.search.index.search_index import index_folder
from tests.admin import Admin, operator_client
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.test_ledger import trade

ROOT = Path(diagnosis.__file__).parent


async def run(admin: Admin, kind: str) -> dict[str, Any]:
    """Have a report made, and return it."""
    started = await admin.post(f"/health/reports/{kind}")
    assert started[kind]["running"]
    await admin.shop.work()
    report: dict[str, Any] = (await admin.get("/health/reports"))[kind]
    assert not report["running"]
    assert report["checkedAt"] is not None
    assert report["failure"] is None
    return report


async def problems(admin: Admin) -> dict[str, Any]:
    return {one["kind"]: one for one in (await admin.get("/today/problems"))["items"]}


async def test_the_checks_are_those_of_the_doctor(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        assert (await admin.get("/health/reports"))["checks"]["checkedAt"] is None
        found = await run(admin, "checks")
    items = {one["about"]: one for one in found["items"]}
    assert items.keys() >= {"Database", "Search", "Mail", "Backup", "Client", "Payment"}
    assert items["Database"]["group"] == "data"
    assert items["Database"]["advice"] is None
    assert items["Mail"]["screen"] == "/settings/email"
    order = [one["state"] for one in found["items"]]
    assert order == sorted(order, key=["wrong", "note", "ok"].index)


async def test_today_shows_what_the_last_checks_found(shop: Shop) -> None:
    async def checks() -> list[diagnosis.Finding]:
        return [
            ok("Mail", "fine"),
            wrong("Disk", "Only 7 MB are free for postgresql://user:tops3cret@host/db."),
            wrong("Background work", "Held jobs: 3"),
        ]

    shop.runtime.services["health.checks"] = checks
    async with operator_client(shop) as admin:
        report = await run(admin, "checks")
        assert [one["about"] for one in report["items"]] == ["Disk", "Background work", "Mail"]
        assert report["items"][0]["screen"] == "/health#disk"
        problem = (await problems(admin))["checks_failed"]
        # Failed jobs are a problem of their own.
        assert (problem["count"], problem["names"]) == (1, ["Disk"])
        assert "7 MB" in problem["reason"]
        assert "tops3cret" not in str(report) + str(problem)
        shop.runtime.services["health.checks"] = _nothing
        await run(admin, "checks")
        assert "checks_failed" not in await problems(admin)


async def _nothing() -> list[diagnosis.Finding]:
    return []


async def test_a_run_that_fails_says_why_and_keeps_the_last_result(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        before = await run(admin, "checks")

        async def fail() -> list[diagnosis.Finding]:
            raise RuntimeError("no password=tops3cret")

        shop.runtime.services["health.checks"] = fail
        await admin.post("/health/reports/checks")
        await shop.work()
        report = (await admin.get("/health/reports"))["checks"]
    assert report["failure"].startswith("no password=")
    assert "tops3cret" not in report["failure"]
    assert report["items"] == before["items"]
    assert not report["running"]


async def test_a_result_of_another_release_is_ignored(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO health_reports (kind, finished_at, result) SELECT kind, now(),"
            " '{\"items\": [{\"other\": 1}]}' FROM unnest('{checks,ledger,space}'::text[]) kind"
        )
    async with operator_client(shop) as admin:
        reports = await admin.get("/health/reports")
        assert (reports["checks"]["items"], reports["space"]["space"]) == ([], None)
        assert "checks_failed" not in await problems(admin)


async def test_checks_run_once_at_a_time_and_every_hour(shop: Shop) -> None:
    runs = 0

    async def count() -> list[diagnosis.Finding]:
        nonlocal runs
        runs += 1
        return []

    shop.runtime.services["health.checks"] = count
    async with operator_client(shop) as admin:
        for _ in range(3):
            await admin.post("/health/reports/checks")
        await shop.work()
        assert runs == 1
        await run_due_checks(shop.runtime)
        await shop.work()
        assert runs == 1
        with clock.shift(timedelta(hours=2)):
            await run_due_checks(shop.runtime)
            await shop.work()
        assert runs == 2


async def test_the_ledger_is_checked_on_request(shop: Shop) -> None:
    await trade(shop)
    async with operator_client(shop) as admin:
        assert {one["state"] for one in (await run(admin, "ledger"))["items"]} == {"ok"}
        assert "ledger_broken" not in await problems(admin)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE skus SET stock = stock + 1")
        broken = [one for one in (await run(admin, "ledger"))["items"] if one["state"] == "wrong"]
        assert broken
        problem = (await problems(admin))["ledger_broken"]
        assert (problem["severity"], problem["count"]) == ("bad", len(broken))


async def test_space_is_measured(shop: Shop) -> None:
    media = shop.runtime.settings.data_dir / "media" / "ab"
    media.mkdir(parents=True)
    (media / "x.webp").write_bytes(bytes(5000))
    async with operator_client(shop) as admin:
        space = (await run(admin, "space"))["space"]
    used = {one["name"]: one["bytes"] for one in space["used"]}
    assert used["media"] == 5000
    assert used["database"] > 1_000_000
    assert used["search"] > 0
    [disk] = space["disks"]
    assert disk["holds"] == ["data"]
    assert 0 < disk["free"] < disk["total"]


async def test_versions_and_the_search_index(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        versions = await admin.get("/health/versions")
        assert (versions["stallage"], versions["python"]) == (
            __version__,
            platform.python_version(),
        )
        assert versions["revision"] == versions["head"] == head()
        before = await admin.get("/health/search")
        assert before["reason"] is None
        await admin.post("/health/search/rebuild")
        await shop.work()
        after = await admin.get("/health/search")
        assert after["writtenAt"] > before["writtenAt"]
        (index_folder(shop.runtime.settings) / "current.json").unlink()
        assert (await admin.get("/health/search"))["writtenAt"] is None


async def test_a_backup_is_made_and_verified(open_shop: OpenShop, tmp_path: Path) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        assert (await admin.get("/backups"))["folder"] is None
        status, error = await admin.error("POST", "/backups")
        assert (status, error["code"]) == (409, "no_backup_folder")
    folder = tmp_path / "backups"
    folder.mkdir()
    async with open_shop(backup_folder=str(folder)) as shop, operator_client(shop) as admin:
        state = await admin.get("/backups")
        assert (state["count"], state["lastAt"], state["problem"]) == (0, None, None)
        assert state["nextAt"] is not None
        await admin.post("/backups")
        assert (await admin.get("/backups"))["running"]
        status, error = await admin.error("POST", "/backups")
        assert (status, error["code"]) == (409, "backup_running")
        await shop.work()
        state = await admin.get("/backups")
        assert (state["count"], state["failure"], state["running"]) == (1, None, False)
        assert state["lastSize"] > 10_000
        assert state["check"]["problem"] is None
        assert state["check"]["backupAt"] == state["lastAt"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/health/reports", 200),
        ("GET", "/health/versions", 200),
        ("GET", "/health/search", 200),
        ("GET", "/backups", 200),
        ("POST", "/health/reports/space", 202),
        ("POST", "/health/reports/evil", 422),
        ("POST", "/health/search/rebuild", 403),
        ("POST", "/backups", 403),
        ("GET", "/health/webhooks", 403),
    ],
)
async def test_seeing_and_mending_are_two_rights(
    shop: Shop, method: str, path: str, status: int
) -> None:
    async with operator_client(shop, "orders") as admin:
        assert (await admin.request(method, path)).status_code == status


@pytest.mark.fast
def test_every_subject_of_the_doctor_has_advice() -> None:
    sources = [*ROOT.glob("doctor*.py"), *ROOT.glob("*/doctor.py"), ROOT / "plugins/findings.py"]
    text = "\n".join(path.read_text() for path in sources)
    found = set(re.findall(r'\b(?:ok|note|wrong|severity)\(\s*"([^"]+)"', text))
    found |= set(re.findall(r'\b(?:about|ABOUT) = "([^"]+)"', text))
    assert len(found) > 20
    assert found <= SUBJECTS.keys()
    assert all(subject.advice for subject in (*SUBJECTS.values(), OTHER))
