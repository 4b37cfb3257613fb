"""The embedded database serves, is shared, and survives crashes of any process."""

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

from tests.core.embedded_owner import (
    USERS,
    Member,
    Sandbox,
    User,
    copy_database,
    fetch_value,
    has_test_row,
    open_sandbox,
    servers_in,
    write_test_row,
)

pytestmark = pytest.mark.slow


@pytest.fixture(params=USERS, ids=lambda who: "root" if who.uid == 0 else "ordinary")
def empty(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with open_sandbox(request.param) as made:
        yield made


@pytest.fixture
def home(empty: Sandbox) -> Sandbox:
    copy_database(empty)
    return empty


def kill_server(member: Member) -> None:
    os.kill(member.server, signal.SIGKILL)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_serves_and_keeps_its_data_after_a_stop(empty: Sandbox) -> None:
    member = empty.start()
    write_test_row(member)
    assert member.state["owner"] is True
    assert mode(empty.data_dir) == 0o700
    assert mode(empty.data_dir / "cluster") == 0o700
    assert psutil.Process(member.server).uids().effective != 0
    facts = (
        "SELECT concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datlocale,"
        " current_setting('TimeZone'), current_setting('fsync'),"
        " '[' || current_setting('listen_addresses') || ']')"
        " FROM pg_database WHERE datname = current_database()"
    )
    assert fetch_value(member.dsn, facts) == "UTF8 b C.UTF-8 UTC on []"
    for extension in ("pg_trgm", "unaccent", "btree_gin"):
        fetch_value(member.dsn, f"CREATE EXTENSION {extension}")
    assert list((empty.data_dir / "cluster/log").glob("postgresql-*.log"))
    member.stop()
    assert servers_in(empty.home) == []
    again = empty.start()
    assert has_test_row(again)
    again.stop()


def test_others_join_and_the_last_to_leave_stops_the_server(home: Sandbox) -> None:
    owner = home.start()
    guest = home.start()
    assert (owner.state["owner"], guest.state["owner"]) == (True, False)
    assert guest.server == owner.server
    owner.stop()
    assert fetch_value(guest.dsn, "SELECT 1") == 1
    guest.stop()
    assert servers_in(home.home) == []


def test_a_killed_server_is_restarted_for_all_members(home: Sandbox) -> None:
    owner = home.start()
    guest = home.start()
    write_test_row(owner)
    for _ in range(3):
        owner.state["server"] = int(
            (home.data_dir / "cluster/postmaster.pid").read_text().split()[0]
        )
        kill_server(owner)
        owner.wait_for_log("is running again")
        guest.wait_for_log("is running again")
        assert has_test_row(guest)
    owner.stop()
    assert has_test_row(guest)
    guest.stop()
    assert servers_in(home.home) == []


def test_a_killed_owner_leaves_the_server_to_the_others(home: Sandbox) -> None:
    owner = home.start()
    guest = home.start()
    owner.kill()
    late = home.start()
    assert late.server == owner.server
    assert late.state["owner"] is False
    late.stop()
    assert fetch_value(guest.dsn, "SELECT 1") == 1
    guest.stop()
    assert servers_in(home.home) == []


def test_a_server_without_users_is_adopted(home: Sandbox) -> None:
    first = home.start()
    first.kill()
    second = home.start()
    assert second.server == first.server
    assert second.state["owner"] is True
    second.stop()
    assert servers_in(home.home) == []


def test_server_and_owner_killed_together(home: Sandbox) -> None:
    owner = home.start()
    write_test_row(owner)
    kill_server(owner)
    owner.kill()
    successor = home.start()
    assert has_test_row(successor)
    guest = home.start()
    # The owner is suspended, so its guest has to restart the server.
    os.kill(successor.process.pid, signal.SIGSTOP)
    kill_server(successor)
    successor.kill()
    guest.wait_for_log("is running again")
    assert has_test_row(guest)
    guest.stop()


def test_a_zombie_is_not_taken_for_a_server(home: Sandbox) -> None:
    owner = home.start()
    guest = home.start()
    # A stopped parent cannot reap: the dead server keeps its number and its pid file.
    os.kill(owner.process.pid, signal.SIGSTOP)
    kill_server(owner)
    guest.wait_for_log("is running again")
    assert psutil.Process(owner.server).status() == psutil.STATUS_ZOMBIE
    assert fetch_value(guest.dsn, "SELECT 1") == 1
    os.kill(owner.process.pid, signal.SIGCONT)
    owner.stop()
    guest.stop()
    assert servers_in(home.home) == []


def test_a_stale_pid_file_with_the_pid_of_another_process(home: Sandbox) -> None:
    member = home.start()
    write_test_row(member)
    lines = (home.data_dir / "cluster/postmaster.pid").read_text().splitlines()
    runner = psutil.Process(member.server).uids().effective
    member.stop()
    stranger = subprocess.Popen(
        ["cat"], stdin=subprocess.PIPE, **User("runner", runner, runner).identity()
    )
    stale = "\n".join([str(stranger.pid), *lines[1:]]) + "\n"
    for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        path = home.data_dir / "cluster" / name
        path.write_text(stale)
        os.chown(path, runner, -1)
    again = home.start()
    assert has_test_row(again)
    again.stop()
    assert stranger.poll() is None
    stranger.communicate()


def test_a_server_process_that_outlives_its_server(home: Sandbox) -> None:
    member = home.start()
    write_test_row(member)
    children = psutil.Process(member.server).children()
    worker = next(child for child in children if "checkpointer" in child.cmdline()[0])
    worker.suspend()  # As if it were busy with a long query.
    member.kill()
    kill_server(member)
    # It still holds the server lock, and the pid file names another running process.
    stranger = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    pid_file = home.data_dir / "cluster/postmaster.pid"
    pid_file.write_text(pid_file.read_text().replace(str(member.server), str(stranger.pid), 1))
    again = home.start()
    assert has_test_row(again)
    worker.wait(timeout=10)
    again.stop()
    stranger.communicate()


def test_a_copy_of_a_running_folder_is_a_database_of_its_own(home: Sandbox) -> None:
    original = home.start()
    write_test_row(original)
    fetch_value(original.dsn, "CHECKPOINT")
    copy = home.home / "copy"
    # With the pid file, the socket and the locks, as in a backup of a running machine.
    subprocess.run(["cp", "-a", home.data_dir, copy], check=True)
    (copy / "cluster").chmod(0o755)
    member = home.start(data_dir=copy)
    assert member.server != original.server
    assert has_test_row(member)
    assert mode(copy / "cluster") == 0o700
    fetch_value(member.dsn, "DROP TABLE test_row")
    assert has_test_row(original)
    member.stop()
    original.stop()


def test_stale_files_after_a_crash_of_the_machine(empty: Sandbox) -> None:
    deep = empty.home / "a folder, far: too long" / ("deep" * 20) / "postgres"
    member = empty.start(data_dir=deep)
    write_test_row(member)
    alias = Path(member.state["socket_dir"]).parent
    assert alias.parent != deep
    assert mode(alias) == 0o700
    for process in servers_in(empty.home):
        process.kill()
    member.kill()
    shutil.rmtree(alias)
    again = empty.start(data_dir=deep)
    assert has_test_row(again)
    again.stop()
    shutil.rmtree(alias)


def test_an_incomplete_database_is_created_again(empty: Sandbox) -> None:
    draft = empty.data_dir / "cluster.draft"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")
    if empty.who.uid != os.geteuid():
        for path in (empty.data_dir, draft, draft / "PG_VERSION"):
            os.chown(path, empty.who.uid, empty.who.gid)
    empty.start().stop()
    assert not draft.exists()


def test_many_processes_start_and_leave_concurrently(empty: Sandbox) -> None:
    members = [empty.launch() for _ in range(5)]
    for member in members:
        member.wait_for("dsn")
    assert [member.state["owner"] for member in members].count(True) == 1
    assert len({member.server for member in members}) == 1
    for member in members:
        member.send("stop")
    for member in members:
        member.wait_for("stopped")
        member.end()
    assert servers_in(empty.home) == []


def test_a_process_joins_while_the_last_one_leaves(home: Sandbox) -> None:
    leaver, comer = home.start(), home.launch()
    for _ in range(6):
        leaver.send("restart")
        comer.wait_until_joined()
        leaver.wait_for("stopped")
        assert fetch_value(comer.dsn, "SELECT 1") == 1
        leaver.wait_until_joined()
        leaver, comer = comer, leaver
        leaver.send("restart")
        leaver.wait_until_joined()
        assert fetch_value(leaver.dsn, "SELECT 1") == 1
        comer.send("restart")
    comer.wait_until_joined()
    comer.stop()
    leaver.stop()
    # Nobody joined a server that was about to be stopped.
    assert comer.logs + leaver.logs == []
    assert servers_in(home.home) == []


def test_ctrl_c_does_not_reach_the_server(home: Sandbox) -> None:
    member = home.start()
    os.killpg(member.process.pid, signal.SIGINT)
    member.wait_for("interrupted")
    assert fetch_value(member.dsn, "SELECT 1") == 1
    assert psutil.pid_exists(member.server)
    member.stop()


async def test_a_stop_does_not_wait_for_an_open_transaction(home: Sandbox) -> None:
    member = home.start()
    connection = await asyncpg.connect(member.dsn)
    await connection.execute("BEGIN; CREATE TABLE half_done ()")
    member.stop()
    assert servers_in(home.home) == []
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await connection.execute("COMMIT")
    connection.terminate()
