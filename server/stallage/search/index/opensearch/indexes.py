"""The indexes of a shop on an OpenSearch server: which one is active, and the position of each.

An alias names the active index. A document of the index has its position; it is written under the condition
that nobody has written it since it was read, so of two writers at once, one fails.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.opensearch.client import WRITE_SECONDS, OpenSearchClient, WriteConflict
from stallage.search.index.opensearch.documents import (
    FORMAT,
    MAPPINGS,
    SETTINGS,
    STATE_ID,
    WITHOUT_STATE,
)

log = structlog.get_logger(__name__)

REWINDS = 5
"""Attempts to move a position back while others write it."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """The position of an index, as it was read."""

    index: str
    position: int
    written_at: datetime
    epoch: str
    """Changes when the position moves back: what was written before may have to be written again."""
    writer: str
    """The engine that has begun to write, and has not stored a position since; empty if there is none."""
    condition: Mapping[str, str | int]
    """Parameters of a request that fails if the position was written after this."""


class OpenSearchIndexes:
    """The indexes of one language. All functions raise NotReady if the server fails."""

    def __init__(self, client: OpenSearchClient, language: str) -> None:
        self._client = client
        self._language = language

    async def active(self, database_key: str) -> str:
        """Return the name of the active index. Raises IndexUnusable."""
        every = await self._named()
        if not every:
            raise IndexUnusable("There is no search index.")
        name = self._client.name
        if len(every) > 1:
            raise IndexUnusable(f"The alias {name} names several indexes: {', '.join(every)}.")
        [(index, meta)] = every.items()
        if index == name:
            raise IndexUnusable(f"{name} is an index that Stallage has not created.")
        expected = (FORMAT, self._language, database_key)
        if (meta.get("format"), meta.get("language"), meta.get("database_key")) != expected:
            raise IndexUnusable(
                "The search index is of another version, another language or another database."
            )
        return index

    async def state(self, database_key: str) -> StoredState:
        """Return the state of the active index. Raises IndexUnusable."""
        found = await self._state_of(await self.active(database_key))
        if found is None:
            raise IndexUnusable("The search index has no position.")
        return found

    async def count(self, index: str) -> int:
        """Return the number of products in an index. Raises IndexUnusable if it is missing."""
        found = await self._client.find("POST", f"/{index}/_count", {"query": WITHOUT_STATE})
        if found is None:
            raise IndexUnusable("The search index is missing.")
        if not isinstance(found.get("count"), int):
            raise NotReady
        return int(found["count"])

    async def create(self, database_key: str, position: int) -> StoredState:
        """Create an index that is not active yet."""
        if self._client.name in await self._named():
            log.error("search_index_name_taken", index=self._client.name)
            raise NotReady
        # Names of aliases have no dot, so that no shop takes the index of another for its own.
        index = f"{self._client.name}.{secrets.token_hex(6)}"
        meta = {"format": FORMAT, "language": self._language, "database_key": database_key}
        mappings = {**MAPPINGS, "_meta": meta}
        await self._client.command("PUT", f"/{index}", {"settings": SETTINGS, "mappings": mappings})
        try:
            return await self._put(index, position, secrets.token_hex(6), {"op_type": "create"})
        except WriteConflict:
            raise NotReady from None

    async def refresh(self, index: str) -> None:
        """Make visible what was written."""
        await self._client.request("POST", f"/{index}/_refresh", seconds=WRITE_SECONDS)

    async def claim(self, database_key: str, writer: str) -> StoredState:
        """Store that this engine begins to write. Raises IndexUnusable, see `writable`."""
        state = await self.writable(database_key, writer)
        try:
            return await self._put(
                state.index, state.position, state.epoch, state.condition, writer
            )
        except WriteConflict:
            log.warning("search_index_written_by_two", index=state.index)
            raise NotReady from None

    async def writable(self, database_key: str, writer: str) -> StoredState:
        """Return the state of the active index for this engine, which holds the lock.

        Raises IndexUnusable if another engine has begun to write and lost the lock before it stored its
        position. It may be dead, or write older products at any time from now on: another index is safe
        from it.
        """
        state = await self.state(database_key)
        if state.writer not in ("", writer):
            raise IndexUnusable("A process did not finish writing the search index.")
        return state

    async def move(self, state: StoredState, position: int) -> None:
        """Store a later position. Raises WriteConflict if it was written since `state` was read."""
        try:
            await self._put(state.index, position, state.epoch, state.condition)
        except WriteConflict:
            log.warning("search_index_written_by_two", index=state.index)
            raise

    async def rewind(self, state: StoredState) -> None:
        """Move the position back to an earlier state, so that what changed since is written again.

        Does nothing if the index is gone.
        """
        for _ in range(REWINDS):
            current = await self._state_of(state.index)
            if current is None:
                return
            position = min(state.position, current.position)
            try:
                await self._put(state.index, position, secrets.token_hex(6), current.condition)
            except WriteConflict:
                continue
            return
        log.error("search_index_not_rewound", index=state.index)

    async def activate(self, index: str) -> None:
        """Make an index the active one, and delete all others, also those of rebuilds that died."""
        name = self._client.name
        actions: list[JsonObject] = [
            {"remove": {"index": one, "alias": name}} for one in await self._named() if one != index
        ]
        actions.append({"add": {"index": index, "alias": name}})
        await self._client.command("POST", "/_aliases", {"actions": actions})
        if list(await self._named()) != [index]:
            log.error("search_index_not_active", index=index)
            raise NotReady
        try:
            await self._delete_others(index)
        except NotReady:
            # They only take space; the next rebuild deletes them.
            log.warning("old_search_index_not_deleted")

    async def _delete_others(self, index: str) -> None:
        every = await self._client.find("GET", f"/{self._client.name}.*/_alias") or {}
        for other in every:
            if other != index:
                await self._client.find("DELETE", f"/{other}")

    async def _named(self) -> dict[str, JsonObject]:
        """Return the metadata of each index that the shop's name leads to: one, if all is well."""
        found = await self._client.find("GET", f"/{self._client.name}/_mapping")
        if found is None:
            return {}
        if not found:
            raise NotReady
        return {name: _meta_of(one) for name, one in found.items()}

    async def _state_of(self, index: str) -> StoredState | None:
        found = await self._client.find("GET", f"/{index}/_doc/{STATE_ID}")
        match found:
            case None:
                return None
            case {
                "_seq_no": int(number),
                "_primary_term": int(term),
                "_source": {
                    "state": {
                        "position": int(position),
                        "written_at": str(written_at),
                        "epoch": str(epoch),
                        "writer": str(writer),
                    }
                },
            }:
                condition: dict[str, str | int] = {"if_seq_no": number, "if_primary_term": term}
                written = datetime.fromisoformat(written_at)
                return StoredState(index, position, written, epoch, writer, condition)
            case _:
                log.warning("search_engine_failed", reason="The position cannot be read.")
                raise NotReady

    async def _put(
        self,
        index: str,
        position: int,
        epoch: str,
        condition: Mapping[str, str | int],
        writer: str = "",
    ) -> StoredState:
        """Store a position. Raises WriteConflict if the condition is not met."""
        written_at = datetime.now(UTC)
        body = {
            "state": {
                "position": position,
                "written_at": written_at.isoformat(),
                "epoch": epoch,
                "writer": writer,
            }
        }
        path = f"/{index}/_doc/{STATE_ID}"
        match await self._client.store(path, body, condition):
            case {"_seq_no": int(number), "_primary_term": int(term)}:
                later: dict[str, str | int] = {"if_seq_no": number, "if_primary_term": term}
                return StoredState(index, position, written_at, epoch, writer, later)
            case _:
                raise NotReady


def _meta_of(index: object) -> JsonObject:
    """Return the metadata in the response to a request for mappings."""
    match index:
        case {"mappings": {"_meta": dict(meta)}}:
            return meta
        case {"mappings": dict()}:
            return {}
        case _:
            raise NotReady
