"""The index on disk: open it, write it, and switch to a new one.

`<data>/search/v5/current.json` names the active folder and the database that it was built from. A rebuild
fills a new folder and then replaces that file, so readers use the old folder until the new one is
complete. A lock file serialises writers of all processes.

Each version of the index has a folder of its own, so that a release with another version can build its
index, and run, beside the one before it.
"""

from __future__ import annotations

import asyncio
import fcntl
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import orjson
import tantivy

from stallage.search.index.analysis import Analysis, analysis_of, language_of
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.schema import SCHEMA, VERSION, SearchDocument, document, prepare
from stallage.settings import Settings

WRITER_BYTES = 30_000_000
MERGED = 8
"""Number of files that tantivy merges into one."""
PROBED_FIELD = "by_relevance"
CURRENT = "current.json"
UNUSED_SECONDS = 7 * 86_400


def index_folder(settings: Settings) -> Path:
    """Return the folder of the index of this release's version."""
    return settings.data_dir / "search" / f"v{VERSION}"


def delete_unused_versions(settings: Settings) -> None:
    """Delete indexes of other versions that no release has written to for a week."""
    own = index_folder(settings)
    oldest = time.time() - UNUSED_SECONDS
    for other in own.parent.glob("v*"):
        if other == own:
            continue
        # Several processes may start, and delete, at the same time.
        with suppress(FileNotFoundError):
            marker = other / CURRENT
            if (marker if marker.exists() else other).stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


@contextmanager
def unusable_if_broken() -> Iterator[None]:
    """Turn tantivy's errors about unreadable files into IndexUnusable."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise IndexUnusable(str(error)) from error
    except BaseException as error:
        # Panics, as with truncated files, are not subclasses of Exception.
        if type(error).__module__ != "pyo3_runtime":
            raise
        raise IndexUnusable(str(error)) from error


@dataclass(frozen=True, slots=True)
class ActiveIndex:
    """Contents of `current.json`."""

    folder: str
    version: int
    language: str
    database_key: str
    written_at: datetime
    """When it was last written."""
    position: int
    """The transaction before which it lacks no change, see `updates`."""


@dataclass(frozen=True, slots=True)
class OpenedIndex:
    """A state of the index that can be searched."""

    folder: str
    index: tantivy.Index
    searcher: tantivy.Searcher


class SearchIndex:
    """The index of a data folder, for reading and writing.

    `language`: one of `LANGUAGES`, or `NO_LANGUAGE`; an index of another language is unusable.
    """

    def __init__(self, folder: Path, language: str = "english") -> None:
        self.folder = folder
        self.analysis: Analysis = analysis_of(language)
        self._opened: OpenedIndex | None = None
        self._writing = asyncio.Lock()

    @classmethod
    def of(cls, settings: Settings) -> SearchIndex:
        """Return the search index of a shop."""
        return cls(index_folder(settings), language_of(settings.locale))

    @property
    def is_open(self) -> bool:
        """Whether `reload` has found an index that can be used."""
        return self._opened is not None

    def searcher(self) -> tantivy.Searcher:
        """Return the searcher of the state in use. Raises IndexUnusable."""
        if self._opened is None:
            raise IndexUnusable("The search index is not open.")
        return self._opened.searcher

    def read(self, database_key: str) -> OpenedIndex:
        """Open the active index at its last commit, and do not use it yet. Raises IndexUnusable."""
        current = self.current(database_key)
        opened = self._opened
        with unusable_if_broken():
            if opened is None or opened.folder != current.folder:
                index = prepare(
                    tantivy.Index.open(str(self.folder / current.folder)), self.analysis
                )
                index.config_reader("manual")
            else:
                index = opened.index
            index.reload()
            searcher = index.searcher()
            # Broken files are only detected when they are read.
            searcher.search(tantivy.Query.all_query(), 1, order_by_field=PROBED_FIELD)
        return OpenedIndex(current.folder, index, searcher)

    def use(self, opened: OpenedIndex) -> None:
        """Search what was read."""
        self._opened = opened

    def is_same(self, opened: OpenedIndex) -> bool:
        """Whether what was read is a later state of the index in use, and not another index."""
        return self._opened is not None and self._opened.folder == opened.folder

    def reload(self, database_key: str) -> None:
        """Open the active index at its last commit, and use it. Raises IndexUnusable."""
        self.use(self.read(database_key))

    def current(self, database_key: str) -> ActiveIndex:
        """Return which folder is active for this database. Raises IndexUnusable."""
        try:
            stored = orjson.loads((self.folder / CURRENT).read_bytes())
            current = ActiveIndex(
                str(stored["folder"]),
                int(stored["version"]),
                str(stored.get("language")),
                str(stored["database_key"]),
                datetime.fromisoformat(stored["written_at"]),
                int(stored["position"]),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexUnusable(str(error)) from error
        expected = (VERSION, self.analysis.language, database_key)
        if (current.version, current.language, current.database_key) != expected:
            raise IndexUnusable(
                "The search index is of another version, another language or another database."
            )
        if not (self.folder / current.folder).is_dir():
            raise IndexUnusable("The search index's folder is missing.")
        return current

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Lock out other writers, in this process and in others. Waits for the lock."""
        # At most one thread waits for the file lock, however many jobs wait here.
        async with self._writing:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (self.folder / "lock").open("w") as lock:
                await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
                yield

    def change(self, database_key: str) -> IndexWriter:
        """Begin to write to the active index. Blocking; the caller holds the lock. Raises IndexUnusable."""
        current = self.current(database_key)
        with unusable_if_broken():
            return IndexWriter(self, self.folder / current.folder, database_key)

    def count(self, database_key: str) -> int:
        """Return the number of products in the active index. Raises IndexUnusable."""
        current = self.current(database_key)
        with unusable_if_broken():
            return int(tantivy.Index.open(str(self.folder / current.folder)).searcher().num_docs)

    def move(self, database_key: str, position: int) -> None:
        """Store a later position of the active index. The caller holds the lock."""
        self._set_current(self.current(database_key).folder, database_key, position)

    def begin(self, database_key: str) -> IndexWriter:
        """Start a new index, which becomes active when it is finished. The caller holds the lock."""
        folder = self.folder / secrets.token_hex(4)
        folder.mkdir(mode=0o700)
        tantivy.Index(SCHEMA, str(folder))
        return IndexWriter(self, folder, database_key)

    def activate(self, folder: Path, database_key: str, position: int) -> None:
        """Make a folder the active one and delete the others."""
        self._set_current(folder.name, database_key, position)
        for other in self.folder.iterdir():
            if other.is_dir() and other != folder:
                # Readers that have it open can use its files until they reload.
                shutil.rmtree(other, ignore_errors=True)

    def _set_current(self, folder: str, database_key: str, position: int) -> None:
        content = {
            "folder": folder,
            "version": VERSION,
            "language": self.analysis.language,
            "database_key": database_key,
            "written_at": datetime.now(UTC).isoformat(),
            "position": position,
        }
        draft = self.folder / f"current.{secrets.token_hex(4)}"
        draft.write_bytes(orjson.dumps(content))
        draft.replace(self.folder / CURRENT)


def last_written(searcher: tantivy.Searcher) -> int:
    """Return the number of the last writing whose products the index has; 0 if it is empty."""
    hits = searcher.search(tantivy.Query.all_query(), 1, count=False, order_by_field="written").hits
    return int(hits[0][0]) if hits else 0


class IndexWriter:
    """Writes products that become visible together. Blocking.

    Writings are numbered, and each product has the number of the one that wrote it.
    """

    def __init__(self, index: SearchIndex, folder: Path, database_key: str) -> None:
        self.folder = folder
        self._index = index
        self._database_key = database_key
        self._opened = prepare(tantivy.Index.open(str(folder)), index.analysis)
        # Also counts what a killed process has written.
        self._written = last_written(self._opened.searcher()) + 1
        self._writer = self._opened.writer(WRITER_BYTES, 1)

    @property
    def analysis(self) -> Analysis:
        """How texts are analysed."""
        return self._index.analysis

    def put(self, removed: list[int], documents: list[SearchDocument]) -> None:
        """Remove products, and add or replace products. Raises IndexUnusable."""
        replaced = [*removed, *(one.id for one in documents)]
        with unusable_if_broken():
            if replaced:
                self._writer.delete_documents_by_query(
                    tantivy.Query.term_set_query(SCHEMA, "id", replaced)
                )
            for one in documents:
                self._writer.add_document(document(one, self._index.analysis, self._written))

    def complete(self) -> None:
        """Commit the changes and wait for merges. Raises IndexUnusable."""
        self._commit()
        self.wait_for_merges()

    def _commit(self) -> None:
        writer = self._writer
        with unusable_if_broken():
            writer.commit()

    def merge_early(self, documents: Sequence[SearchDocument]) -> None:
        """Let tantivy merge now what it would merge with the first changes. Raises IndexUnusable.

        It merges MERGED files of about the same size, of which an index that was just built may have a few
        less. `documents`: MERGED of those that were written, which are written again one by one.
        """
        for one in documents[1 - MERGED :]:
            self.put([], [one])
            self._commit()

    def wait_for_merges(self) -> None:
        """Wait until files that belong together are merged, and end the writer. Raises IndexUnusable."""
        with unusable_if_broken():
            self._writer.wait_merging_threads()

    def searcher(self) -> tantivy.Searcher:
        """Return a searcher of what was committed."""
        with unusable_if_broken():
            self._opened.reload()
            return self._opened.searcher()

    def activate(self, position: int) -> None:
        """Make the folder the active one, with its position."""
        self._index.activate(self.folder, self._database_key, position)

    def publish(self, position: int) -> None:
        """Commit the changes and move the position. `wait_for_merges` is to follow. Raises IndexUnusable."""
        self._commit()
        self.activate(position)

    def finish(self, position: int) -> None:
        """Commit the changes and make the folder active, with its position. Raises IndexUnusable."""
        self.complete()
        self.activate(position)
