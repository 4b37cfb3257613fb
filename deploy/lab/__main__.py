"""`python -m deploy.lab`: break a shop's hosts one after the other, and report; see docs/reliability.md."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from deploy.lab.check import check
from deploy.lab.curve import SHARE, curve_table, measure, remove_limits
from deploy.lab.database import Cluster
from deploy.lab.faults import FAULTS, ClockJumps, Fault, Lab
from deploy.lab.history import History
from deploy.lab.isolation import FOLDER, enter, is_first_process, run_as_first_process
from deploy.lab.network import Network
from deploy.lab.programs import install
from deploy.lab.report import Phase, faults_table, findings_table
from deploy.lab.services import Services
from deploy.lab.shop import ShopHosts, Stock, fill_shop
from deploy.lab.shoppers import Crowd

CALM_SECONDS = 5
"""Between two faults."""
WEB_HOSTS = 3


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="make lab", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of what shoppers do")
    parser.add_argument("--seconds", type=float, default=30, help="for which each fault lasts")
    parser.add_argument("--shoppers", type=int, default=16)
    names = [fault.name for fault in FAULTS]
    parser.add_argument("--only", nargs="+", choices=names, help="these faults", metavar="FAULT")
    parser.add_argument(
        "--hosts",
        nargs="+",
        type=int,
        choices=range(1, WEB_HOSTS + 1),
        help="break nothing; measure requests per second with these numbers of web hosts",
    )
    parser.add_argument("--keep", type=Path, help="copy logs and the history into this folder")
    parser.add_argument("--report", type=Path, help="write the report into this file too")
    return parser.parse_args()


def log(text: str) -> None:
    """Print what happens."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


async def start(network: Network, shoppers: int, clocks: Sequence[str] = ()) -> tuple[Lab, Stock]:
    """Start all hosts of a shop. Those in `clocks` have a clock that can jump."""
    services, cluster = Services(network), Cluster(network)
    lab = Lab(network, cluster, services, ShopHosts(network, cluster, services, WEB_HOSTS))
    log("starting three database hosts")
    await cluster.start()
    log("starting HAProxy, PgBouncer, an S3 server and a mail server")
    await services.start()
    stock = await fill_shop(await cluster.primary(), shoppers)
    log(f"starting {WEB_HOSTS} web hosts and 2 workers")
    await lab.shop.start(clocks)
    return lab, stock


async def suffer(fault: Fault, history: History, crowd: Crowd, seconds: float) -> Phase:
    """Let a fault begin and end; return what happened when."""
    begin = history.now()
    chosen = await fault.begin()
    log(f"{fault.name}: {fault.what} ({chosen})")
    await asyncio.sleep(seconds)
    try:
        await fault.has_taken_effect()
    except TimeoutError as error:
        log(f"  {error}")
    await fault.heal()
    healed = history.now()
    try:
        await fault.recovered()
    except TimeoutError as error:
        log(f"  {error}")
    whole = history.now()
    log(f"  whole again {whole - healed:.0f} s after it was mended")
    crowd.check()
    await asyncio.sleep(CALM_SECONDS)
    return Phase(fault.name, fault.what, chosen, begin, healed, whole, history.now())


async def measure_hosts(options: argparse.Namespace) -> int:
    """Measure the curve; return the exit status."""
    network = Network(FOLDER)
    try:
        lab, stock = await start(network, options.shoppers)
        log(f"measuring with {options.hosts} web hosts, each with {SHARE} of a core")
        show(options, curve_table(await measure(lab, stock, options.hosts)))
    finally:
        network.stop()
        remove_limits()
    return 0


async def run(options: argparse.Namespace) -> int:
    """Break everything; return the exit status."""
    network = Network(FOLDER)
    history = History()
    try:
        # The library that moves a clock makes some pauses fail, so it is used only if needed.
        moves = not options.only or ClockJumps.name in options.only
        clocks = ("web1", "worker1") if moves else ()
        lab, stock = await start(network, options.shoppers, clocks)
        crowd = Crowd(lab.services.url, options.shoppers, options.seed, stock, history)
        crowd.start()
        try:
            history.began = time.monotonic()
            await asyncio.sleep(CALM_SECONDS)
            by_name = {fault.name: fault for fault in FAULTS}
            chosen = [by_name[name] for name in options.only or by_name]
            phases = [await suffer(fault(lab), history, crowd, options.seconds) for fault in chosen]
            log("the shoppers leave")
            await crowd.finish()
        finally:
            await crowd.abandon()
        log("comparing the orders")
        findings = await check(lab, history, stock)
    finally:
        network.stop()
        if options.keep:
            keep(options.keep, history)
    seconds = history.now()
    what = (
        f"Seed {options.seed}, {options.shoppers} shoppers, {seconds / 60:.0f} minutes,"
        f" {len(history.requests):,} requests."
    )
    show(options, what, faults_table(history, phases), findings_table(findings))
    failures = {name: found for name, found in findings.failures().items() if found}
    for name, found in failures.items():
        print(f"{name}: {', '.join(found[:10])}")
    return 1 if failures else 0


def show(options: argparse.Namespace, *parts: str) -> None:
    """Print the report, and write it into a file if the options name one."""
    text = "\n\n".join(parts)
    print(f"\n{text}\n")
    if options.report:
        options.report.write_text(text + "\n")


def keep(folder: Path, history: History) -> None:
    """Copy the logs of all hosts, and write the history of the shoppers."""
    folder.mkdir(parents=True, exist_ok=True)
    history.write(folder / "history.jsonl")
    for file in FOLDER.glob("*/*.log"):
        (folder / f"{file.parent.name}-{file.name}").write_bytes(file.read_bytes())


def _inside() -> int:
    # A stop from outside ends like Ctrl-C: everything is cleaned up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        options = arguments()
        return asyncio.run(measure_hosts(options) if options.hosts else run(options))
    except KeyboardInterrupt:
        log("stopped")
        return 130


if __name__ == "__main__":
    if is_first_process():
        run_as_first_process(_inside)
    arguments()
    sys.exit(enter(sys.argv[1:], install))
