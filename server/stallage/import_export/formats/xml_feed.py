"""Read an XML feed (RSS or Atom) as a table: one row for each item, one column for each element name.

Document types are refused, so that there are neither entities to expand nor external files to load. What
expat accepts is read as a stream; an item, a nesting and the number of columns are limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

from stallage.import_export.formats.lists import join_detail, quote_item
from stallage.import_export.formats.table import (
    BrokenRow,
    Row,
    UnreadableFile,
    open_bytes,
)

CHUNK = 64 * 1024
MAX_DEPTH = 16
MAX_ITEM = 1_000_000
"""Characters of one item."""
MAX_COLUMNS = 300
ITEMS = frozenset({"item", "entry"})
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
LISTS = frozenset({"product_type", "product_detail", "product_highlight"})
"""Elements whose texts are quoted in a list if they contain commas."""
DETAIL = ("section_name", "attribute_name", "attribute_value")
"""The elements of a `product_detail`."""


@dataclass(frozen=True, slots=True)
class XmlFeed:
    """An XML feed. Its rows can be read any number of times."""

    path: Path
    header: tuple[str, ...]
    encoding: str = "xml"
    delimiter: str = ""

    def rows(self) -> Iterator[Row | BrokenRow]:
        """Read the items. Raises UnreadableFile."""
        for item in _items(self.path):
            yield Row(item.line, [item.texts.get(name, "") for name in self.header])


@dataclass(slots=True)
class _Item:
    line: int
    texts: dict[str, str]


def is_xml(path: Path) -> bool:
    """Whether a file begins like XML. Raises UnreadableFile."""
    with open_bytes(path) as raw:
        start = raw.read(256)
    for mark in MARKS:
        start = start.removeprefix(mark)
    return start.replace(b"\0", b"").lstrip().startswith((b"<?xml", b"<rss", b"<feed"))


def open_xml_feed(path: Path) -> XmlFeed:
    """Find the elements of all items. Raises UnreadableFile."""
    header: dict[str, None] = {}
    for item in _items(path):
        header.update(dict.fromkeys(item.texts))
        if len(header) > MAX_COLUMNS:
            raise UnreadableFile(f"The items of {path} have more than {MAX_COLUMNS} elements.")
    if not header:
        raise UnreadableFile(f"{path} has no items.")
    return XmlFeed(path, tuple(header))


def _items(path: Path) -> Iterator[_Item]:
    """Yield the items of a feed as they are completed."""
    reader = _Reader(path)
    with open_bytes(path) as raw:
        while True:
            chunk = raw.read(CHUNK)
            reader.feed(chunk, is_last=not chunk)
            yield from reader.take()
            if not chunk:
                return


class _Reader:
    """Collects the items of a feed from the events of expat."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._depth = 0
        self._item: _Item | None = None
        self._item_depth = 0
        self._size = 0
        self._text: list[str] = []
        self._parts: list[tuple[str, str]] = []
        """Names and texts of the elements inside the current one."""
        self._ready: list[_Item] = []
        self._parser = expat.ParserCreate(namespace_separator="\n")
        self._parser.buffer_text = True
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add_text

    def feed(self, chunk: bytes, *, is_last: bool) -> None:
        """Parse a part of the file. Raises UnreadableFile."""
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise UnreadableFile(
                f"{self._path} is not well-formed XML (line {error.lineno}: {reason})."
            ) from error
        except (ValueError, LookupError) as error:
            raise UnreadableFile(f"The encoding of {self._path} is not supported.") from error

    def take(self) -> list[_Item]:
        """Return the items that are complete."""
        items, self._ready = self._ready, []
        return items

    def _refuse_doctype(self, *_: object) -> None:
        raise UnreadableFile(f"{self._path} has a document type, which is not accepted.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnreadableFile(f"The elements of {self._path} are nested too deeply.")
        local = _local(name)
        if self._item is None:
            if local in ITEMS:
                self._item = _Item(self._parser.CurrentLineNumber, {})
                self._item_depth = self._depth
                self._size = 0
            return
        if self._depth == self._item_depth + 1:
            self._parts = []
            # Atom has the address of a link in an attribute.
            self._text = [attributes.get("href", "")] if local == "link" else []
        elif self._depth == self._item_depth + 2:
            self._text = []

    def _end(self, name: str) -> None:
        depth, self._depth = self._depth, self._depth - 1
        if self._item is None:
            return
        if depth == self._item_depth:
            self._ready.append(self._item)
            self._item = None
        elif depth == self._item_depth + 2:
            self._parts.append((_local(name), "".join(self._text).strip()))
            self._text = []
        elif depth == self._item_depth + 1:
            local = _local(name)
            if local == "product_detail" and self._parts:
                texts = dict(self._parts)
                text = join_detail(*(texts.get(part, "") for part in DETAIL))
            elif self._parts:
                text = ":".join(text for _, text in self._parts)
            else:
                text = "".join(self._text).strip()
            self._store(local, text)

    def _store(self, name: str, text: str) -> None:
        assert self._item is not None  # noqa: S101 - checked by the caller
        if text:
            before = self._item.texts.get(name)
            one = quote_item(text) if name in LISTS else text
            self._item.texts[name] = one if before is None else f"{before},{one}"

    def _add_text(self, text: str) -> None:
        if self._item is None:
            return
        self._size += len(text)
        if self._size > MAX_ITEM:
            line = self._item.line
            raise UnreadableFile(f"The item in line {line} of {self._path} is too long.")
        self._text.append(text)


@lru_cache(maxsize=1000)
def _local(name: str) -> str:
    """Return an element's name without its namespace."""
    return name.rpartition("\n")[2].lower()
