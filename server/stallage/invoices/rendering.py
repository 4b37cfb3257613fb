"""Sets documents as PDF/A-2a and PDF/UA-1: they last, and a screen reader can read them."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import structlog

if TYPE_CHECKING:
    import typst

log = structlog.get_logger(__name__)

HERE = Path(__file__).parent
TEMPLATE = HERE / "templates" / "document.typ"
STANDARDS: list[typst.PDFStandard] = ["a-2a", "ua-1"]


@cache
def _setter() -> Any:
    """The typesetter. It is large, so only a process that has set a document holds it."""
    return import_module("typst")


@cache
def _own_fonts() -> typst.Fonts:
    fonts: typst.Fonts = _setter().Fonts(include_system_fonts=False, font_paths=[HERE / "fonts"])
    return fonts


@cache
def _all_fonts() -> typst.Fonts:
    fonts: typst.Fonts = _setter().Fonts(include_system_fonts=True, font_paths=[HERE / "fonts"])
    return fonts


def _set(
    words: dict[str, Any],
    issued_at: datetime,
    fonts: typst.Fonts,
    standards: list[typst.PDFStandard],
) -> bytes:
    compiler = _setter().Compiler(
        TEMPLATE, font_paths=fonts, sys_inputs={"document": orjson.dumps(words).decode()}
    )
    pdf = compiler.compile(
        format="pdf", pdf_standards=standards, timestamp=int(issued_at.timestamp())
    )
    if not isinstance(pdf, bytes):
        raise AssertionError("one document is one file")
    return pdf


def _best(words: dict[str, Any], issued_at: datetime) -> bytes:
    try:
        return _set(words, issued_at, _own_fonts(), STANDARDS)
    except _setter().TypstError as error:
        # The standards refuse a letter that no font has, such as of a name in Chinese. The machine's
        # own fonts may have it; a page that is no PDF/A is better than none.
        log.info("document_without_standard", reason=str(error))
        return _set(words, issued_at, _all_fonts(), [])


async def rendered(words: dict[str, Any], issued_at: datetime) -> bytes:
    """A document as PDF; the same words give the same bytes. Tens of milliseconds of a thread."""
    return await asyncio.to_thread(_best, words, issued_at)
