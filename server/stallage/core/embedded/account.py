"""The system user that PostgreSQL runs as: it refuses to run as root."""

import os
import pwd
from dataclasses import dataclass
from typing import TypedDict


class Identity(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that change the user of a child."""

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
    """Choose who runs PostgreSQL on data that belongs to the user id `owner` (None: no data yet).

    Only root has a choice. It keeps the owner of existing data when this machine knows that user;
    otherwise it takes the user `stallage` where the operator has made one, and `nobody` elsewhere.
    """
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if owner:
        try:
            entry = pwd.getpwuid(owner)
        except KeyError:
            pass  # The folder came from another machine; the number means nothing here.
        else:
            return Account(entry.pw_uid, entry.pw_gid)
    for name in ("stallage", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    return Account(65534, 65534)
