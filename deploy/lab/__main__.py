"""`python -m deploy.lab`: see docs/reliability.md."""

from __future__ import annotations

import asyncio
import sys

from deploy.lab.database import Cluster
from deploy.lab.isolation import FOLDER, enter, is_first_process, run_as_first_process
from deploy.lab.network import Network
from deploy.lab.programs import install


async def _try() -> None:
    network = Network(FOLDER)
    try:
        cluster = Cluster(network)
        await cluster.start()
        print(cluster.members())
    finally:
        network.stop()


def _run() -> int:
    asyncio.run(_try())
    return 0


if __name__ == "__main__":
    if is_first_process():
        run_as_first_process(_run)
    install()
    sys.exit(enter(sys.argv[1:]))
