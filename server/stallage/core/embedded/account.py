"""The system user that PostgreSQL runs as, because it refuses to run as root."""

import os
import pwd
from dataclasses import dataclass
from typing import TypedDict


class Identity(TypedDict, total=False):
    """Arguments of `subprocess.Popen` that run a child as another user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    uid: int
    gid: int

    def identity(self) -> Identity:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def account_for(owner: int | None) -> Account:
    """Choose the user that runs PostgreSQL on data of the user id `owner` (None: no data yet).

    Only root can choose: the owner of existing data if this machine knows that user, else the user
    `stallage` if the operator has created one, else `nobody`.
    """
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if owner:
        try:
            entry = pwd.getpwuid(owner)
        except KeyError:
            pass  # The folder comes from another machine, where the id has another meaning.
        else:
            return Account(entry.pw_uid, entry.pw_gid)
    for name in ("stallage", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    return Account(65534, 65534)
