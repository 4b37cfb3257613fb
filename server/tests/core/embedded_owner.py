"""Helpers for tests of the embedded database: system users, folders and processes."""

import asyncio
import atexit
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
import psutil

SERVER = Path(__file__).parents[2]
MEMBER = Path(__file__).with_name("embedded_member.py")
IS_ROOT = os.geteuid() == 0


@dataclass(frozen=True)
class User:
    name: str
    uid: int
    gid: int

    def identity(self) -> dict[str, Any]:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def user_named(name: str) -> User:
    entry = pwd.getpwnam(name)
    return User(name, entry.pw_uid, entry.pw_gid)


CURRENT_USER = User("myself", os.geteuid(), os.getegid())
# If the tests run as root, every scenario runs for root and for an ordinary user.
USERS = [CURRENT_USER, user_named("daemon")] if IS_ROOT else [CURRENT_USER]


@dataclass
class Member:
    """A process that uses the embedded database; see `embedded_member.py`."""

    process: "subprocess.Popen[str]"
    state: dict[str, Any] = field(default_factory=dict)
    logs: list[str] = field(default_factory=list)

    def wait_for(self, word: str) -> Any:
        """Wait for the next message with the key `word`; fails if the process ends without one."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            message = json.loads(line)
            if "log" in message:
                self.logs.append(message["log"])
            if word in message:
                self.state |= message
                return message[word]
        raise AssertionError(f"no message {word!r}: {lines}")

    def wait_for_log(self, part: str) -> None:
        while part not in self.wait_for("log"):
            pass

    @property
    def server(self) -> int:
        return int(self.state["server"])

    @property
    def dsn(self) -> str:
        return str(self.state["dsn"])

    def wait_until_joined(self) -> "Member":
        self.wait_for("dsn")
        return self

    def send(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def stop(self) -> None:
        self.send("stop")
        self.wait_for("stopped")
        self.end()

    def kill(self) -> None:
        self.process.kill()
        self.end()

    def end(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@dataclass
class Sandbox:
    """A folder of one user, and the processes that use the database in it."""

    who: User
    home: Path
    members: list[Member] = field(default_factory=list)

    @property
    def data_dir(self) -> Path:
        return self.home / "postgres"

    def launch(
        self,
        *,
        kind: str = "durable",
        who: User | None = None,
        data_dir: Path | None = None,
        extra: Mapping[str, str] | None = None,
        under: tuple[str, ...] = (),
    ) -> Member:
        """Start a process without waiting for it."""
        who = who or self.who
        place = str(data_dir or self.data_dir)
        process = subprocess.Popen(
            [*under, sys.executable, str(MEMBER), kind, place, str(who.uid), str(who.gid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            env={
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                "HOME": str(self.home),
                "PYTHONPATH": f"{SERVER}:{os.environ.get('PYTHONPATH', '')}",
                "PYTHONDONTWRITEBYTECODE": "1",
                **(extra or {}),
            },
            start_new_session=True,
        )
        member = Member(process)
        self.members.append(member)
        return member

    def start(self, **options: Any) -> Member:
        return self.launch(**options).wait_until_joined()

    def error(self, **options: Any) -> str:
        """Start a process that must fail, and return its error message."""
        member = self.launch(**options)
        error = str(member.wait_for("refused"))
        member.end()
        return error

    def clear(self) -> None:
        for member in self.members:
            member.kill()
        for process in servers_in(self.home):
            process.kill()
        shutil.rmtree(self.home)


@contextmanager
def open_sandbox(who: User) -> Iterator[Sandbox]:
    # pytest's own folders are closed to other users.
    home = Path(tempfile.mkdtemp(prefix="stallage-sandbox-", dir="/tmp"))
    if IS_ROOT:
        os.chown(home, who.uid, who.gid)
    sandbox = Sandbox(who, home)
    try:
        yield sandbox
    finally:
        sandbox.clear()


@cache
def _template(uid: int) -> Path:
    """Create a stopped database of a user, once for all tests."""
    who = next(who for who in USERS if who.uid == uid)
    folder = Path(tempfile.mkdtemp(prefix="stallage-template-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder)
    if IS_ROOT:
        os.chown(folder, who.uid, who.gid)
    sandbox = Sandbox(who, folder)
    sandbox.start().stop()
    return sandbox.data_dir


def copy_database(sandbox: Sandbox) -> None:
    """Copy an existing database into the sandbox, because creating one takes half a second."""
    subprocess.run(["cp", "-a", _template(sandbox.who.uid), sandbox.data_dir], check=True)


def servers_in(folder: Path) -> list[psutil.Process]:
    """Return the running server processes with a working directory in `folder`."""
    found = []
    for process in psutil.process_iter():
        try:
            place = Path(process.cwd())
            if process.name() == "postgres" and place.is_relative_to(folder):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return found


def fetch_value(dsn: str, statement: str) -> Any:
    async def fetch() -> Any:
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return asyncio.run(fetch())


def write_test_row(member: Member) -> None:
    fetch_value(member.dsn, "CREATE TABLE test_row AS SELECT 42 AS answer")


def has_test_row(member: Member) -> bool:
    return bool(fetch_value(member.dsn, "SELECT answer FROM test_row") == 42)
