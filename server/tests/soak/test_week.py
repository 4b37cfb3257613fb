"""After a simulated week with crashes, all sums are consistent to the cent."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path

import pytest

from tests.soak.cluster import own_cluster
from tests.soak.driver import trade

pytestmark = pytest.mark.slow

ACTIONS = 1500


def test_a_week_of_trade(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    sys.stdout.write(f"seed {seed}\n")
    with own_cluster(tmp_path) as cluster:
        dsn = cluster.create_database("week")
        seen = asyncio.run(trade(dsn, tmp_path / "data", seed=seed, actions=ACTIONS)).seen
    sys.stdout.write(f"{dict(sorted(seen.items()))}\n")
    # Enough of everything happened.
    for happened, least in (
        ("orders acknowledged", 100),
        ("connections cut", 30),
        ("crashes of the database", 4),
        ("jobs done", 200),
        ("cancelled whole", 1),
        ("pressed pay", 5),
        ("operator: delivered", 1),
        ("exchange cancelled", 1),
    ):
        assert seen[happened] >= least, (happened, seen[happened])
