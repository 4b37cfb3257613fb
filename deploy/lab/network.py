"""Hosts on a switch: network namespaces, each joined to a bridge by a cable that can be cut."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SWITCH = "switch"
SWITCH_ADDRESS = "10.77.0.1"
"""The address of the lab itself, from which shoppers come."""
NOWHERE = "02:00:00:00:00:01"
"""A hardware address that nobody has."""
# `ip netns exec` gives each program mounts of its own.
OWN_FOLDER = """
    mount -t tmpfs -o mode=1777 tmpfs "$1" && user=$2 && shift 2 &&
    exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"
"""
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def command(*words: str | Path) -> str:
    """Run a program to its end and return what it prints. Raises CalledProcessError."""
    done = subprocess.run(
        words, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    return done.stdout


@dataclass
class Host:
    """A machine: its address, its folder, and the programs that run on it."""

    name: str
    address: str
    folder: Path
    programs: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(
        self,
        name: str,
        words: Sequence[str | Path],
        *,
        environment: Mapping[str, str] | None = None,
        user: str = "root",
        own_folder: Path | None = None,
    ) -> None:
        """Start a program, whose output is appended to `name.log` in the host's folder.

        `own_folder` is empty for the program, and hidden from other hosts.
        """
        if own_folder is not None:
            own_folder.mkdir(parents=True, exist_ok=True)
            words = ["sh", "-c", OWN_FOLDER, "sh", own_folder, user, *words]
            user = "root"
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.programs[name] = subprocess.Popen(
                ["ip", "netns", "exec", self.name, *as_user, *words],
                env={**ENVIRONMENT, **(environment or {})},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def pids(self) -> list[int]:
        """Return all processes of the host."""
        return [int(pid) for pid in command("ip", "netns", "pids", self.name).split()]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all processes at once, as far as this is possible."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Lose power: all processes die."""
        while self.pids():
            self.signal(signal.SIGKILL)
        for process in self.programs.values():
            process.wait()
        self.programs.clear()

    def kill_program(self, name: str) -> None:
        """Kill one program."""
        process = self.programs.pop(name)
        process.kill()
        process.wait()


class Network:
    """The switch and its hosts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.hosts: dict[str, Host] = {}
        # The names of the namespaces are in this folder, which others must not see.
        Path("/run/netns").mkdir(exist_ok=True)
        command("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
        command("ip", "link", "set", "lo", "up")
        command("ip", "link", "add", SWITCH, "type", "bridge")
        command("ip", "address", "add", f"{SWITCH_ADDRESS}/24", "dev", SWITCH)
        command("ip", "link", "set", SWITCH, "up")

    def add(self, name: str, number: int) -> Host:
        """Add a host with the address 10.77.0.`number`."""
        host = Host(name, f"10.77.0.{number}", self._folder / name)
        host.folder.mkdir(mode=0o755)
        port = f"port-{name}"
        command("ip", "netns", "add", name)
        command("ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
        command("ip", "link", "set", port, "master", SWITCH, "up")
        command("ip", "-n", name, "address", "add", f"{host.address}/24", "dev", "eth0")
        command("ip", "-n", name, "link", "set", "eth0", "up")
        command("ip", "-n", name, "link", "set", "lo", "up")
        self.hosts[name] = host
        return host

    def cut(self, host: Host) -> None:
        """Unplug a host: what is sent to it or by it is lost without an error."""
        # The host's own end stays up, so it has an address and a route to nowhere.
        command("ip", "link", "set", f"port-{host.name}", "nomaster")

    def join(self, host: Host) -> None:
        """Plug a host in again."""
        command("ip", "link", "set", f"port-{host.name}", "master", SWITCH)

    def separate(self, host: Host, others: Sequence[Host]) -> None:
        """Lose all packets between a host and these others; everybody else reaches both."""
        for one, other in [(host, other) for other in others] + [(other, host) for other in others]:
            where = ("lladdr", NOWHERE, "nud", "permanent", "dev", "eth0")
            command("ip", "-n", one.name, "neigh", "replace", other.address, *where)

    def unite(self, host: Host, others: Sequence[Host]) -> None:
        """End `separate`."""
        for one, other in [(host, other) for other in others] + [(other, host) for other in others]:
            command("ip", "-n", one.name, "neigh", "del", other.address, "dev", "eth0")

    def stop(self) -> None:
        """Kill everything on all hosts."""
        for host in self.hosts.values():
            try:
                host.kill()
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"{host.name} was not stopped: {error}", file=sys.stderr)
