"""Read a shop's files: a folder of TOML files and texts, or one TOML file."""

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
from stallage.content.formats import BlogFile, CompanyFile, InvalidContentFile
from stallage.content.formats import read as read_text
from stallage.core.money import Currency
from stallage.core.validation import DUPLICATES
from stallage.declaration import toml_lines
from stallage.declaration.errors import InvalidDeclaration, Problem, describe_error, unknown_name
from stallage.declaration.fields import CurrencyCode, ValueContext, ZoneName
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
_KEYED_BY_NAME = {"attribute"}
"""Kinds whose key is made from the name."""
IGNORED = {"readme.md"}
"""Texts about the folder, which are not part of the shop."""
_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record and its location."""

    record: Record
    file: Path
    display_path: Path
    """The path for messages, relative like the argument of the command."""
    text: str = ""
    path: tuple[str | int, ...] = ()

    def problem(self, text: str, *below: str | int) -> Problem:
        """Create a problem of the record, or of the field at the path `below` in it."""
        line = toml_lines.find_line(self.text, (*self.path, *below)) if self.path else None
        return Problem(self.display_path, line, text)


@dataclass(slots=True)
class Declaration:
    """The records of some files by kind. `settings` and `company` have at most one entry."""

    files: list[Path]
    context: ValueContext
    """The context that amounts and dates were read in."""
    entries: dict[str, list[Entry]] = field(default_factory=dict)

    def of(self, kind: str) -> list[Entry]:
        """Return the entries of a kind, in the order of the files."""
        return self.entries.get(kind, [])


@dataclass(slots=True)
class _Document:
    """A parsed TOML file."""

    file: Path
    display_path: Path
    text: str
    content: dict[str, Any]


def read_declaration(target: Path, settings: Settings, start: datetime) -> Declaration:
    """Read a folder or a file. Raises InvalidDeclaration with all problems.

    `settings` are the shop's, for settings that the files do not declare. Relative dates refer to
    `start`.
    """
    problems: list[Problem] = []
    tables, texts = _files(target)
    parsed = (_parse(file, target, problems) for file in tables)
    documents = [document for document in parsed if document is not None]
    context = _value_context(documents, settings, start)
    declaration = Declaration([_display_path(file, target) for file in (*tables, *texts)], context)
    for document in documents:
        for kind, entry in _entries(document, context, problems):
            declaration.entries.setdefault(kind, []).append(entry)
    for file in texts:
        for kind, entry in _text_entries(file, target, context, problems):
            declaration.entries.setdefault(kind, []).append(entry)
    problems += _missing_files(declaration)
    problems += _duplicates(declaration)
    problems += _duplicate_names(declaration)
    if problems:
        raise InvalidDeclaration(problems)
    return declaration


def _files(target: Path) -> tuple[list[Path], list[Path]]:
    """Return the TOML files and the texts, without hidden files."""
    if target.is_file():
        if target.suffix != ".toml":
            raise InvalidDeclaration([Problem(target, None, "must be a folder or end in .toml.")])
        return [target], []
    if not target.is_dir():
        raise InvalidDeclaration([Problem(target, None, "There is no such file or folder.")])
    files = sorted(
        path
        for path in target.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(target).parts)
    )
    tables = [path for path in files if path.suffix == ".toml"]
    if not tables:
        raise InvalidDeclaration([Problem(target, None, "There is no .toml file in this folder.")])
    texts = [path for path in files if path.suffix in TEXTS and path.name.lower() not in IGNORED]
    return tables, texts


def _display_path(file: Path, target: Path) -> Path:
    return file if target.is_file() else target / file.relative_to(target)


def _parse(file: Path, target: Path, problems: list[Problem]) -> _Document | None:
    display_path = _display_path(file, target)
    try:
        text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        return _Document(file, display_path, text, toml_lines.parse(text))
    except OSError as error:
        problems.append(Problem(display_path, None, f"cannot be read: {error.strerror or error}."))
    except UnicodeDecodeError:
        problems.append(Problem(display_path, None, "is not UTF-8 text."))
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        match = _POSITION.search(reason)
        line = int(match[1]) if match and match[1] else toml_lines.find_error_line(text)
        column = f"column {match[2]}: " if match and match[2] else ""
        problems.append(Problem(display_path, line, f"{column}{_POSITION.sub('', reason)}."))
    return None


def _value_context(
    documents: Sequence[_Document], settings: Settings, start: datetime
) -> ValueContext:
    """Build the context from the settings in the files, or else those of the shop."""
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
                    # Reading the settings record reports this as a problem.
                    continue
    return ValueContext(Currency.of(chosen["currency"]), ZoneInfo(chosen["time_zone"]), start)


def _entries(
    document: _Document, context: ValueContext, problems: list[Problem]
) -> Iterator[tuple[str, Entry]]:
    for kind, value in document.content.items():
        if kind not in TABLES and kind not in LISTS:
            text = f"{kind} {unknown_name(kind, [*TABLES, *LISTS])}."
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
                record = model.model_validate(row, context=context)
            except ValidationError as error:
                problems += [
                    _at(document, (*path, *detail["loc"]), describe_error(detail, model, kind))
                    for detail in error.errors()
                ]
                continue
            yield kind, Entry(record, document.file, document.display_path, document.text, path)


def _at(document: _Document, path: tuple[str | int, ...], text: str) -> Problem:
    return Problem(document.display_path, toml_lines.find_line(document.text, path), text)


def _text_entries(
    file: Path, target: Path, context: ValueContext, problems: list[Problem]
) -> Iterator[tuple[str, Entry]]:
    """Read pages, articles and questions in Markdown or HTML."""
    display_path = _display_path(file, target)
    try:
        written = read_text(file, context.start)
    except InvalidContentFile as error:
        problems.append(Problem(None, None, str(error)))
        return
    match written:
        case PageDraft():
            yield "page", Entry(Page(**_fields(written)), file, display_path)
        case BlogFile(draft, image, alt):
            blog = Blog.model_validate(
                {
                    "slug": draft.slug,
                    "title": draft.title,
                    "summary": draft.summary,
                    "author": draft.author,
                    "date": draft.published_at,
                    "image": None if image is None else {"file": str(image.resolve()), "alt": alt},
                    "products": list(draft.product_slugs),
                    "draft": draft.draft,
                    "seo_title": draft.seo_title,
                    "seo_description": draft.seo_description,
                    "format": draft.format,
                    "source": draft.source,
                },
                context=context,
            )
            yield "blog", Entry(blog, file, display_path)
        case CompanyFile():
            problems.append(
                Problem(display_path, None, "company details belong in [company] of a .toml.")
            )
        case questions:
            for item in questions:
                faq = Faq(group=item.group, question=item.question, answer=item.answer)
                yield "faq", Entry(faq, file, display_path)


def _fields(page: PageDraft) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Page.model_fields}


def _missing_files(declaration: Declaration) -> Iterator[Problem]:
    """Make the paths of pictures absolute; yield problems for missing files."""
    for entries in declaration.entries.values():
        for entry in entries:
            for holder, name, place in file_fields(entry.record):
                path = entry.file.parent / getattr(holder, name)
                if not path.is_file():
                    yield entry.problem(f"There is no file {getattr(holder, name)}.", *place)
                setattr(holder, name, str(path.resolve()))


def _duplicates(declaration: Declaration) -> Iterator[Problem]:
    """Yield problems for records that are declared twice."""
    for kind, entries in declaration.entries.items():
        if kind == "faq":
            continue
        first: dict[str, Entry] = {}
        for entry in entries:
            key = entry.record.key
            earlier = first.setdefault(key, entry)
            if earlier is not entry:
                name = f"{kind} {key}".strip()
                message = f"{DUPLICATES['name']} " if kind in _KEYED_BY_NAME else ""
                location = _location(earlier)
                yield entry.problem(f"{message}{name} is declared twice; see {location}.")


def _duplicate_names(declaration: Declaration) -> Iterator[Problem]:
    """Yield problems for categories of one parent, brands and filters with the same name."""
    names: dict[tuple[object, ...], tuple[str, Entry]] = {}
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
            key, first = names.setdefault((kind, *name), (record.key, entry))
            # Records with the same key are reported by `_duplicates`.
            if first is not entry and key != record.key:
                yield entry.problem(f"{message} See {_location(first)}.")


def _location(entry: Entry) -> str:
    line = entry.problem("").line
    return f"{entry.display_path}:{line}" if line else str(entry.display_path)
