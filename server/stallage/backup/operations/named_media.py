"""Media that a database names, compared with those in the storage."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.backup.gateway_calls.snapshot import NAMED_PICTURES
from stallage.core.db import Connection
from stallage.core.storage import Storage

_LOOKS = (
    *("blogs", "categories", "collection_pages", "company_details", "feature_tiles"),
    *("layout_versions", "sales", "sliders", "themes"),
)
"""Tables whose rows name media of the shop itself anywhere, such as in a layout."""

_IN_ROWS = """
SELECT DISTINCT found[1] AS path FROM {table} AS one,
    regexp_matches(one::text, '/media/[0-9a-f]{{2}}/[0-9a-f]{{32}}\\.(?:webp|svg|mp4|webm)', 'g') AS found
"""


@dataclass(frozen=True, slots=True)
class NamedMedia:
    """Storage names of media that a database names."""

    count: int
    missing: tuple[str, ...]
    """Not in the storage."""
    deleted: dict[str, str]
    """Those of them that the storage can bring back; see `Storage.deleted_versions`."""


async def named_media(connection: Connection) -> frozenset[str]:
    """Return the storage names of all originals that the database names."""
    rows = await connection.fetch(NAMED_PICTURES)
    for table in _LOOKS:
        rows += await connection.fetch(_IN_ROWS.format(table=table))
    return frozenset(row["path"].removeprefix("/media/") for row in rows)


def find_missing(storage: Storage, names: frozenset[str]) -> NamedMedia:
    """Compare names with the storage. Blocking; raises StorageUnavailable.

    One listing of the storage, since a call for each file would take hours for a million of them.
    """
    missing = set(names)
    for stored in storage.list_files(""):
        missing.discard(stored.name)
    return NamedMedia(len(names), tuple(sorted(missing)), storage.deleted_versions(sorted(missing)))
