"""Search for a person's words wherever a shop stores data: in every column and file."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from stallage.core.db import Connection
from tests.shop import Shop

# All columns whose type can contain words, including those of new tables.
COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type = 'bytea' AS is_bytes
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea',
        'ARRAY', 'USER-DEFINED', 'name', 'inet', 'date')
ORDER BY 1, 2
"""


def forms(word: str) -> set[bytes]:
    """Return the encodings of a word: plain, URL, JSON, and base64 at any offset."""
    variants = {word, quote(word, safe=""), json.dumps(word)[1:-1], word.replace(" ", "+")}
    plain = {one.lower().encode() for one in variants}
    for start in range(3):
        encoded = base64.b64encode(b"\0" * start + word.encode())
        # The first and last characters also depend on the neighbouring text.
        core = encoded[4 if start else 0 : -4]
        if len(core) >= 8:
            plain.add(core.lower())
    return plain


def words_in(content: bytes, words: dict[str, str]) -> set[str]:
    """Return the names of the words that occur in some bytes, ignoring case."""
    low = content.lower()
    return {name for name, word in words.items() if any(one in low for one in forms(word))}


def pdf_text(pdf: bytes) -> bytes:
    """Return all streams of a PDF, unpacked, and its text decoded with the tables of its fonts."""
    streams = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            # Not `decompress`: where the checksum ends in a carriage return, the pattern cuts it off.
            streams.append(zlib.decompressobj().decompress(packed))
        except zlib.error:
            streams.append(packed)
    tables = [dict(_characters(one)) for one in streams if b"begincmap" in one]
    shown = b" ".join(one for one in streams if b"begincmap" not in one)
    text = []
    for table in tables:
        for run in re.findall(
            rb"\[(.*?)\]\s*TJ|(<[0-9A-Fa-f]+>|\((?:\\.|[^\\)])*\))\s*Tj", shown, re.DOTALL
        ):
            codes = b"".join(_codes(part) for part in run)
            pairs = (codes[at : at + 2] for at in range(0, len(codes), 2))
            text.append("".join(table.get(pair, "") for pair in pairs))
    return b"\n".join([*streams, "".join(text).encode(), " ".join(text).encode()])


def _characters(cmap: bytes) -> Iterator[tuple[bytes, str]]:
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, char in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            yield bytes.fromhex(code.decode()), bytes.fromhex(char.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", cmap, re.DOTALL):
        for low, high, to in re.findall(
            rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block
        ):
            for step in range(int(high, 16) - int(low, 16) + 1):
                code = (int(low, 16) + step).to_bytes(len(low) // 2, "big")
                yield code, chr(int(to, 16) + step)


def _codes(part: bytes) -> bytes:
    codes = b""
    for hexed, quoted in re.findall(rb"<([0-9A-Fa-f]+)>|\(((?:\\.|[^\\)])*)\)", part, re.DOTALL):
        codes += bytes.fromhex(hexed.decode()) if hexed else _unescaped(quoted)
    return codes


ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def _unescaped(quoted: bytes) -> bytes:
    def plain(match: re.Match[bytes]) -> bytes:
        one = match[1]
        if one.isdigit():
            return bytes([int(one, 8)])
        return ESCAPES.get(one, one)

    return re.sub(rb"\\([0-7]{1,3}|.)", plain, quoted, flags=re.DOTALL)


async def in_database(connection: Connection, words: dict[str, str]) -> dict[str, set[str]]:
    """Return the names of the words in each `table.column`."""
    found: dict[str, set[str]] = {}
    for row in await connection.fetch(COLUMNS):
        table, column = row["table_name"], row["column_name"]
        as_bytes = f'"{column}"' if row["is_bytes"] else f"convert_to(\"{column}\"::text, 'UTF8')"
        values = await connection.fetch(
            f'SELECT {as_bytes} AS value FROM "{table}" WHERE "{column}" IS NOT NULL'
        )
        for value in values:
            content: bytes = value["value"]
            if content.startswith(b"%PDF"):
                content = pdf_text(content)
            for name in words_in(content, words):
                found.setdefault(f"{table}.{column}", set()).add(name)
    return found


def in_files(folder: Path, words: dict[str, str]) -> dict[str, set[str]]:
    """Return the names of the words in each file's name or content, with PDFs unpacked."""
    found: dict[str, set[str]] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            if content.startswith(b"%PDF"):
                content = pdf_text(content)
            named = words_in(content + path.name.encode(), words)
            if named:
                found[path.relative_to(folder).as_posix()] = named
    return found


async def everywhere(shop: Shop, words: dict[str, str]) -> dict[str, set[str]]:
    """Return all places in the database and files that contain the words."""
    async with shop.database.reading() as connection:
        found = await in_database(connection, words)
    folder = shop.runtime.settings.data_dir
    return found | await asyncio.to_thread(in_files, folder, words)


async def rows_of_everything(connection: Connection) -> dict[str, set[str]]:
    """Return every row of every table as text."""
    tables = await connection.fetch(
        "SELECT table_name AS name FROM information_schema.tables"
        " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    )
    return {
        table["name"]: {
            row["content"]
            for row in await connection.fetch(f'SELECT t::text AS content FROM "{table["name"]}" t')
        }
        for table in tables
    }
