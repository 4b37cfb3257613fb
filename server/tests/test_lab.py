"""The lab in `deploy/lab`: its configurations, and how it compares orders. `make lab` runs all of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from deploy.lab.check import Findings, check_orders, check_stock
from deploy.lab.faults import FAULTS
from deploy.lab.history import History, Order, Outcome, Request, longest_gap
from deploy.lab.report import Phase, faults_table
from deploy.lab.waiting import until

from tests.checkout.factory import guest_order
from tests.debian_program import ROOT, output_of, path_of
from tests.processes import free_port
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

LAB = ROOT / "deploy" / "lab"


def test_haproxy_accepts_its_configuration() -> None:
    output_of("haproxy", "haproxy", "-c", "-q", "-f", LAB / "haproxy.cfg")


def test_patroni_accepts_its_configuration(tmp_path: Path) -> None:
    variables = {
        "PATRONI_NAME": "db1",
        "PATRONI_RESTAPI_LISTEN": f"127.0.0.1:{free_port()}",
        "PATRONI_RESTAPI_CONNECT_ADDRESS": "10.77.0.31:8008",
        "PATRONI_POSTGRESQL_LISTEN": f"127.0.0.1:{free_port()}",
        "PATRONI_POSTGRESQL_CONNECT_ADDRESS": "10.77.0.31:5432",
        "PATRONI_POSTGRESQL_DATA_DIR": str(tmp_path / "data"),
        "PATRONI_POSTGRESQL_PGPASS": str(tmp_path / "pgpass"),
    }
    done = subprocess.run(
        [path_of("patroni", "patroni"), "--validate-config", LAB / "patroni.yaml"],
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], **variables},
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.fast
def test_its_command_names_all_faults() -> None:
    command = [sys.executable, "-m", "deploy.lab", "--only", "nothing"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment
    )
    assert done.returncode == 2
    assert all(fault.name in done.stderr for fault in FAULTS)


def _history(*orders: tuple[str, Outcome, str]) -> History:
    return History(
        orders=[Order(key, outcome, order_id, 1.0, 1) for key, outcome, order_id in orders]
    )


async def test_orders_are_compared_with_the_answers(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=10), taxes=True)

    async def place(key: str) -> str:
        placed = await shop.output(
            "POST",
            "/api/orders",
            json=guest_order([bowl.sku_id]),
            headers={"Idempotency-Key": key},
        )
        return str(placed["orderId"])

    one, two = await place("lab-1"), await place("lab-2")
    right = _history(
        ("lab-1", Outcome.ACKNOWLEDGED, one),
        ("lab-2", Outcome.UNKNOWN, ""),
        ("lab-3", Outcome.REFUSED, ""),
        ("lab-4", Outcome.UNKNOWN, ""),
    )
    wrong = _history(
        ("lab-1", Outcome.REFUSED, ""),
        ("lab-5", Outcome.ACKNOWLEDGED, "SO-0000-0000"),
    )
    async with shop.database.reading() as connection:
        found = Findings()
        assert await check_orders(connection, right, found) == {one, two}
        assert (found.acknowledged, found.unknown, found.unknown_placed) == (1, 2, 1)
        assert not any(found.failures().values())
        found = Findings()
        await check_orders(connection, wrong, found)
        assert [text.partition(" ")[0] for text in found.lost] == ["SO-0000-0000"]
        assert [text.partition(" ")[0] for text in found.refused_placed] == [one]
        assert found.doubled == [two]


async def test_stock_is_compared_with_what_was_sold(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=10), taxes=True)
    await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id] * 3))
    async with shop.database.reading() as connection:
        for before, wrong in ((10, 0), (11, 1)):
            found = Findings()
            await check_stock(connection, {bowl.sku_id: before}, found)
            assert len(found.wrong_stock) == wrong


@pytest.mark.fast
def test_the_report_counts_what_failed_during_a_fault() -> None:
    history = History(
        requests=[
            Request(11.0, 0.5, "browse", 200, "web1", True),
            Request(12.0, 0.5, "browse", 503, "", False),
            Request(14.0, 2.0, "order", 0, "", False),
            Request(41.0, 0.5, "browse", 503, "", False),
        ]
    )
    phase = Phase("web-dies", "a host dies", "web3", 10.0, 20.0, 25.0, 30.0)
    row = faults_table(history, [phase]).splitlines()[-1]
    assert "| 10 + 5 | 3 | 2 | 18.5 | 20.0 | no answer: 1, 503: 1 |" in row
    assert longest_gap([12.0, 19.0, 99.0], 10.0, 30.0) == 11.0


@pytest.mark.fast
def test_waiting_names_what_did_not_happen() -> None:
    with pytest.raises(TimeoutError, match="a primary: not within 0 s"):
        asyncio.run(until(lambda: False, "a primary", 0.01))
