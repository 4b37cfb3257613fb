"""The embedded database serves, is shared, and survives every way of dying."""

import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psutil
import pytest

from tests.core.embedded_house import (
    PEOPLE,
    House,
    Member,
    Person,
    ask,
    furnish,
    house,
    remember,
    remembered,
    servers_below,
)


@pytest.fixture(params=PEOPLE, ids=lambda who: "root" if who.uid == 0 else "ordinary")
def empty(request: pytest.FixtureRequest) -> Iterator[House]:
    with house(request.param) as made:
        yield made


@pytest.fixture
def home(empty: House) -> House:
    furnish(empty)
    return empty


def kill_server(member: Member) -> None:
    os.kill(member.server, signal.SIGKILL)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_serves_and_keeps_its_data_over_a_stop(empty: House) -> None:
    member = empty.start()
    remember(member)
    assert member.news["owner"] is True
    assert mode(empty.data_dir) == 0o700
    assert mode(empty.data_dir / "cluster") == 0o700
    assert psutil.Process(member.server).uids().effective != 0
    facts = (
        "SELECT concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datlocale,"
        " current_setting('TimeZone'), current_setting('fsync'),"
        " '[' || current_setting('listen_addresses') || ']')"
        " FROM pg_database WHERE datname = current_database()"
    )
    assert ask(member.dsn, facts) == "UTF8 b C.UTF-8 UTC on []"
    for extension in ("pg_trgm", "unaccent", "btree_gin"):
        ask(member.dsn, f"CREATE EXTENSION {extension}")
    assert list((empty.data_dir / "cluster/log").glob("postgresql-*.log"))
    member.stop()
    assert servers_below(empty.home) == []
    again = empty.start()
    assert remembered(again)
    again.stop()


def test_others_join_and_the_last_to_leave_stops_the_server(home: House) -> None:
    owner = home.start()
    guest = home.start()
    assert (owner.news["owner"], guest.news["owner"]) == (True, False)
    assert guest.server == owner.server
    owner.stop()
    assert ask(guest.dsn, "SELECT 1") == 1
    guest.stop()
    assert servers_below(home.home) == []


def test_the_server_killed_comes_back_for_everybody(home: House) -> None:
    owner = home.start()
    guest = home.start()
    remember(owner)
    for _ in range(3):
        owner.news["server"] = int(
            (home.data_dir / "cluster/postmaster.pid").read_text().split()[0]
        )
        kill_server(owner)
        owner.hear_log("runs again")
        guest.hear_log("runs again")
        assert remembered(guest)
    owner.stop()
    assert remembered(guest)
    guest.stop()
    assert servers_below(home.home) == []


def test_the_owner_killed_leaves_the_server_to_its_guests(home: House) -> None:
    owner = home.start()
    guest = home.start()
    owner.kill()
    late = home.start()
    assert late.server == owner.server
    assert late.news["owner"] is False
    late.stop()
    assert ask(guest.dsn, "SELECT 1") == 1
    guest.stop()
    assert servers_below(home.home) == []


def test_a_server_without_users_is_adopted(home: House) -> None:
    first = home.start()
    first.kill()
    second = home.start()
    assert second.server == first.server
    assert second.news["owner"] is True
    second.stop()
    assert servers_below(home.home) == []


def test_server_and_owner_killed_together(home: House) -> None:
    owner = home.start()
    remember(owner)
    kill_server(owner)
    owner.kill()
    successor = home.start()
    assert remembered(successor)
    guest = home.start()
    # The owner cannot restart anything any more; its guest must.
    os.kill(successor.process.pid, signal.SIGSTOP)
    kill_server(successor)
    successor.kill()
    guest.hear_log("runs again")
    assert remembered(guest)
    guest.stop()


def test_a_zombie_is_not_taken_for_a_server(home: House) -> None:
    owner = home.start()
    guest = home.start()
    # A stopped parent cannot reap: the dead server keeps its number and its pid file.
    os.kill(owner.process.pid, signal.SIGSTOP)
    kill_server(owner)
    guest.hear_log("runs again")
    assert psutil.Process(owner.server).status() == psutil.STATUS_ZOMBIE
    assert ask(guest.dsn, "SELECT 1") == 1
    os.kill(owner.process.pid, signal.SIGCONT)
    owner.stop()
    guest.stop()
    assert servers_below(home.home) == []


def test_a_stale_pid_file_that_names_a_stranger(home: House) -> None:
    member = home.start()
    remember(member)
    kept = (home.data_dir / "cluster/postmaster.pid").read_text().splitlines()
    runner = psutil.Process(member.server).uids().effective
    member.stop()
    stranger = subprocess.Popen(
        ["cat"], stdin=subprocess.PIPE, **Person("runner", runner, runner).identity()
    )
    stale = "\n".join([str(stranger.pid), *kept[1:]]) + "\n"
    for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        path = home.data_dir / "cluster" / name
        path.write_text(stale)
        os.chown(path, runner, -1)
    again = home.start()
    assert remembered(again)
    again.stop()
    assert stranger.poll() is None
    stranger.communicate()


def test_a_server_process_that_outlives_its_server(home: House) -> None:
    member = home.start()
    remember(member)
    children = psutil.Process(member.server).children()
    worker = next(child for child in children if "checkpointer" in child.cmdline()[0])
    worker.suspend()  # Busy with a long query, a process would not notice either.
    member.kill()
    kill_server(member)
    # It still holds the lock that says somebody lives, and the pid file names a living stranger.
    stranger = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    pid_file = home.data_dir / "cluster/postmaster.pid"
    pid_file.write_text(pid_file.read_text().replace(str(member.server), str(stranger.pid), 1))
    again = home.start()
    assert remembered(again)
    worker.wait(timeout=10)
    again.stop()
    stranger.communicate()


def test_a_copy_of_a_running_folder_is_a_database_of_its_own(home: House) -> None:
    original = home.start()
    remember(original)
    ask(original.dsn, "CHECKPOINT")
    copy = home.home / "copy"
    # With the pid file, the socket and the locks, as a backup of a running machine has them.
    subprocess.run(["cp", "-a", home.data_dir, copy], check=True)
    (copy / "cluster").chmod(0o755)
    member = home.start(data_dir=copy)
    assert member.server != original.server
    assert remembered(member)
    assert mode(copy / "cluster") == 0o700
    ask(member.dsn, "DROP TABLE kept")
    assert remembered(original)
    member.stop()
    original.stop()


def test_everything_stale_after_the_machine_went_down(empty: House) -> None:
    deep = empty.home / "a folder, far: too long" / ("deep" * 20) / "postgres"
    member = empty.start(data_dir=deep)
    remember(member)
    alias = Path(member.news["socket_dir"]).parent
    assert alias.parent != deep
    assert mode(alias) == 0o700
    for process in servers_below(empty.home):
        process.kill()
    member.kill()
    shutil.rmtree(alias)
    again = empty.start(data_dir=deep)
    assert remembered(again)
    again.stop()
    shutil.rmtree(alias)


def test_a_database_half_made_is_made_anew(empty: House) -> None:
    draft = empty.data_dir / "cluster.draft"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")
    if empty.who.uid != os.geteuid():
        for path in (empty.data_dir, draft, draft / "PG_VERSION"):
            os.chown(path, empty.who.uid, empty.who.gid)
    empty.start().stop()
    assert not draft.exists()


def test_many_start_and_leave_at_once(empty: House) -> None:
    members = [empty.begin() for _ in range(5)]
    for member in members:
        member.hear("dsn")
    assert [member.news["owner"] for member in members].count(True) == 1
    assert len({member.server for member in members}) == 1
    for member in members:
        member.order("stop")
    for member in members:
        member.hear("stopped")
        member.end()
    assert servers_below(empty.home) == []


def test_one_comes_while_the_last_one_leaves(home: House) -> None:
    leaver, comer = home.start(), home.begin()
    for _ in range(6):
        leaver.order("restart")
        comer.joined()
        leaver.hear("stopped")
        assert ask(comer.dsn, "SELECT 1") == 1
        leaver.joined()
        leaver, comer = comer, leaver
        leaver.order("restart")
        leaver.joined()
        assert ask(leaver.dsn, "SELECT 1") == 1
        comer.order("restart")
    comer.joined()
    comer.stop()
    leaver.stop()
    # Nobody was let in to a server that was about to be stopped.
    assert comer.logs + leaver.logs == []
    assert servers_below(home.home) == []


def test_ctrl_c_does_not_reach_the_server(home: House) -> None:
    member = home.start()
    os.killpg(member.process.pid, signal.SIGINT)
    member.hear("interrupted")
    assert ask(member.dsn, "SELECT 1") == 1
    assert psutil.pid_exists(member.server)
    member.stop()


async def test_a_stop_does_not_wait_for_an_open_transaction(home: House) -> None:
    member = home.start()
    connection = await asyncpg.connect(member.dsn)
    await connection.execute("BEGIN; CREATE TABLE half_done ()")
    member.stop()
    assert servers_below(home.home) == []
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await connection.execute("COMMIT")
    connection.terminate()
