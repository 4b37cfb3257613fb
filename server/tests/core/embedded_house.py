"""What the tests of the embedded database share: people of this machine, folders and processes."""

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
class Person:
    name: str
    uid: int
    gid: int

    def identity(self) -> dict[str, Any]:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def person(name: str) -> Person:
    entry = pwd.getpwnam(name)
    return Person(name, entry.pw_uid, entry.pw_gid)


MYSELF = Person("myself", os.geteuid(), os.getegid())
# Every scenario runs for root and for an ordinary user where the tests run as root.
PEOPLE = [MYSELF, person("daemon")] if IS_ROOT else [MYSELF]


@dataclass
class Member:
    """A process that has joined the database, or was refused."""

    process: "subprocess.Popen[str]"
    news: dict[str, Any] = field(default_factory=dict)
    logs: list[str] = field(default_factory=list)

    def hear(self, word: str) -> Any:
        """Wait for the next news that holds `word`; fail when the process ends without it."""
        assert self.process.stdout is not None
        told = []
        for line in self.process.stdout:
            told.append(line)
            news = json.loads(line)
            if "log" in news:
                self.logs.append(news["log"])
            if word in news:
                self.news |= news
                return news[word]
        raise AssertionError(f"it never said {word!r}: {told}")

    def hear_log(self, part: str) -> None:
        while part not in self.hear("log"):
            pass

    @property
    def server(self) -> int:
        return int(self.news["server"])

    @property
    def dsn(self) -> str:
        return str(self.news["dsn"])

    def joined(self) -> "Member":
        self.hear("dsn")
        return self

    def order(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def stop(self) -> None:
        self.order("stop")
        self.hear("stopped")
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
class House:
    """A folder of one person's, and the processes that use the database in it."""

    who: Person
    home: Path
    members: list[Member] = field(default_factory=list)

    @property
    def data_dir(self) -> Path:
        return self.home / "postgres"

    def begin(
        self,
        *,
        kind: str = "durable",
        who: Person | None = None,
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

    def start(self, **how: Any) -> Member:
        return self.begin(**how).joined()

    def refusal(self, **how: Any) -> str:
        member = self.begin(**how)
        sentence = str(member.hear("refused"))
        member.end()
        return sentence

    def clear(self) -> None:
        for member in self.members:
            member.kill()
        for process in servers_below(self.home):
            process.kill()
        shutil.rmtree(self.home)


@contextmanager
def house(who: Person) -> Iterator[House]:
    # pytest's own folders are closed to other users; this one is the person's.
    home = Path(tempfile.mkdtemp(prefix="stallage-house-", dir="/tmp"))
    if IS_ROOT:
        os.chown(home, who.uid, who.gid)
    made = House(who, home)
    try:
        yield made
    finally:
        made.clear()


@cache
def _model(uid: int) -> Path:
    """A stopped database of that user's, made once for all tests."""
    who = next(who for who in PEOPLE if who.uid == uid)
    folder = Path(tempfile.mkdtemp(prefix="stallage-model-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder)
    if IS_ROOT:
        os.chown(folder, who.uid, who.gid)
    maker = House(who, folder)
    maker.start().stop()
    return maker.data_dir


def furnish(made: House) -> None:
    """Put a finished database into the house: making one takes half a second each."""
    subprocess.run(["cp", "-a", _model(made.who.uid), made.data_dir], check=True)


def servers_below(folder: Path) -> list[psutil.Process]:
    """The living server processes that work below `folder`."""
    found = []
    for process in psutil.process_iter():
        try:
            place = Path(process.cwd())
            if process.name() == "postgres" and place.is_relative_to(folder):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return found


def ask(dsn: str, statement: str) -> Any:
    async def answer() -> Any:
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return asyncio.run(answer())


def remember(member: Member) -> None:
    ask(member.dsn, "CREATE TABLE kept AS SELECT 42 AS answer")


def remembered(member: Member) -> bool:
    return bool(ask(member.dsn, "SELECT answer FROM kept") == 42)
