"""Three database hosts: each runs etcd and Patroni, which runs PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import shutil
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from deploy.lab.network import Host, Network, command
from deploy.lab.waiting import until

HERE = Path(__file__).parent
DISK_MB = 1500
"""Of each database host. The file of the disk is sparse."""
SOCKETS = Path("/run/postgresql")
SETTINGS = (
    "statement_timeout = '30s'",
    "idle_in_transaction_session_timeout = '20s'",
    "jit = off",
)
"""Of the shop's role, since a pooler drops those that the shop sends; see docs/database.md."""


RUNNING = {"running", "streaming"}
"""States of a primary and of a standby that is up."""


@dataclass(frozen=True)
class Member:
    """A database host as Patroni sees it."""

    name: str
    role: str
    """`leader`, `sync_standby` or `replica`."""
    state: str


class Cluster:
    """The database hosts."""

    def __init__(self, network: Network) -> None:
        self.hosts = [network.add(f"db{number}", 30 + number) for number in (1, 2, 3)]

    @property
    def dsn(self) -> str:
        """The address of the database at all hosts, as the shop has it."""
        addresses = ",".join(f"{host.address}:5432" for host in self.hosts)
        return f"postgresql://shop@{addresses}/shop"

    async def start(self) -> None:
        """Start all hosts, and wait for a primary with a synchronous standby and another one."""
        for host in self.hosts:
            _make_disk(host)
            self.power_on(host)
        await self.is_whole()
        await self._create_database()

    def power_on(self, host: Host) -> None:
        """Start what runs on a host."""
        self.start_etcd(host)
        self._start_patroni(host)

    def start_etcd(self, host: Host) -> None:
        """Start a host's etcd."""
        members = ",".join(f"{one.name}=http://{one.address}:2380" for one in self.hosts)
        client, peer = f"http://{host.address}:2379", f"http://{host.address}:2380"
        host.start(
            "etcd",
            [
                "etcd",
                f"--name={host.name}",
                f"--data-dir={disk_of(host)}/etcd",
                f"--listen-client-urls={client}",
                f"--advertise-client-urls={client}",
                f"--listen-peer-urls={peer}",
                f"--initial-advertise-peer-urls={peer}",
                f"--initial-cluster={members}",
                # Generous, since all hosts share a disk and two cores.
                "--heartbeat-interval=300",
                "--election-timeout=3000",
                # A host that was cut off does not start an election when it is back.
                "--pre-vote",
                # For Patroni 3.0.2; see patroni.yaml.
                "--enable-v2",
                "--logger=zap",
                "--log-level=warn",
            ],
        )

    def _start_patroni(self, host: Host) -> None:
        host.start(
            "patroni",
            ["patroni", HERE / "patroni.yaml"],
            environment={
                "PATRONI_NAME": host.name,
                "PATRONI_RESTAPI_LISTEN": f"{host.address}:8008",
                "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{host.address}:8008",
                "PATRONI_POSTGRESQL_LISTEN": f"{host.address}:5432",
                "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{host.address}:5432",
                "PATRONI_POSTGRESQL_DATA_DIR": f"{disk_of(host)}/data",
                "PATRONI_POSTGRESQL_PGPASS": f"{disk_of(host)}/pgpass",
            },
            user="postgres",
            own_folder=SOCKETS,
        )

    async def members(self, without: Host | None = None) -> list[Member]:
        """Return the hosts as any of them sees the cluster, except `without`. Empty if none answers."""
        return await asyncio.to_thread(_members, [one for one in self.hosts if one is not without])

    async def has_failed_over(self, old: Host) -> None:
        """Wait until another host than the old primary is the primary, as the others see it."""

        async def is_replaced() -> bool:
            found = await self.members(old)
            return any(one.role == "leader" and one.name != old.name for one in found)

        await until(is_replaced, f"another primary than {old.name}")

    async def host_with(self, role: str) -> Host | None:
        """Return the running host with a role."""
        for one in await self.members():
            if one.role == role and one.state in RUNNING:
                return next(host for host in self.hosts if host.name == one.name)
        return None

    async def primary(self) -> Host:
        """Wait for a primary and return it."""
        found: Host = await until(lambda: self.host_with("leader"), "a primary")
        return found

    async def is_whole(self) -> None:
        """Wait until all three hosts run, one standby is synchronous, and all of them agree on it."""

        async def complete() -> bool:
            # One that was cut off or stood still knows the cluster as it was before.
            views = [await asyncio.to_thread(_members, [host]) for host in self.hosts]
            seen = {
                frozenset((one.name, one.role) for one in view if one.state in RUNNING)
                for view in views
            }
            roles = sorted(role for _, role in seen.pop())
            return not seen and roles == ["leader", "replica", "sync_standby"]

        await until(complete, "three database hosts", 300)

    async def run(self, host: Host, *statements: str, database: str = "postgres") -> None:
        """Run statements on a host as its superuser."""
        connection = await superuser(host, database)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close(timeout=5)

    async def _create_database(self) -> None:
        primary = await self.primary()
        await self.run(
            primary,
            "CREATE ROLE shop LOGIN",
            *(f"ALTER ROLE shop SET {setting}" for setting in SETTINGS),
            "CREATE DATABASE shop OWNER shop",
        )
        extensions = ("pg_trgm", "unaccent", "btree_gin")
        await self.run(
            primary, *(f"CREATE EXTENSION {name}" for name in extensions), database="shop"
        )


async def superuser(host: Host, database: str) -> asyncpg.Connection[asyncpg.Record]:
    """Connect to a host as its superuser."""
    return await asyncpg.connect(f"postgresql://postgres@{host.address}/{database}", timeout=10)


def disk_of(host: Host) -> Path:
    """Return where a host's own disk is mounted."""
    return host.folder / "disk"


def _make_disk(host: Host) -> None:
    """Give a host a disk of its own, which can become full without the others."""
    image = host.folder / "disk.img"
    with image.open("wb") as file:
        file.truncate(DISK_MB * 1024 * 1024)
    command("mkfs.ext4", "-q", image)
    disk_of(host).mkdir()
    command("mount", "-o", "loop", image, disk_of(host))
    shutil.chown(disk_of(host), "postgres", "postgres")
    disk_of(host).chmod(0o755)
    (disk_of(host) / "etcd").mkdir(mode=0o700)


def _members(hosts: Sequence[Host]) -> list[Member]:
    """Ask these hosts in turn."""
    for host in hosts:
        try:
            with urllib.request.urlopen(f"http://{host.address}:8008/cluster", timeout=2) as found:
                listed = json.load(found)["members"]
        except (OSError, ValueError, KeyError):
            continue
        return [Member(one["name"], one["role"], one["state"]) for one in listed]
    return []
