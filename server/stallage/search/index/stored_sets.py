"""The sets of products in a file beside the index, so that a process need not read all products to start.

A rebuild also stores the sets of words that very many products have.

Whoever reads all products of a large index stores the sets. They are of one writing, whose number they have,
so the products that were written later are read from the index as usual. The file is in the folder of its
index and is deleted with it.

The file has the parts in a fixed order, a header as JSON, and at the end the length of the header and the
checksum of everything before. A file that is damaged, or of another format, counts as missing.
"""

from __future__ import annotations

import os
import secrets
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO

import orjson
from pyroaring import BitMap

from stallage.search.index.product_sets import ProductSets
from stallage.search.index.sort_blocks import Columns, SortBlocks
from stallage.search.index.stored_words import StoredWords, WordKey

FILE = "product-sets"
FORMAT = f"3 {sys.byteorder}"
"""Raise the number with any change of what is stored, if `schema.VERSION` stays the same."""
_END = Struct("<QI")
_CHUNK = 1 << 20


def store_sets(
    sets: ProductSets, folder: Path, words: Iterable[tuple[WordKey, BitMap]] = ()
) -> None:
    """Store sets as they were read, without later changes, and those of words. Raises OSError."""
    draft = folder / f"{FILE}.{secrets.token_hex(4)}"
    try:
        with draft.open("wb") as stream:
            _write(sets, words, stream)
        draft.replace(folder / FILE)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def load_sets(folder: Path) -> ProductSets | None:
    """Return the stored sets; None if there are none that can be used."""
    try:
        with (folder / FILE).open("rb") as stream:
            header = _header(stream)
            return None if header is None else _read(header, stream)
    except OSError:
        return None


def _write(sets: ProductSets, words: Iterable[tuple[WordKey, BitMap]], stream: BinaryIO) -> None:
    checksum, sizes, keys = 0, list[int](), list[WordKey]()

    def sets_of_words() -> Iterator[bytes]:
        for key, one in words:
            keys.append(key)
            yield one.serialize()

    # The words are last, because a process that starts does not read them.
    for part in chain(_parts(sets), sets_of_words()):
        sizes.append(len(part))
        checksum = zlib.crc32(part, checksum)
        stream.write(part)
    header = orjson.dumps(
        {
            "format": FORMAT,
            "written": sets.written,
            "sizes": sizes,
            "groups": [[group, list(values)] for group, values in sets.groups.items()],
            # Keys have more bits than numbers of JSON.
            "orders": [[sort, list(map(hex, one.bounds))] for sort, one in sets.orders.items()],
            "words": keys,
        }
    )
    stream.write(header)
    stream.write(_END.pack(len(header), zlib.crc32(header, checksum)))


def _parts(sets: ProductSets) -> Iterator[bytes]:
    for each in fields(Columns):
        yield getattr(sets.columns, each.name).tobytes()
    yield sets.read_ordinals.tobytes()
    yield sets.live.serialize()
    yield sets.ids.serialize()
    for values in sets.groups.values():
        yield from (one.serialize() for one in values.values())
    for order in sets.orders.values():
        yield from (one.serialize() for one in order.blocks)


def _header(stream: BinaryIO) -> dict[str, Any] | None:
    """Return the header of an undamaged file, and go to its first part."""
    rest = stream.seek(0, 2) - _END.size
    if rest < 0:
        return None
    stream.seek(rest)
    length, expected = _END.unpack(stream.read(_END.size))
    if length > rest:
        return None
    stream.seek(0)
    checksum, start = 0, rest - length
    while rest:
        chunk = stream.read(min(rest, _CHUNK))
        checksum = zlib.crc32(chunk, checksum)
        rest -= len(chunk)
    if checksum != expected:
        return None
    stream.seek(start)
    header: dict[str, Any] = orjson.loads(stream.read(length))
    stream.seek(0)
    return header if header["format"] == FORMAT else None


def _read(header: dict[str, Any], stream: BinaryIO) -> ProductSets:
    sizes = iter(header["sizes"])

    def numbers(empty: array[int]) -> array[int]:
        empty.frombytes(stream.read(next(sizes)))
        return empty

    def products() -> BitMap:
        return BitMap.deserialize(stream.read(next(sizes)))

    columns = Columns()
    for each in fields(Columns):
        numbers(getattr(columns, each.name))
    ordinals = numbers(array("I"))
    live, ids = products(), products()
    groups = {group: {value: products() for value in values} for group, values in header["groups"]}
    keys = columns.keys()
    orders = {
        sort: SortBlocks(
            keys[sort],
            [int(one, 16) for one in bounds],
            [products() for _ in range(len(bounds) + 1)],
        )
        for sort, bounds in header["orders"]
    }
    return ProductSets(
        columns=columns,
        live=live,
        ids=ids,
        groups=groups,
        with_group={
            group: BitMap.union(*values.values()) for group, values in groups.items() if values
        },
        orders=orders,
        read_ids=ids,
        read_ordinals=ordinals,
        changed={},
        written=header["written"],
        words=_words(header["words"], sizes, stream),
    )


def _words(keys: list[list[str]], sizes: Iterator[int], stream: BinaryIO) -> StoredWords:
    places, offset = {}, stream.tell()
    for (field, text), size in zip(keys, sizes, strict=True):
        places[field, text] = (offset, size)
        offset += size
    return StoredWords(os.dup(stream.fileno()), places)
