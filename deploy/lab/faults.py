"""Faults: each begins, is healed later, and leaves a whole lab."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import asyncpg

from deploy.lab.database import Cluster, disk_of, superuser
from deploy.lab.network import Host, Network
from deploy.lab.services import Services
from deploy.lab.shop import CLOCK, ShopHosts
from deploy.lab.waiting import until

RESUME = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_replay_resume() END"


@dataclass
class Lab:
    """All hosts."""

    network: Network
    cluster: Cluster
    services: Services
    shop: ShopHosts

    def power_off(self, *hosts: Host) -> None:
        """Let hosts lose power at once: nobody hears from them again, not even that they end."""
        for host in hosts:
            self.network.cut(host)
        for host in hosts:
            host.kill()

    def power_on(self, *hosts: Host) -> None:
        """Start hosts, with all that runs on them."""
        for host in hosts:
            self.network.join(host)
            part = self.cluster if host in self.cluster.hosts else self.shop
            part.power_on(host)


class Fault(ABC):
    """Something that breaks."""

    name: ClassVar[str]
    what: ClassVar[str]
    """For the report."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    @abstractmethod
    async def begin(self) -> str:
        """Break it; return what was chosen, such as the host that was the primary."""

    async def has_taken_effect(self) -> None:  # noqa: B027 - few have to wait
        """Wait until it need not last longer."""

    @abstractmethod
    async def heal(self) -> None:
        """Mend it."""

    async def recovered(self) -> None:
        """Wait until all of the lab is as before."""
        await self.lab.cluster.is_whole()
        for host in self.lab.shop.web:
            await self.lab.shop.serves(host)

    async def chosen(self, role: str) -> Host:
        """Return the database host with a role, once there is one."""
        host: Host = await until(lambda: self.lab.cluster.host_with(role), f"a {role}")
        return host


class WebHostDies(Fault):
    """A web host."""

    name = "web-dies"
    what = "a web host loses power"

    async def begin(self) -> str:
        self._host = self.lab.shop.web[-1]
        self.lab.power_off(self._host)
        return self._host.name

    async def heal(self) -> None:
        self.lab.power_on(self._host)


class WebHostIsCutOff(Fault):
    """A web host that runs on."""

    name = "web-cut"
    what = "a web host is cut off from everything"

    async def begin(self) -> str:
        self._host = self.lab.shop.web[-1]
        self.lab.network.cut(self._host)
        return self._host.name

    async def heal(self) -> None:
        self.lab.network.join(self._host)


class WorkersDie(Fault):
    """Workers. Those inside the web hosts go on."""

    name = "workers-die"
    what = "both workers lose power"

    async def begin(self) -> str:
        self.lab.power_off(*self.lab.shop.workers)
        return " and ".join(host.name for host in self.lab.shop.workers)

    async def heal(self) -> None:
        self.lab.power_on(*self.lab.shop.workers)


class PoolerDies(Fault):
    """PgBouncer."""

    name = "pooler-dies"
    what = "PgBouncer is killed"

    async def begin(self) -> str:
        self.lab.services.front.kill_program("pgbouncer")
        return "front"

    async def heal(self) -> None:
        self.lab.services.start_pooler()


class OfThePrimary(Fault):
    """A fault that lasts until another host is the primary."""

    _host: Host

    async def has_taken_effect(self) -> None:
        await self.lab.cluster.has_failed_over(self._host)


class PrimaryDies(OfThePrimary):
    """The primary, with its etcd and Patroni."""

    name = "primary-dies"
    what = "the primary's host loses power"

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        self.lab.power_off(self._host)
        return self._host.name

    async def heal(self) -> None:
        self.lab.power_on(self._host)


class PrimaryIsCutOff(OfThePrimary):
    """The primary that runs on and knows of no other one."""

    name = "primary-cut"
    what = "the primary is cut off from everything"

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        self.lab.network.cut(self._host)
        return self._host.name

    async def heal(self) -> None:
        self.lab.network.join(self._host)


class PrimaryIsCutOffFromPeers(OfThePrimary):
    """The primary that the shop still reaches."""

    name = "primary-alone"
    what = "the primary is cut off from the other database hosts, but not from the shop"

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        self._others = [one for one in self.lab.cluster.hosts if one is not self._host]
        self.lab.network.separate(self._host, self._others)
        return self._host.name

    async def heal(self) -> None:
        self.lab.network.unite(self._host, self._others)


class PrimaryFreezes(OfThePrimary):
    """All processes of the primary's host, as when a virtual machine is paused."""

    name = "primary-freezes"
    what = "the primary's host stands still, and goes on later"

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        self._host.signal(signal.SIGSTOP)
        return self._host.name

    async def heal(self) -> None:
        self._host.signal(signal.SIGCONT)


class StandbyDies(Fault):
    """The standby that commits wait for."""

    name = "standby-dies"
    what = "the synchronous standby loses power"

    async def begin(self) -> str:
        self._host = await self.chosen("sync_standby")
        self.lab.power_off(self._host)
        return self._host.name

    async def heal(self) -> None:
        self.lab.power_on(self._host)


class ReplicaLags(OfThePrimary):
    """Both standbys receive and do not replay; then one of them has to take over."""

    name = "replica-lags"
    what = "the standbys stop replaying, then the primary's host loses power"
    LAG_BYTES = 2_000_000

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        for host in self.lab.cluster.hosts:
            if host is not self._host:
                await self.lab.cluster.run(host, "SELECT pg_wal_replay_pause()")
        before = await self._position(self._host)

        async def lags() -> bool:
            return await self._position(self._host) - before > self.LAG_BYTES

        await until(lags, "a lag")
        self.lab.power_off(self._host)
        return f"{self._host.name}, {self.LAG_BYTES // 1_000_000} MB behind"

    async def _position(self, host: Host) -> int:
        connection = await superuser(host, "postgres")
        try:
            found: int = await connection.fetchval("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        finally:
            await connection.close()
        return int(found)

    async def heal(self) -> None:
        # The one that has taken over, or is about to, does so by itself.
        for host in self.lab.cluster.hosts:
            if host is not self._host:
                with suppress(asyncpg.ObjectNotInPrerequisiteStateError):
                    await self.lab.cluster.run(host, RESUME)
        self.lab.power_on(self._host)


class DiskFills(Fault):
    """The primary's disk."""

    name = "disk-fills"
    what = "the primary's disk is full"
    SEGMENTS = 8

    async def begin(self) -> str:
        self._host = await self.chosen("leader")
        self._filling = disk_of(self._host) / "filling"
        free = os.statvfs(disk_of(self._host))
        with self._filling.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
        # Segments of the log that are used again have space; one more than those has not.
        with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            for _ in range(self.SEGMENTS):
                await self.lab.cluster.run(self._host, "SELECT pg_switch_wal()", "CHECKPOINT")
        return self._host.name

    async def heal(self) -> None:
        self._filling.unlink()


class ClockJumps(Fault):
    """Clocks of a web host and a worker, in opposite directions."""

    name = "clock-jumps"
    what = "a web host's clock jumps 10 minutes back, a worker's 10 minutes ahead"
    SECONDS = 600

    async def begin(self) -> str:
        web, worker = self.lab.shop.web[0], self.lab.shop.workers[0]
        (web.folder / CLOCK).write_text(f"-{self.SECONDS}\n")
        (worker.folder / CLOCK).write_text(f"+{self.SECONDS}\n")
        return f"{web.name} and {worker.name}"

    async def heal(self) -> None:
        for host in (self.lab.shop.web[0], self.lab.shop.workers[0]):
            (host.folder / CLOCK).write_text("+0\n")


class StorageIsAway(Fault):
    """The S3 server."""

    name = "s3-away"
    what = "the S3 server is cut off"

    async def begin(self) -> str:
        self.lab.network.cut(self.lab.services.storage)
        return "s3"

    async def heal(self) -> None:
        self.lab.network.join(self.lab.services.storage)


class MailServerDies(Fault):
    """The mail server."""

    name = "smtp-dies"
    what = "the mail server is killed"

    async def begin(self) -> str:
        self.lab.services.mail.kill()
        return "mail"

    async def heal(self) -> None:
        self.lab.services.start_mail()


class ElectionsAreImpossible(Fault):
    """etcd without a majority: no database host may be the primary."""

    name = "etcd-dies"
    what = "etcd is killed on two of three hosts"

    async def begin(self) -> str:
        primary = await self.chosen("leader")
        self._hosts = [one for one in self.lab.cluster.hosts if one is not primary]
        for host in self._hosts:
            host.kill_program("etcd")
        return " and ".join(host.name for host in self._hosts)

    async def heal(self) -> None:
        for host in self._hosts:
            self.lab.cluster.start_etcd(host)


FAULTS: tuple[type[Fault], ...] = (
    WebHostDies,
    WebHostIsCutOff,
    WorkersDie,
    PoolerDies,
    PrimaryDies,
    PrimaryIsCutOff,
    PrimaryIsCutOffFromPeers,
    PrimaryFreezes,
    StandbyDies,
    ReplicaLags,
    DiskFills,
    ClockJumps,
    StorageIsAway,
    MailServerDies,
    ElectionsAreImpossible,
)
