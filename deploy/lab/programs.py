"""Programs of Debian's packages that the lab runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
POSTGRESQL = "/usr/lib/postgresql/15/bin"
NO_CLUSTER = Path("/etc/postgresql-common/createcluster.conf")
"""Tells Debian's package not to start a database of its own when it is installed."""

PACKAGES = {
    "ip": "iproute2",
    "setpriv": "util-linux",
    "haproxy": "haproxy",
    "etcd": "etcd-server",
    "patroni": "patroni",
    "pgbouncer": "pgbouncer",
    "faketime": "faketime",
    f"{POSTGRESQL}/postgres": "postgresql-15",
}


def install() -> None:
    """Install the packages that are missing. Raises CalledProcessError with what to do."""
    if not NO_CLUSTER.exists():
        NO_CLUSTER.parent.mkdir(parents=True, exist_ok=True)
        NO_CLUSTER.write_text("create_main_cluster = false\n")
    for program, package in PACKAGES.items():
        subprocess.run(
            [ROOT / "tools" / "debian-program", program, package],
            check=True,
            stdout=subprocess.DEVNULL,
        )
