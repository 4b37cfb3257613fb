"""Data folders of a release with an older PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from stallage.core.embedded.binaries import ENVIRONMENT
from stallage.core.embedded.folder import open_folder

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
"""Where Debian installs version 15."""


def make_earlier_cluster(data_dir: Path) -> None:
    """Create an empty embedded database of version 15 in a data folder."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = open_folder(data_dir / "postgres")
    account = folder.account
    # The user that runs PostgreSQL may have no access to the test's folder.
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o755)
        cluster = Path(scratch, "cluster")
        cluster.mkdir(mode=0o700)
        if account.identity():
            os.chown(cluster, account.uid, account.gid)
        initdb = [
            *("initdb", f"--pgdata={cluster}", "--username=stallage", "--auth=trust", "--no-sync"),
            *("--encoding=UTF8", "--locale=C.UTF-8"),
        ]
        create = ["postgres", "--single", "-D", str(cluster), "template1"]
        for command, statement in ((initdb, ""), (create, "CREATE DATABASE stallage;\n")):
            subprocess.run(
                [PROGRAMS / command[0], *command[1:]],
                cwd=cluster,
                env=ENVIRONMENT,
                input=statement,
                text=True,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                **account.identity(),
            )
        shutil.copytree(cluster, folder.cluster)
