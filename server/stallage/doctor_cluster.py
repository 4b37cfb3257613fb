"""Checks of `stallage doctor` on the hosts of a shop, and on the standbys of its database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from stallage.core.db import Connection
from stallage.core.process_heartbeats import Heartbeat, running_processes
from stallage.diagnosis import Finding, note, ok, wrong

CLOCK_MS = 2000
"""Codes and tokens have times to the second."""
BEHIND_SECONDS = 60
STANDBY_BEHIND = timedelta(seconds=60)

STANDBYS = """
SELECT state IS NOT NULL AS is_visible, sync_state IN ('sync', 'quorum') AS is_waited_for,
    replay_lag, pg_wal_lsn_diff(sent_lsn, replay_lsn)::bigint AS behind_bytes
FROM pg_stat_replication WHERE state IS NULL OR state = 'streaming' OR state = 'catchup'
"""
COMMITS = """
SELECT current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local')
"""


async def check_cluster(connection: Connection) -> list[Finding]:
    """Report the hosts and the standbys, and what is wrong with them."""
    return [
        *host_findings(await running_processes(connection)),
        *await check_standbys(connection),
    ]


def host_findings(processes: Sequence[Heartbeat]) -> list[Finding]:
    """Turn the running processes, which are sorted by host, into findings."""
    hosts = {host: list(each) for host, each in groupby(processes, lambda one: one.host)}
    found = [_about_host(host, each) for host, each in hosts.items()]
    if len({one.release for one in processes}) > 1:
        found.append(
            wrong(
                "Hosts",
                f"They run different releases: {_differing(hosts, 'release')}. Finish the upgrade.",
            )
        )
    if len(hosts) > 1:
        found += _differences(hosts)
    return found


def _about_host(host: str, processes: list[Heartbeat]) -> Finding:
    roles = Counter(one.role for one in processes)
    since = min(one.started_at for one in processes)
    text = (
        f"{host}: release {processes[-1].release},"
        f" {', '.join(f'{count} × {role}' for role, count in sorted(roles.items()))},"
        f" since {since:%Y-%m-%d %H:%M} UTC"
    )
    ahead = max((one.clock_ahead_ms for one in processes), key=abs)
    if abs(ahead) > CLOCK_MS:
        where = "ahead of" if ahead > 0 else "behind"
        seconds = abs(ahead) / 1000
        return wrong(
            "Hosts",
            f"{text}. Its clock is {seconds:.1f} s {where} the database's. Set up NTP on both.",
        )
    behind = [one.index_behind_seconds for one in processes if one.index_behind_seconds is not None]
    if not behind:
        return note("Hosts", f"{text}; its search index is not built yet")
    if max(behind) > BEHIND_SECONDS:
        return wrong(
            "Hosts", f"{text}. Its search index is {max(behind):.0f} s behind: see its log."
        )
    return ok("Hosts", f"{text}; clock {ahead:+} ms; search index {max(behind):.1f} s behind")


def _differing(hosts: dict[str, list[Heartbeat]], name: str) -> str:
    """Return the values of an attribute with their hosts."""
    by_value: dict[str, list[str]] = {}
    for host, processes in hosts.items():
        for value in sorted({str(getattr(one, name)) for one in processes}):
            by_value.setdefault(value, []).append(host)
    return ", ".join(f"{value} on {' and '.join(each)}" for value, each in by_value.items())


def _differences(hosts: dict[str, list[Heartbeat]]) -> list[Finding]:
    """Report what several hosts must have in common, or must not share."""
    found: list[Finding] = []
    every = [one for processes in hosts.values() for one in processes]
    if len({one.key_print for one in every}) > 1:
        found.append(
            wrong(
                "Hosts",
                f"They have different secret keys: {_differing(hosts, 'key_print')}. A sign-in at one"
                " does not hold at the other. Set the same STALLAGE_SECRET_KEY on all.",
            )
        )
    local = sorted({one.host for one in every if not one.has_bucket})
    if local:
        found.append(
            wrong(
                "Hosts",
                f"Pictures are in the data folder of {' and '.join(local)}, where other hosts do not"
                " see them. Set STALLAGE_STORAGE_URL on all.",
            )
        )
    without = sorted({one.host for one in every if not one.has_smtp})
    if without:
        found.append(
            wrong(
                "Hosts",
                f"Emails of {' and '.join(without)} go to its own outbox. Set STALLAGE_SMTP_URL on all.",
            )
        )
    return found + _shared_folders(hosts)


def _shared_folders(hosts: dict[str, list[Heartbeat]]) -> list[Finding]:
    by_folder: dict[str, set[str]] = {}
    for host, processes in hosts.items():
        for one in processes:
            if one.folder_print:
                by_folder.setdefault(one.folder_print, set()).add(host)
    return [
        wrong(
            "Hosts",
            f"{' and '.join(sorted(sharing))} use one data folder, or copies of it. Each needs its own:"
            " an empty one will do, with STALLAGE_SECRET_KEY in the environment.",
        )
        for sharing in by_folder.values()
        if len(sharing) > 1
    ]


@dataclass(frozen=True, slots=True)
class Standby:
    """A server that follows the database."""

    is_visible: bool
    """Whether the role of the connection may see its state."""
    is_waited_for: bool | None
    replay_lag: timedelta | None
    behind_bytes: int | None


async def check_standbys(connection: Connection) -> list[Finding]:
    """Report the standbys of the database, and whether commits wait for one."""
    standbys = [Standby(**row) for row in await connection.fetch(STANDBYS)]
    return standby_findings(standbys, waits=bool(await connection.fetchval(COMMITS)))


def standby_findings(standbys: Sequence[Standby], *, waits: bool) -> list[Finding]:
    """Turn the standbys into findings. `waits`: commits are set up to wait for a standby."""
    about = "Standby"
    if not standbys:
        if not waits:
            return []
        return [
            wrong(
                about,
                "Commits wait for a standby, but none is connected, so no order is ever completed."
                " Start one, or empty synchronous_standby_names.",
            )
        ]
    count = f"{len(standbys)} {'standby follows' if len(standbys) == 1 else 'standbys follow'}"
    if not all(one.is_visible for one in standbys):
        return [
            note(
                about,
                f"{count}; how far, this role may not see. GRANT pg_read_all_stats TO it.",
            )
        ]
    lag = max(one.replay_lag or timedelta() for one in standbys)
    size = max(one.behind_bytes or 0 for one in standbys) / 1024**2
    text = f"{count}; the last one is {lag.total_seconds():.1f} s and {size:.1f} MB behind"
    if lag > STANDBY_BEHIND:
        return [wrong(about, f"{text}.")]
    if waits and any(one.is_waited_for for one in standbys):
        return [ok(about, f"{text}; commits wait for one of them")]
    return [note(about, f"{text}. Commits do not wait, so a fail-over may lose the last orders.")]
