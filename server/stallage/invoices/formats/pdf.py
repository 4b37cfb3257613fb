"""Renders documents as PDF/A-2a and PDF/UA-1, for archiving and for screen readers."""

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

FEATURE = Path(__file__).parents[1]
TEMPLATE = FEATURE / "templates" / "document.typ"
STANDARDS: list[typst.PDFStandard] = ["a-2a", "ua-1"]


@cache
def _typst() -> Any:
    """The typesetter. It is large, so it is only loaded by processes that render a document."""
    return import_module("typst")


@cache
def _own_fonts() -> typst.Fonts:
    fonts: typst.Fonts = _typst().Fonts(include_system_fonts=False, font_paths=[FEATURE / "fonts"])
    return fonts


@cache
def _all_fonts() -> typst.Fonts:
    fonts: typst.Fonts = _typst().Fonts(include_system_fonts=True, font_paths=[FEATURE / "fonts"])
    return fonts


def _compile(
    page: dict[str, Any],
    issued_at: datetime,
    fonts: typst.Fonts,
    standards: list[typst.PDFStandard],
) -> bytes:
    compiler = _typst().Compiler(
        TEMPLATE, font_paths=fonts, sys_inputs={"document": orjson.dumps(page).decode()}
    )
    pdf = compiler.compile(
        format="pdf", pdf_standards=standards, timestamp=int(issued_at.timestamp())
    )
    if not isinstance(pdf, bytes):
        raise AssertionError("expected a single file")
    return pdf


def _render(page: dict[str, Any], issued_at: datetime) -> bytes:
    try:
        return _compile(page, issued_at, _own_fonts(), STANDARDS)
    except _typst().TypstError as error:
        # The standards do not allow a character that no font has, such as in a Chinese name. System
        # fonts may have it. A PDF that is not PDF/A is better than none.
        log.info("document_without_standard", reason=str(error))
        return _compile(page, issued_at, _all_fonts(), [])


async def render_pdf(page: dict[str, Any], issued_at: datetime) -> bytes:
    """Render a document's page as PDF. The same page gives the same bytes.

    Takes tens of milliseconds, in a thread.
    """
    return await asyncio.to_thread(_render, page, issued_at)
