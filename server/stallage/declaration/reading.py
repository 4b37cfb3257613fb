"""Reads a shop's files: a folder of TOML and texts, or one TOML file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter, ValidationError

from stallage.content.drafts import PageDraft
from stallage.content.formats import WrittenBlog, WrittenCompany, WrittenWrongly
from stallage.content.formats import read as read_text
from stallage.core.money import Currency
from stallage.core.validation import DUPLICATES
from stallage.declaration import toml_lines
from stallage.declaration.errors import DeclarationRefused, Problem, sentence, unknown
from stallage.declaration.fields import CurrencyCode, Reading, ZoneName
from stallage.declaration.pictures import file_fields
from stallage.declaration.records import (
    LISTS,
    TABLES,
    Attribute,
    Blog,
    Brand,
    Category,
    Faq,
    Page,
    Record,
)
from stallage.settings import Settings

TEXTS = (".md", ".markdown", ".html")
_NAMED_BY_KEY = {"attribute"}
"""Kinds whose key follows from the name that people read."""
UNREAD = {"readme.md"}
"""Texts that speak of the folder and are not the shop's."""
_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record and where it stands."""

    record: Record
    file: Path
    shown: Path
    """The file as whoever named the folder would name it."""
    text: str = ""
    path: tuple[str | int, ...] = ()

    def problem(self, text: str, *below: str | int) -> Problem:
        """Something wrong with the record, or with what stands below it."""
        line = toml_lines.line_of(self.text, (*self.path, *below)) if self.path else None
        return Problem(self.shown, line, text)


@dataclass(slots=True)
class Declaration:
    """What some files declare, by kind; `settings` and `company` have at most one entry."""

    files: list[Path]
    reading: Reading
    """What its amounts and dates mean."""
    entries: dict[str, list[Entry]] = field(default_factory=dict)

    def of(self, kind: str) -> list[Entry]:
        """The entries of a kind, in the order of the files."""
        return self.entries.get(kind, [])


@dataclass(slots=True)
class _Document:
    """A TOML file that could be parsed."""

    file: Path
    shown: Path
    text: str
    content: dict[str, Any]


def read_declaration(target: Path, settings: Settings, start: datetime) -> Declaration:
    """Reads a folder or a file. Raises DeclarationRefused with everything that is wrong.

    `settings` are the shop's, for what the files leave open; relative dates count from `start`.
    """
    problems: list[Problem] = []
    tables, texts = _files(target)
    documents = [found for file in tables if (found := _document(file, target, problems))]
    reading = _meaning(documents, settings, start)
    declaration = Declaration([_shown(file, target) for file in (*tables, *texts)], reading)
    for document in documents:
        for kind, entry in _entries(document, reading, problems):
            declaration.entries.setdefault(kind, []).append(entry)
    for file in texts:
        for kind, entry in _texts(file, target, reading, problems):
            declaration.entries.setdefault(kind, []).append(entry)
    problems += _missing_files(declaration)
    problems += _repeated(declaration)
    problems += _names_taken(declaration)
    if problems:
        raise DeclarationRefused(problems)
    return declaration


def _files(target: Path) -> tuple[list[Path], list[Path]]:
    """The TOML files and the texts; hidden ones are left out."""
    if target.is_file():
        if target.suffix != ".toml":
            raise DeclarationRefused([Problem(target, None, "must be a folder or end in .toml.")])
        return [target], []
    if not target.is_dir():
        raise DeclarationRefused([Problem(target, None, "There is no such file or folder.")])
    files = sorted(
        path
        for path in target.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(target).parts)
    )
    tables = [path for path in files if path.suffix == ".toml"]
    if not tables:
        raise DeclarationRefused([Problem(target, None, "There is no .toml file in this folder.")])
    texts = [path for path in files if path.suffix in TEXTS and path.name.lower() not in UNREAD]
    return tables, texts


def _shown(file: Path, target: Path) -> Path:
    return file if target.is_file() else target / file.relative_to(target)


def _document(file: Path, target: Path, problems: list[Problem]) -> _Document | None:
    shown = _shown(file, target)
    try:
        text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        return _Document(file, shown, text, toml_lines.parse(text))
    except OSError as error:
        problems.append(Problem(shown, None, f"cannot be read: {error.strerror or error}."))
    except UnicodeDecodeError:
        problems.append(Problem(shown, None, "is not UTF-8 text."))
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _POSITION.search(said)
        line = int(place[1]) if place and place[1] else toml_lines.first_unreadable(text)
        column = f"column {place[2]}: " if place and place[2] else ""
        problems.append(Problem(shown, line, f"{column}{_POSITION.sub('', said)}."))
    return None


def _meaning(documents: Sequence[_Document], settings: Settings, start: datetime) -> Reading:
    """What amounts and times mean: as the files' own settings say, or as the shop's do."""
    chosen = {"currency": settings.currency, "time_zone": settings.time_zone}
    kinds: dict[str, TypeAdapter[str]] = {
        "currency": TypeAdapter(CurrencyCode),
        "time_zone": TypeAdapter(ZoneName),
    }
    for document in documents:
        declared = document.content.get("settings")
        for name, kind in kinds.items():
            value = declared.get(name) if isinstance(declared, dict) else None
            if isinstance(value, str):
                try:
                    chosen[name] = kind.validate_python(value)
                except ValidationError:
                    # It is named as a problem where the settings themselves are read.
                    continue
    return Reading(Currency.of(chosen["currency"]), ZoneInfo(chosen["time_zone"]), start)


def _entries(
    document: _Document, reading: Reading, problems: list[Problem]
) -> Iterator[tuple[str, Entry]]:
    for kind, value in document.content.items():
        if kind not in TABLES and kind not in LISTS:
            text = f"{kind} {unknown(kind, [*TABLES, *LISTS])}."
            problems.append(_at(document, (kind,), text))
            continue
        rows = [value] if kind in TABLES else value
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            form = f"[{kind}]" if kind in TABLES else f"[[{kind}]]"
            problems.append(_at(document, (kind,), f"{kind} must be written {form}."))
            continue
        for index, row in enumerate(rows):
            path = (kind,) if kind in TABLES else (kind, index)
            model = TABLES.get(kind) or LISTS[kind]
            try:
                record = model.model_validate(row, context=reading)
            except ValidationError as error:
                problems += [
                    _at(document, (*path, *one["loc"]), sentence(one, model, kind))
                    for one in error.errors()
                ]
                continue
            yield kind, Entry(record, document.file, document.shown, document.text, path)


def _at(document: _Document, path: tuple[str | int, ...], text: str) -> Problem:
    return Problem(document.shown, toml_lines.line_of(document.text, path), text)


def _texts(
    file: Path, target: Path, reading: Reading, problems: list[Problem]
) -> Iterator[tuple[str, Entry]]:
    """Pages, articles and questions that are written in Markdown or HTML."""
    shown = _shown(file, target)
    try:
        written = read_text(file, reading.start)
    except WrittenWrongly as error:
        problems.append(Problem(None, None, str(error)))
        return
    match written:
        case PageDraft():
            yield "page", Entry(Page(**_fields(written)), file, shown)
        case WrittenBlog(draft, image, alt):
            blog = Blog.model_validate(
                {
                    "slug": draft.slug,
                    "title": draft.title,
                    "summary": draft.summary,
                    "author": draft.author,
                    "date": draft.published_at,
                    "image": None if image is None else {"file": str(image.resolve()), "alt": alt},
                    "products": list(draft.product_slugs),
                    "format": draft.format,
                    "source": draft.source,
                },
                context=reading,
            )
            yield "blog", Entry(blog, file, shown)
        case WrittenCompany():
            problems.append(Problem(shown, None, "company details stand in [company] of a .toml."))
        case questions:
            for one in questions:
                faq = Faq(group=one.group, question=one.question, answer=one.answer)
                yield "faq", Entry(faq, file, shown)


def _fields(page: PageDraft) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Page.model_fields}


def _missing_files(declaration: Declaration) -> Iterator[Problem]:
    """Makes the paths of pictures absolute and tells those that lead nowhere."""
    for entries in declaration.entries.values():
        for entry in entries:
            for holder, name, place in file_fields(entry.record):
                path = entry.file.parent / getattr(holder, name)
                if not path.is_file():
                    yield entry.problem(f"There is no file {getattr(holder, name)}.", *place)
                setattr(holder, name, str(path.resolve()))


def _repeated(declaration: Declaration) -> Iterator[Problem]:
    """What is declared twice."""
    for kind, entries in declaration.entries.items():
        if kind == "faq":
            continue
        first: dict[str, Entry] = {}
        for entry in entries:
            key = entry.record.key
            before = first.setdefault(key, entry)
            if before is not entry:
                place = _place_of(before)
                name = f"{kind} {key}".strip()
                said = f"{DUPLICATES['name']} " if kind in _NAMED_BY_KEY else ""
                yield entry.problem(f"{said}{name} is declared twice; see {place}.")


def _names_taken(declaration: Declaration) -> Iterator[Problem]:
    """Categories of one parent, brands and filters that shoppers would read the same name of."""
    taken: dict[tuple[object, ...], tuple[str, Entry]] = {}
    for kind in ("category", "brand", "attribute"):
        for entry in declaration.of(kind):
            record = entry.record
            match record:
                case Category():
                    name, message = (record.parent, record.title.lower()), DUPLICATES["category"]
                case Brand():
                    name, message = (None, record.name.lower()), DUPLICATES["name"]
                case Attribute():
                    name, message = (None, record.label), DUPLICATES["name"]
                case _:
                    continue
            key, first = taken.setdefault((kind, *name), (record.key, entry))
            # What has the same key is told as declared twice.
            if first is not entry and key != record.key:
                yield entry.problem(f"{message} See {_place_of(first)}.")


def _place_of(entry: Entry) -> str:
    line = entry.problem("").line
    return f"{entry.shown}:{line}" if line else str(entry.shown)
