"""Renders PDFs from Typst templates: data goes in as JSON, so that no text can become markup."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import structlog

from stallage.core.json_types import JsonObject

if TYPE_CHECKING:
    import typst

log = structlog.get_logger(__name__)

FONTS = Path(__file__).with_name("fonts")
ARCHIVABLE: list[typst.PDFStandard] = ["a-2a", "ua-1"]


@cache
def _typst() -> Any:
    """The typesetter. It is large, so it is only loaded by processes that render a document."""
    return import_module("typst")


@cache
def _fonts(*, system: bool) -> typst.Fonts:
    fonts: typst.Fonts = _typst().Fonts(include_system_fonts=system, font_paths=[FONTS])
    return fonts


def _compile(
    template: Path,
    page: JsonObject,
    at: datetime,
    fonts: typst.Fonts,
    standards: list[typst.PDFStandard],
) -> bytes:
    compiler = _typst().Compiler(
        template, font_paths=fonts, sys_inputs={"document": orjson.dumps(page).decode()}
    )
    pdf = compiler.compile(format="pdf", pdf_standards=standards, timestamp=int(at.timestamp()))
    if not isinstance(pdf, bytes):
        raise AssertionError("expected a single file")
    return pdf


def _render(template: Path, page: JsonObject, at: datetime, *, archivable: bool) -> bytes:
    if not archivable:
        return _compile(template, page, at, _fonts(system=True), [])
    try:
        return _compile(template, page, at, _fonts(system=False), ARCHIVABLE)
    except _typst().TypstError as error:
        # The standards do not allow a character that no font has, such as in a Chinese name. System
        # fonts may have it. A PDF that is not PDF/A is better than none.
        log.info("document_without_standard", reason=str(error))
        return _compile(template, page, at, _fonts(system=True), [])


async def typeset(
    template: Path, page: JsonObject, at: datetime, *, archivable: bool = False
) -> bytes:
    """Render a template with its data, `sys.inputs.document`. The same data gives the same bytes.

    An archivable document is PDF/A-2a and PDF/UA-1. Takes tens of milliseconds, in a thread.
    """
    return await asyncio.to_thread(_render, template, page, at, archivable=archivable)
