"""Subjects of notes, and who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

SubjectKind = Literal["order", "customer", "ticket", "return"]

PERMISSIONS: Mapping[SubjectKind, str] = {
    "order": "orders.read",
    "customer": "customers.read",
    "ticket": "support.read",
    "return": "returns.read",
}
"""What allows an operator to see the notes of a subject."""

WRITE = "notes.write"
"""What allows an operator to write notes about the records that they may see."""

PATHS: Mapping[SubjectKind, str] = {
    "order": "orders",
    "customer": "customers",
    "ticket": "support",
    "return": "returns",
}
"""Where the pages of subjects are in the back office."""

MAX_TEXT = 5000
MAX_MENTIONS = 20


def readable_kinds(permissions: frozenset[str]) -> list[str]:
    """The kinds of subjects whose notes somebody with these permissions may see."""
    return [kind for kind, permission in PERMISSIONS.items() if permission in permissions]


def page_url(public_url: str, kind: SubjectKind, key: str) -> str:
    """The address of a subject's page in the back office."""
    return f"{public_url.rstrip('/')}/backoffice/{PATHS[kind]}/{key}"
