"""The index on disk: which folder is in force, opening it, writing it.

`<data>/search/current.json` names the folder in force and what it was built from. A rebuild fills a new
folder and then replaces that file, so that readers go on with the old one until the new one is whole.
One lock file serves writers of all processes.
"""

from __future__ import annotations

import asyncio
import fcntl
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import orjson
import tantivy

from stallage.search.index.schema import SCHEMA, VERSION, SearchDocument, document, prepare

WRITER_BYTES = 30_000_000
PROBED_FIELD = "by_shelf"


class IndexUnusable(Exception):
    """There is no index, or one that is broken, of another form or of another database."""


@contextmanager
def unusable_if_broken() -> Iterator[None]:
    """Turns whatever tantivy says of files that it cannot read into IndexUnusable."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise IndexUnusable(str(error)) from error
    except BaseException as error:
        # Its panics, as over a file that is cut short, are no Exception.
        if type(error).__module__ != "pyo3_runtime":
            raise
        raise IndexUnusable(str(error)) from error


@dataclass(frozen=True, slots=True)
class Current:
    """What is in force."""

    folder: str
    version: int
    database_key: str
    written_at: datetime
    """When it was last written; what changed since then may be missing."""


class SearchIndex:
    """The index of one data folder, for reading and for writing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: tuple[str, tantivy.Index] | None = None
        self._writing = asyncio.Lock()
        self.waiting: set[int] = set()
        """Products whose change somebody in this process waits to write."""

    def searcher(self) -> tantivy.Searcher:
        """What was committed when `reload` was last called. Raises IndexUnusable."""
        if self._opened is None:
            raise IndexUnusable("The search index is not open.")
        return self._opened[1].searcher()

    def reload(self, database_key: str) -> None:
        """Opens the index in force, or what was committed to it since. Raises IndexUnusable."""
        current = self.current(database_key)
        opened = self._opened
        with unusable_if_broken():
            if opened is None or opened[0] != current.folder:
                index = prepare(tantivy.Index.open(str(self.folder / current.folder)))
                index.config_reader("manual")
                opened = (current.folder, index)
            opened[1].reload()
            # What is broken inside its files shows when they are read.
            opened[1].searcher().search(tantivy.Query.all_query(), 1, order_by_field=PROBED_FIELD)
        self._opened = opened

    def current(self, database_key: str) -> Current:
        """What is in force for this database. Raises IndexUnusable."""
        try:
            kept = orjson.loads((self.folder / "current.json").read_bytes())
            current = Current(
                str(kept["folder"]),
                int(kept["version"]),
                str(kept["database_key"]),
                datetime.fromisoformat(kept["written_at"]),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexUnusable(str(error)) from error
        if (current.version, current.database_key) != (VERSION, database_key):
            raise IndexUnusable("The search index is of another form or of another database.")
        if not (self.folder / current.folder).is_dir():
            raise IndexUnusable("The search index's folder is gone.")
        return current

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Keeps other writers out, in this process and in others, and waits until they are done."""
        # One thread at most waits for the file, however many jobs wait here.
        async with self._writing:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (self.folder / "lock").open("w") as lock:
                await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
                yield

    def change(self, database_key: str, gone: list[int], documents: list[SearchDocument]) -> None:
        """Takes products out and puts products in, replacing what was there.

        Blocking; hold the lock. Raises IndexUnusable.
        """
        current = self.current(database_key)
        with unusable_if_broken():
            writing = IndexWriting(self, self.folder / current.folder, database_key)
            writing.put(gone, documents)
            writing.finish()

    def begin(self, database_key: str) -> IndexWriting:
        """A new, empty index that comes into force when it is finished. Hold the lock."""
        folder = self.folder / f"v{VERSION}-{secrets.token_hex(4)}"
        folder.mkdir(mode=0o700)
        tantivy.Index(SCHEMA, str(folder))
        return IndexWriting(self, folder, database_key)

    def put_in_force(self, folder: Path, database_key: str) -> None:
        """Makes a folder the one that readers open, and clears others away."""
        self._set_current(folder.name, database_key)
        for other in self.folder.iterdir():
            if other.is_dir() and other != folder:
                # Readers that still have it open keep its files until they reload.
                shutil.rmtree(other, ignore_errors=True)

    def _set_current(self, folder: str, database_key: str) -> None:
        kept = {
            "folder": folder,
            "version": VERSION,
            "database_key": database_key,
            "written_at": datetime.now(UTC).isoformat(),
        }
        draft = self.folder / f"current.{secrets.token_hex(4)}"
        draft.write_bytes(orjson.dumps(kept))
        draft.replace(self.folder / "current.json")


class IndexWriting:
    """One act of writing: products are put, and all become visible together. Blocking."""

    def __init__(self, index: SearchIndex, folder: Path, database_key: str) -> None:
        self._index = index
        self._folder = folder
        self._database_key = database_key
        self._writer = prepare(tantivy.Index.open(str(folder))).writer(WRITER_BYTES, 1)

    def put(self, gone: list[int], documents: list[SearchDocument]) -> None:
        """Takes out the one and puts in the other."""
        replaced = [*gone, *(one.id for one in documents)]
        if replaced:
            self._writer.delete_documents_by_query(
                tantivy.Query.term_set_query(SCHEMA, "id", replaced)
            )
        for one in documents:
            self._writer.add_document(document(one))

    def finish(self) -> None:
        """Makes what was put visible, and puts the folder in force."""
        # Leaving the writer's context commits and waits for its merges.
        with self._writer:
            pass
        self._index.put_in_force(self._folder, self._database_key)
