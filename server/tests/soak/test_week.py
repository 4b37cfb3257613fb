"""A week of trade with everything that can happen to it; all books agree to the cent at the end."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path

from tests.soak.cluster import own_cluster
from tests.soak.driver import trade

ACTS = 1500


def test_a_week_of_trade(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    sys.stdout.write(f"seed {seed}\n")
    with own_cluster(tmp_path) as cluster:
        dsn = cluster.make("week")
        seen = asyncio.run(trade(dsn, tmp_path / "data", seed=seed, acts=ACTS)).seen
    sys.stdout.write(f"{dict(sorted(seen.items()))}\n")
    # It was a week worth the name.
    for happened, least in (
        ("orders acknowledged", 100),
        ("connections cut", 30),
        ("crashes of the database", 4),
        ("jobs done", 200),
        ("cancelled whole", 5),
        ("pressed pay", 10),
        ("operator: delivered", 3),
        ("exchange cancelled", 1),
    ):
        assert seen[happened] >= least, (happened, seen[happened])
