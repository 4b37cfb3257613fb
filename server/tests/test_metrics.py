"""`/metrics`, and the alerts and the dashboard that are made for it."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import aclosing
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from stallage.metrics import FOLDER, requests_of_machine
from stallage.settings import Settings
from tests.conftest import OpenShop
from tests.debian_program import ROOT, output_of
from tests.processes import free_port, stallage, wait_until_ready
from tests.shop import Shop
from tests.waiting import until

DEPLOY = ROOT / "deploy"
TOKEN = "a-token-for-the-monitoring"
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}
NAME = re.compile(r"\bstallage_[a-z_]+\b")


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Return the values by name and labels, without the labels of processes."""
    return {
        (one.name, *(value for name, value in sorted(one.labels.items()) if name != "process")): (
            one.value
        )
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def promtool(*words: str, text: str = "", folder: Path = DEPLOY) -> str:
    """Run Prometheus' own checks and return what they print."""
    return output_of("promtool", "prometheus", *words, text=text, folder=folder)


async def test_only_the_token_opens_it(open_shop: OpenShop, shop: Shop) -> None:
    assert (await shop.client.get("/metrics", headers=AUTHORIZED)).status_code == 404
    async with open_shop(metrics_token=SecretStr(TOKEN)) as watched:
        for headers in ({}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": TOKEN}):
            status, error = await watched.error("GET", "/metrics", headers=headers)
            assert (status, error["code"]) == (401, "unauthorized")
        response = await watched.client.get("/metrics", headers=AUTHORIZED)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"


async def test_requests_are_counted_by_route(open_shop: OpenShop) -> None:
    async with open_shop(metrics_token=SecretStr(TOKEN)) as shop:

        async def counted() -> dict[tuple[str, ...], float]:
            return samples((await shop.client.get("/metrics", headers=AUTHORIZED)).text)

        before = await counted()
        for slug in ("one", "two", "three"):
            await shop.client.get(f"/api/products/{slug}")
        await shop.client.get("/api/nothing/of/the/kind")
        after = await counted()
    name = "stallage_http_request_seconds_count"
    route = (name, "GET", "/api/products/{slug}", "404")
    assert after[route] - before.get(route, 0) == 3
    assert not any("kind" in label for labels in after for label in labels)
    assert after[("stallage_database_up",)] == 1
    assert after[("stallage_search_index_up",)] == 1
    assert after[("stallage_jobs_held",)] == 0


async def test_it_passes_the_checks_of_prometheus(open_shop: OpenShop) -> None:
    async with open_shop(metrics_token=SecretStr(TOKEN)) as shop:
        text = (await shop.client.get("/metrics", headers=AUTHORIZED)).text
    assert promtool("check", "metrics", text=text) == ""


async def test_any_process_reports_those_of_its_machine(settings: Settings) -> None:
    port = free_port()
    words = ("serve", "--workers", "2", "--no-jobs", "--port", str(port))
    async with (
        stallage(settings, *words, STALLAGE_METRICS_TOKEN=TOKEN),
        aclosing(await wait_until_ready(port)) as client,
    ):

        async def processes() -> bool:
            # Without a connection that stays open, either process may answer.
            headers = {**AUTHORIZED, "Connection": "close"}
            text = (await client.get("/metrics", headers=headers)).text
            families = text_string_to_metric_families(text)
            found = {one.labels.get("process") for family in families for one in family.samples}
            return len(found - {None}) == 2

        await until(processes)


def test_counts_of_ended_processes_are_deleted(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    ended = subprocess.Popen(["true"])
    ended.wait()
    (folder / str(ended.pid)).write_bytes(b'[["GET","/",200,1.0,[1]]]')
    (folder / "1").write_bytes(b'[["GET","/",200,1.0,[1]]]')
    assert str(ended.pid) not in requests_of_machine(folder)
    [[method, route, *_]] = requests_of_machine(folder)["1"]
    assert (method, route) == ("GET", "/")
    assert [path.name for path in folder.iterdir()] == ["1"]


async def test_a_folder_that_cannot_be_written_stops_nothing(
    settings: Settings, open_shop: OpenShop
) -> None:
    settings.data_dir.mkdir(exist_ok=True)
    (settings.data_dir / FOLDER).write_text("no folder")
    async with open_shop(metrics_token=SecretStr(TOKEN)) as shop:
        assert (await shop.client.get("/metrics", headers=AUTHORIZED)).status_code == 200


@pytest.mark.fast
def test_alerts_are_valid_and_fire() -> None:
    promtool("check", "rules", "prometheus/alerts.yaml")
    promtool("test", "rules", "alerts_test.yaml", folder=DEPLOY / "prometheus")


async def test_alerts_and_dashboard_use_existing_metrics(open_shop: OpenShop) -> None:
    async with open_shop(metrics_token=SecretStr(TOKEN)) as shop:
        async with shop.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO worker_heartbeats (id, host, process_id, started_at, seen_at)"
                " VALUES (gen_random_uuid(), 'host', 1, now(), now())"
            )
        exported = {
            labels[0]
            for labels in samples((await shop.client.get("/metrics", headers=AUTHORIZED)).text)
        }
    alerts = (DEPLOY / "prometheus" / "alerts.yaml").read_text()
    expressions = [
        rule["expr"] for group in yaml.safe_load(alerts)["groups"] for rule in group["rules"]
    ]
    dashboard = json.loads((DEPLOY / "grafana" / "stallage.json").read_text())
    expressions += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    used = {name for expression in expressions for name in NAME.findall(expression)}
    # Pages are counted where they are rendered, which this shop does not do.
    assert used - exported == {"stallage_pages_total"}
