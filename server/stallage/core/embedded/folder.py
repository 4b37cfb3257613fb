"""The data folder: its contents, owners and permissions.

postgres/            0700, owned by the user that runs Stallage
  cluster/           0700, owned by the user that runs PostgreSQL: its data, log and socket
  cluster.draft/     a cluster that is being created; useless after a crash
  *.lock             see `locks`
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from stallage.core.embedded.account import Account, account_for
from stallage.core.embedded.failure import EmbeddedUnavailable


@dataclass(frozen=True, slots=True)
class Folder:
    root: Path
    account: Account

    @property
    def cluster(self) -> Path:
        return self.root / "cluster"

    @property
    def draft(self) -> Path:
        return self.root / "cluster.draft"

    @property
    def start_lock(self) -> Path:
        return self.root / "start.lock"

    @property
    def users_lock(self) -> Path:
        return self.root / "users.lock"

    @property
    def server_lock(self) -> Path:
        return self.root / "server.lock"


def open_folder(path: Path) -> Folder:
    """Create the folder or check the existing one, and close it to other users.

    Raises OSError, or EmbeddedUnavailable if another user owns it.
    """
    # The folder may be behind a symbolic link, but lock files and address must not depend on the path
    # that a process uses.
    root = path.resolve()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = root.stat().st_uid
    if os.geteuid() not in (0, owner):
        raise EmbeddedUnavailable(
            f"The database folder {root} belongs to the user with id {owner}, and Stallage runs as "
            f"the user with id {os.geteuid()}. Run Stallage as its owner, or give the folder away."
        )
    account = account_for(_owner_of(root / "cluster") or owner)
    if os.geteuid() == 0 and owner not in (0, account.uid):
        os.chown(root, 0, 0)
    root.chmod(0o700)
    return Folder(root, account)


def claim_cluster(folder: Folder) -> None:
    """Give the cluster to the user that runs PostgreSQL. It must not be running."""
    owner = _owner_of(folder.cluster)
    if owner is None:
        return
    if owner != folder.account.uid:
        if os.geteuid() != 0:
            raise EmbeddedUnavailable(
                f"The database in {folder.cluster} belongs to the user with id {owner}, and "
                f"Stallage runs as the user with id {os.geteuid()}. "
                "Run Stallage as its owner or as root, or give the folder away."
            )
        _change_owner(folder.cluster, folder.account)
    folder.cluster.chmod(0o700)


def _owner_of(cluster: Path) -> int | None:
    try:
        found = cluster.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        raise EmbeddedUnavailable(
            f"{cluster} is not a folder. Remove it, or point STALLAGE_DATA_DIR to the real folder."
        )
    return found.st_uid


def _change_owner(cluster: Path, account: Account) -> None:
    # The top folder comes last, so that the next start repeats an interrupted walk.
    for _, folders, files, fd in os.fwalk(cluster, topdown=False):
        for name in (*folders, *files):
            os.chown(name, account.uid, account.gid, dir_fd=fd, follow_symlinks=False)
    os.chown(cluster, account.uid, account.gid)
