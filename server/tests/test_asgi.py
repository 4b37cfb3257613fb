"""The process that serves the shop."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

STARTED = """
import asyncio, gc
from stallage.asgi import without_worker

async def main():
    app = without_worker()
    async with app.router.lifespan_context(app):
        traversed = {id(one) for one in gc.get_objects()}
        assert id(app.state.runtime) not in traversed
        assert gc.is_tracked(app.state.runtime)
        assert gc.isenabled()
        print(len(traversed))

asyncio.run(main())
"""


def test_what_is_read_at_the_start_is_left_out_of_garbage_collection(
    dsn: str, tmp_path: Path
) -> None:
    environment = os.environ | {"STALLAGE_DATABASE_URL": dsn, "STALLAGE_DATA_DIR": str(tmp_path)}
    found = subprocess.run(
        [sys.executable, "-c", STARTED], check=True, env=environment, stdout=subprocess.PIPE
    )
    # There are more than 300,000 in all.
    assert int(found.stdout.split()[-1]) < 5_000
